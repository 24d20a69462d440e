import { isShownVariable } from './active-variables';
import type { ProgramCall } from './program-call';

/** Whether a call shows all variables, or one in which a person may keep something for other programs. */
export function showsEnvironment({ name, args, literals, values }: ProgramCall): boolean {
    const isOption = (value: string | undefined): boolean => value?.startsWith('-') ?? false;
    switch (name) {
        case 'set':
            return args.length === 0;
        case 'printenv':
            return values.every(isOption) || values.some(value => value === undefined || !(isOption(value) || isShownVariable(value)));
        case 'export':
        case 'declare':
        case 'typeset':
        case 'readonly':
        case 'local':
            return values.every(isOption) || values.some(value => /^-\w*p/.test(value ?? ''));
        case 'npm':
        case 'pnpm':
        case 'yarn':
            return literals.includes('env');
        case 'jq':
            return literals.some(value => /(?<![.\w"])(?:env|ENV)\b/.test(value));
        default:
            return false;
    }
}

import type { ProgramCall } from './program-call';

/** Whether a call shows all variables, among them what a person keeps in them for other programs. */
export function showsEnvironment({ name, args, literals, values }: ProgramCall): boolean {
    const isOption = (value: string | undefined): boolean => value?.startsWith('-') ?? false;
    switch (name) {
        case 'set':
            return args.length === 0;
        case 'printenv':
        case 'export':
        case 'declare':
        case 'typeset':
        case 'readonly':
        case 'local':
            return values.every(isOption);
        case 'npm':
        case 'pnpm':
        case 'yarn':
            return literals.includes('env');
        case 'jq':
            return literals.some(value => /(?<![.\w"])env\b|\$ENV\b/.test(value));
        default:
            return false;
    }
}

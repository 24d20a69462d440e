import type { ProgramCall } from './program-call';

/** Programs that put the content of a file in the place of an argument `@file`, before they tell options from values. */
const READS_ARGUMENT_FILES = new Set('strings tsc vue-tsc pytest mypy ruff dotnet'.split(' '));
/** How such a program is called by another one. */
const CALLERS = new Set('npx python python3 python2'.split(' '));

/** Whether further arguments, options among them, stand in a file that a call names. */
export function takesArgumentsFromFile({ name, literals }: ProgramCall): boolean {
    const isReader = READS_ARGUMENT_FILES.has(name) || (CALLERS.has(name) && literals.some(value => READS_ARGUMENT_FILES.has(value)));
    return isReader && literals.some(value => value.startsWith('@'));
}

import { ShellSyntaxError, Word } from './shell-syntax';

/** Operators of `[[ … ]]` that evaluate arithmetic, and those that look up a variable by name: both can run what stands in an index. */
const ARITHMETIC_TEST = /^-(?:eq|ne|lt|le|gt|ge)$/;
const VARIABLE_TEST = /^-[vR]$/;

/** @throws ShellSyntaxError when a test may evaluate what is not a plain number or name */
export function checkTest(words: readonly Word[]): void {
    words.forEach(({ literal = '' }, index) => {
        const isPlain = (offset: number, expression: RegExp): boolean => {
            const word = words.at(Math.max(0, index + offset));
            return word !== undefined && expression.test(word.literal ?? word.source);
        };
        const number = /^(?:-?\d+|\$[?#$!])$/;
        if (ARITHMETIC_TEST.test(literal) && !(isPlain(-1, number) && isPlain(1, number))) {
            throw new ShellSyntaxError('it contains arithmetic, which is not checked');
        }
        if (VARIABLE_TEST.test(literal) && !isPlain(1, /^[A-Za-z_]\w*$/)) {
            throw new ShellSyntaxError('it looks up a variable that is not written out');
        }
    });
}

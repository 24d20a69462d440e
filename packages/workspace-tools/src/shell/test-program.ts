import type { ProgramCall } from './program-call';
import type { Word } from './shell-syntax';

const COMPARISON = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;
/** Look up a variable by name; an index in the name can run commands. */
const VARIABLE = /^-[vR]$/;

/**
 * Judges `test` and `[`, which run nothing unless they look up a variable whose name is decided elsewhere. So nothing but an operand may be
 * left to an expansion.
 */
export function judgeTest(call: ProgramCall): void {
    const closed = call.name === '[' && call.values.at(-1) === ']';
    const words = closed ? call.args.slice(0, -1) : call.args;
    if (!isHarmless(words)) {
        call.dangerous('what it tests is not written out, and may run commands');
    }
}

function isHarmless(words: readonly Word[]): boolean {
    if (words.some(({ splits }) => splits)) {
        return false;
    }
    const isLiteral = (word: Word | undefined): boolean => word?.literal !== undefined;
    if (words.some(({ literal }) => VARIABLE.test(literal ?? ''))) {
        return words.every(({ literal }) => literal !== undefined && /^(?:!|-[a-zA-Z]|\w+)$/.test(literal));
    }
    if (words.every(isLiteral)) {
        return true;
    }
    if (words[0].literal === '!') {
        return isHarmless(words.slice(1));
    }
    switch (words.length) {
        case 1:
            return true;
        case 2:
            return isLiteral(words[0]);
        case 3:
            return COMPARISON.test(words[1].literal ?? '');
        default:
            return false;
    }
}

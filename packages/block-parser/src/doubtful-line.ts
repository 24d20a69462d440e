import { CharacterSet } from './character-set';

/** What may begin a fence, or an HTML block that an empty line does not end. */
const OUTLASTING_START = /(?:```|~~~|<(?:[!?]|pre|script|style|textarea))$/i;
/** The characters that it ends in. */
const LAST_CHARACTERS = new CharacterSet('`~!?eEtTaA');
const MAX_RECENT = 8;

/** Follows a line in doubt. Should a fence or an HTML block begin in it, nobody would see where that ends. */
export class DoubtfulLine {
    private recent = '';

    /** The next character is the first one of its line. */
    start(): void {
        this.recent = '';
    }

    /** Returns whether something may begin here that lasts beyond the next empty line. */
    step(code: number): boolean {
        this.recent = this.recent.slice(-MAX_RECENT) + String.fromCharCode(code);
        return LAST_CHARACTERS.has(code) && OUTLASTING_START.test(this.recent);
    }
}

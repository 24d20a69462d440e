import { codeAt, find, lengthOf } from './any-string';

const NEWLINE = 0x0a;

/** Text that is put aside piece by piece, to be looked at later, if at all. */
export class DeferredText {
    /** Whether there are carriage returns in the text that was taken last. */
    hasReturns = false;
    /** How many characters wait, the portions left out. */
    length = 0;
    /** How many characters wait in portions. */
    lengthOfPortions = 0;

    private pieces = '';
    /** What was put together, the oldest first. */
    private readonly portions: string[] = [];
    /** The text before all this ended in a carriage return, so that a line feed belongs to the same line end. */
    private afterReturn = false;

    /** Puts a piece behind the others. */
    add(piece: string): void {
        this.pieces += piece;
        this.length += lengthOf(piece);
    }

    /** Makes a portion of all pieces. */
    endPortion(): void {
        const { pieces } = this;
        codeAt(pieces, 0); // The engine makes one string of the pieces, which take a multiple of its memory.
        this.portions.push(pieces);
        this.lengthOfPortions += this.length;
        this.pieces = '';
        this.length = 0;
    }

    /**
     * Hands over the oldest portion and keeps nothing of it. Lone carriage returns become line feeds, and no line end is handed over in two
     * parts.
     */
    takePortion(): string {
        const portion = this.portions.shift() ?? '';
        this.lengthOfPortions -= lengthOf(portion);
        return this.withoutLoneReturns(portion);
    }

    /** The same for the pieces behind the last portion. */
    takePieces(): string {
        const { pieces } = this;
        this.pieces = '';
        this.length = 0;
        return this.withoutLoneReturns(pieces);
    }

    /** Forgets all of it. */
    reset(): void {
        this.pieces = '';
        this.length = 0;
        this.portions.length = 0;
        this.lengthOfPortions = 0;
        this.afterReturn = false;
    }

    private withoutLoneReturns(whole: string): string {
        const text = this.afterReturn && whole.startsWith('\n') ? whole.slice(1) : whole;
        // The search makes one string of the pieces.
        this.hasReturns = find(text, '\r', 0) >= 0;
        if (whole !== '') {
            this.afterReturn = this.hasReturns && text.endsWith('\r');
        }
        if (this.hasReturns && hasLoneReturn(text)) {
            this.hasReturns = false;
            return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
        }
        return text;
    }
}

/** Native searches from one to the next are several times as fast as a regular expression. */
function hasLoneReturn(text: string): boolean {
    let position = find(text, '\r', 0);
    while (position >= 0 && codeAt(text, position + 1) === NEWLINE) {
        position = find(text, '\r', position + 2);
    }
    return position >= 0;
}

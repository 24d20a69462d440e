import { codeAt, find, lengthOf } from './any-string';

const NEWLINE = 0x0a;

/** Text that is put aside piece by piece, to be looked at in one go. */
export class DeferredText {
    /** Whether there are carriage returns in the text that was taken last. */
    hasReturns = false;
    /** How many characters wait. */
    length = 0;

    private pieces = '';
    /** The text before the pieces ended in a carriage return, so that a line feed belongs to the same line end. */
    private afterReturn = false;

    /** Puts a piece behind the others. */
    add(piece: string): void {
        this.pieces += piece;
        this.length += lengthOf(piece);
    }

    /** Hands all of it over and keeps nothing. Lone carriage returns become line feeds, and no line end is handed over in two parts. */
    takeAll(): string {
        const { pieces } = this;
        this.pieces = '';
        this.length = 0;
        const text = this.afterReturn && pieces.startsWith('\n') ? pieces.slice(1) : pieces;
        // The search makes one string of the pieces.
        this.hasReturns = find(text, '\r', 0) >= 0;
        if (pieces !== '') {
            this.afterReturn = this.hasReturns && text.endsWith('\r');
        }
        if (this.hasReturns && hasLoneReturn(text)) {
            this.hasReturns = false;
            return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
        }
        return text;
    }

    /** Forgets all pieces. */
    reset(): void {
        this.pieces = '';
        this.length = 0;
        this.afterReturn = false;
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

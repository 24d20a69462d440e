/** Text that is put aside piece by piece, to be looked at in one go. It comes out with line feeds for line ends. */
export class DeferredText {
    private pieces = '';
    private lastPiece = '';
    /** The text before the pieces ended in a carriage return, so that a line feed belongs to the same line end. */
    private afterReturn = false;

    get length(): number {
        return this.pieces.length;
    }

    /** Whether a line ends in the last piece. */
    get endsLine(): boolean {
        return this.lastPiece.includes('\n');
    }

    add(piece: string): void {
        this.pieces += piece;
        this.lastPiece = piece;
    }

    /** Hands all of it over and keeps nothing. */
    takeAll(): string {
        const { pieces } = this;
        if (pieces === '') {
            return '';
        }
        this.pieces = '';
        const text = this.afterReturn && pieces.startsWith('\n') ? pieces.slice(1) : pieces;
        // The search makes one string of the pieces.
        const hasReturns = text.includes('\r');
        this.afterReturn = hasReturns && text.endsWith('\r');
        return hasReturns ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;
    }

    /**
     * Hands the lines over that have ended, if one ends in the last piece. The rest is cut from that piece, not from the text: the
     * engine takes two bytes for each character of a text if any of them needs two, for each character of its parts too, and for
     * all that is ever appended to them.
     */
    takeLines(): string {
        const rest = this.lastPiece.slice(this.lastPiece.lastIndexOf('\n') + 1);
        this.pieces = this.pieces.slice(0, this.pieces.length - rest.length);
        const lines = this.takeAll();
        this.pieces = rest;
        return lines;
    }

    reset(): void {
        this.pieces = '';
        this.lastPiece = '';
        this.afterReturn = false;
    }
}

/** Text that is put aside piece by piece, to be looked at in one go. It comes out with line feeds for line ends. */
export class DeferredText {
    /** What was handed over and taken back. */
    private returned = '';
    private pieces = '';
    /** The text before the pieces ended in a carriage return, so that a line feed belongs to the same line end. */
    private afterReturn = false;

    /** The length of what came since anything was handed over. */
    get addedLength(): number {
        return this.pieces.length;
    }

    add(piece: string): void {
        this.pieces += piece;
    }

    /** Hands all of it over and keeps nothing. */
    takeAll(): string {
        const returned = this.returned;
        this.returned = '';
        if (this.pieces === '') {
            return returned;
        }
        const text = returned + this.addedText();
        this.pieces = '';
        // The search makes one string of the pieces.
        const hasReturns = text.includes('\r');
        this.afterReturn = hasReturns && text.endsWith('\r');
        return hasReturns ? withLineFeeds(text) : text;
    }

    /** Takes back the end of what was handed over. */
    putBack(text: string): void {
        this.returned = text;
    }

    reset(): void {
        this.returned = '';
        this.pieces = '';
        this.afterReturn = false;
    }

    private addedText(): string {
        return this.afterReturn && this.pieces.startsWith('\n') ? this.pieces.slice(1) : this.pieces;
    }
}

function withLineFeeds(text: string): string {
    const lines = text.replaceAll('\r\n', '\n');
    return lines.includes('\r') ? lines.replaceAll('\r', '\n') : lines;
}

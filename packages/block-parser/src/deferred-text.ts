/** Small pieces cost memory of their own, so that they are joined from time to time. */
const MAX_LOOSE = 16 * 1024;

/** Text that is put aside piece by piece, to be looked at in one go. It comes out with line feeds for line ends. */
export class DeferredText {
    private joined = '';
    private loose = '';
    /** The text before the loose pieces ended in a carriage return, so that a line feed belongs to the same line end. */
    private afterReturn = false;

    get length(): number {
        return this.joined.length + this.loose.length;
    }

    add(piece: string): void {
        this.loose += piece;
        if (this.loose.length > MAX_LOOSE) {
            this.join();
        }
    }

    /** Hands all of it over and keeps nothing. */
    takeAll(): string {
        this.join();
        const text = this.joined;
        this.joined = '';
        return text;
    }

    /** Takes back the end of what was handed over. */
    putBack(text: string): void {
        this.joined = text;
    }

    reset(): void {
        this.joined = '';
        this.loose = '';
        this.afterReturn = false;
    }

    private join(): void {
        if (this.loose === '') {
            return;
        }
        const text = this.afterReturn && this.loose.startsWith('\n') ? this.loose.slice(1) : this.loose;
        this.loose = '';
        // The search makes one string of the pieces.
        const hasReturns = text.includes('\r');
        this.afterReturn = hasReturns && text.endsWith('\r');
        this.joined += hasReturns ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;
    }
}

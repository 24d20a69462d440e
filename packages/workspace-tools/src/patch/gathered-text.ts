/** Characters from which on a part is kept as a slice of the text that it comes from. */
const LONG_PART = 1024;
/** Characters that short parts are gathered to before they become a string. */
const GATHERED_AT_ONCE = 8192;

const LINE_FEED = 0x0a;

/** A text that is made of parts of others, so that millions of short ones become few strings. */
export class GatheredText {
    private readonly pieces: string[] = [];
    private readonly codes = new Array<number>(GATHERED_AT_ONCE).fill(0);
    private filled = 0;
    private last = LINE_FEED;

    /** Whether there is text behind the last line end. */
    get endsInLine(): boolean {
        return this.last !== LINE_FEED;
    }

    /** Adds a part of a text. */
    add(text: string, start: number, end: number): void {
        if (start < end) {
            this.last = text.charCodeAt(end - 1);
        }
        if (end - start >= LONG_PART) {
            this.endPiece();
            this.pieces.push(text.slice(start, end));
            return;
        }
        if (this.filled + end - start > GATHERED_AT_ONCE) {
            this.endPiece();
        }
        for (let index = start; index < end; index++) {
            this.codes[this.filled++] = text.charCodeAt(index);
        }
    }

    /** Adds a whole text. */
    addAll(text: string): void {
        this.add(text, 0, text.length);
    }

    /** All parts, one after the other. */
    join(): string {
        this.endPiece();
        return this.pieces.join('');
    }

    private endPiece(): void {
        if (this.filled > 0) {
            this.pieces.push(String.fromCharCode(...this.codes.slice(0, this.filled)));
            this.filled = 0;
        }
    }
}

/** Small pieces cost memory of their own, so that they are joined from time to time. */
const PIECES_PER_BATCH = 1024;

/** Text that is put aside in pieces, to be looked at in one go. */
export class DeferredText {
    length = 0;
    private batches: string[] = [];
    private pieces: string[] = [];

    add(piece: string): void {
        this.length += piece.length;
        if (this.pieces.push(piece) === PIECES_PER_BATCH) {
            this.batches.push(this.pieces.join(''));
            this.pieces = [];
        }
    }

    /** Hands all of it over and keeps nothing. */
    takeAll(): string {
        const text = this.batches.join('') + this.pieces.join('');
        this.clear();
        return text;
    }

    clear(): void {
        this.length = 0;
        this.batches = [];
        this.pieces = [];
    }
}

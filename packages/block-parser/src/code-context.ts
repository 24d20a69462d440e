import { DeferredText } from './deferred-text';
import { Landmarks } from './landmarks';
import { MarkdownScanner } from './markdown-scanner';

/** Few answers are longer, so that one without a block is never read; and to catch up with so much takes a fraction of a millisecond. */
const MAX_DEFERRED = 64 * 1024;

/**
 * Knows, at every point of a markdown text that streams in, whether a reader may see what comes next as code. Only where a
 * block begins does anybody ask. The text is therefore put aside until then, or until there is enough of it, and most of it
 * is never read character by character: a paragraph that opens nothing but itself says nothing about the next one.
 */
export class CodeContext {
    private readonly scanner = new MarkdownScanner();
    private readonly landmarks = new Landmarks();
    private readonly deferred = new DeferredText();

    /** `maxDeferred`: the text that is put aside at most, in UTF-16 code units. */
    constructor(private readonly maxDeferred = MAX_DEFERRED) {}

    /** Whether what comes next may be code for a reader. */
    get mayBeCode(): boolean {
        const text = this.deferred.takeAll();
        if (!this.scanner.inCodeLine || text.includes('\n')) {
            this.read(text, text.length);
        }
        return this.scanner.mayBeCode;
    }

    reset(): void {
        this.deferred.reset();
        this.scanner.reset();
    }

    /** Takes the next piece of text. */
    take(piece: string): void {
        this.deferred.add(piece);
        if (this.deferred.length > this.maxDeferred) {
            const text = this.deferred.takeAll();
            // The last paragraph waits: once it has ended, most of it need not be read.
            const paragraph = text.lastIndexOf('\n\n') + 2;
            const end = paragraph < 2 ? text.length : paragraph;
            this.deferred.putBack(text.slice(end));
            this.read(text, end);
        }
    }

    /** Reads the text up to a position where a line begins, or to its end. */
    private read(text: string, end: number): void {
        this.landmarks.start(text);
        let position = 0;
        while (position < end) {
            const landmark = Math.min(this.findLandmark(position), end);
            const start = this.leap(position, landmark);
            position = landmark < end ? this.landmarks.lineEnd(landmark) : end;
            this.scanner.scan(text, start, position);
        }
    }

    /** The position of the next character that may change more than the line and the paragraph it stands in. */
    private findLandmark(from: number): number {
        if (!this.scanner.atLineStart) {
            return from;
        }
        const fence = this.scanner.outerFence;
        if (fence !== undefined) {
            return this.landmarks.next(fence, from);
        }
        return this.scanner.outlastsEmptyLine ? from : this.landmarks.nextOutlasting(from);
    }

    /** Goes as near to the landmark as possible without reading, and returns where that is. */
    private leap(from: number, landmark: number): number {
        if (landmark === from) {
            return from;
        }
        if (this.scanner.outerFence !== undefined) {
            return this.landmarks.lineStart(landmark);
        }
        const fresh = this.landmarks.lastFreshStart(from, landmark);
        if (fresh === undefined) {
            return from;
        }
        this.scanner.restart();
        return fresh;
    }
}

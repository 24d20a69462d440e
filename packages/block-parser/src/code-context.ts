import { DeferredText } from './deferred-text';
import { Landmarks } from './landmarks';
import { MarkdownScanner } from './markdown-scanner';

/** Pieces are cheap to put together in portions of this size. */
const PORTION = 4096;
/** Longer than nearly every list and paragraph, so that the text waits until it has ended and need not be read. */
const MAX_DEFERRED = 16 * 1024;

/**
 * Knows, at every point of a markdown text that streams in, whether a reader may see what comes next as code. Only where a
 * block begins does anybody ask. Most of the text is therefore never read character by character: a paragraph that opens
 * nothing but itself says nothing about the next one.
 */
export class CodeContext {
    private readonly scanner = new MarkdownScanner();
    private readonly landmarks = new Landmarks();
    private readonly deferred = new DeferredText();
    /** How much text is added before it is looked at. */
    private portion = PORTION;

    /** `maxDeferred`: the text that waits for its paragraph to end, in UTF-16 code units. */
    constructor(private readonly maxDeferred = MAX_DEFERRED) {}

    /** Whether what comes next may be code for a reader. */
    get mayBeCode(): boolean {
        const text = this.deferred.takeAll();
        this.portion = PORTION;
        if (!this.scanner.inCodeLine || text.includes('\n')) {
            this.scanner.scan(text, this.leapThrough(text), text.length);
        }
        return this.scanner.mayBeCode;
    }

    reset(): void {
        this.deferred.reset();
        this.scanner.reset();
        this.portion = PORTION;
    }

    /** Takes the next piece of text. */
    take(piece: string): void {
        this.deferred.add(piece);
        if (this.deferred.addedLength > this.portion) {
            this.catchUp();
        }
    }

    private catchUp(): void {
        const text = this.deferred.takeAll();
        let position = this.leapThrough(text);
        if (text.length - position > this.maxDeferred) {
            this.scanner.scan(text, position, text.length);
            position = text.length;
        }
        this.deferred.putBack(text.slice(position));
        // What waits is looked at again only when it has doubled, so that the work stays in proportion to the text.
        this.portion = Math.max(PORTION, Math.min(text.length - position, this.maxDeferred));
    }

    /** Reads what may have an effect on what follows the text. Returns where the rest begins that may turn out to have none. */
    private leapThrough(text: string): number {
        this.landmarks.start(text);
        let position = 0;
        while (position < text.length) {
            const landmark = this.findLandmark(position);
            const start = this.leap(position, landmark);
            const end = this.landmarks.lineEnd(landmark);
            if (end === undefined) {
                return start;
            }
            this.scanner.scan(text, start, end);
            position = end;
        }
        return position;
    }

    /** The position of the next character that may change more than the line and the paragraph it stands in. */
    private findLandmark(from: number): number {
        if (!this.scanner.atRest) {
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

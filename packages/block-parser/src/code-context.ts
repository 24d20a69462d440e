import { DeferredText } from './deferred-text';
import { Landmarks } from './landmarks';
import { MarkdownScanner } from './markdown-scanner';
import { PlainText } from './plain-text';

/** Pieces are cheap to put together in portions of about this size. */
const PORTION = 8192;
/** Longer than nearly every list and paragraph, so that the text waits until it has ended and need not be read. */
const MAX_WAITING = 16 * 1024;

/**
 * Knows, at every point of a markdown text that streams in, whether a reader may see what comes next as code. Only where a
 * block begins does anybody ask. Most of the text is therefore never read character by character: a paragraph that opens
 * nothing but itself says nothing about the next one.
 */
export class CodeContext {
    private readonly scanner = new MarkdownScanner();
    private readonly landmarks = new Landmarks();
    private readonly deferred = new DeferredText();
    private readonly plain = new PlainText();
    /**
     * What stands behind the text that was read: whole lines, or plain text that ends anywhere. Nothing in it has an effect beyond the
     * paragraph, list or fence that goes on.
     */
    private waiting = '';
    /** Nothing was open, but for HTML elements, where the waiting text begins. */
    private fresh = true;

    /** `portion`: how much text is put aside before it is looked at; `maxWaiting`: how much may wait. In UTF-16 code units, roughly. */
    constructor(
        private readonly portion = PORTION,
        private readonly maxWaiting = MAX_WAITING
    ) {}

    /** Whether what comes next may be code for a reader. */
    get mayBeCode(): boolean {
        this.leapThroughAll();
        if (this.fresh && !this.scanner.inElement && this.plain.covers(this.waiting)) {
            return false;
        }
        this.readWaiting();
        return this.scanner.mayBeCode;
    }

    reset(): void {
        this.deferred.reset();
        this.restart();
        this.scanner.reset();
    }

    /** Takes the next piece of text. */
    take(piece: string): void {
        this.deferred.add(piece);
        if (this.deferred.length > this.portion) {
            this.catchUp();
        }
    }

    private catchUp(): void {
        if (this.deferred.endsLine) {
            this.leapThrough(this.deferred.takeLines());
        }
        if (this.waiting.length + this.deferred.length > this.maxWaiting) {
            this.leapThroughAll();
            this.readWaiting();
        }
    }

    private leapThroughAll(): void {
        const text = this.deferred.takeAll();
        if (!this.scanner.inCodeLine || text.includes('\n')) {
            this.leapThrough(text);
        }
    }

    private readWaiting(): void {
        if (this.waiting !== '') {
            this.read(this.waiting, 0, this.waiting.length);
            this.waiting = '';
        }
    }

    private read(text: string, from: number, to: number): void {
        this.scanner.scan(text, from, to);
        this.fresh = false;
    }

    /** Reads as much of this text, behind what waits, as may have an effect on what follows it. The rest waits. */
    private leapThrough(text: string): void {
        this.landmarks.start(text);
        let position = 0;
        while (position < text.length) {
            position = this.passFences(position);
            const landmark = this.findLandmark(position);
            const start = this.leap(position, landmark);
            const end = this.landmarks.lineEnd(landmark);
            if (end === undefined) {
                this.waiting += text.slice(start);
                return;
            }
            this.readWaiting();
            this.read(text, start, end);
            position = end;
        }
    }

    /** Goes over fences that need not be read, as far as there are any. */
    private passFences(from: number): number {
        if (!this.scanner.atRest || this.scanner.outlastsEmptyLine) {
            return from;
        }
        const position = this.landmarks.passFences(from);
        if (position > from) {
            this.restart();
        }
        return position;
    }

    /** All that was open has ended. */
    private restart(): void {
        if (!this.fresh) {
            this.scanner.restart();
            this.fresh = true;
        }
        this.plain.restart();
        this.waiting = '';
    }

    /** The position of the next character that may change more than the line and the paragraph it stands in. */
    private findLandmark(from: number): number {
        if (!this.scanner.atRest) {
            return from;
        }
        const { fence } = this.scanner;
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
        if (this.scanner.fence !== undefined) {
            return this.scanner.inOuterFence ? this.landmarks.lineStart(landmark) : from;
        }
        const fresh = this.landmarks.lastFreshStart(from, landmark);
        if (fresh === undefined) {
            return from;
        }
        this.restart();
        return fresh;
    }
}

import { cut, find, lengthOf } from './any-string';
import { DeferredText } from './deferred-text';
import { Landmarks } from './landmarks';
import { MarkdownScanner } from './markdown-scanner';
import { PlainText } from './plain-text';

/** Pieces are cheap to put together in portions of about this size. */
const PORTION = 16 * 1024;
/** Longer than nearly every list and paragraph, so that the text waits until it has ended and need not be read. */
const MAX_WAITING = 32 * 1024;
/** So much is kept without a look at it: longer than nearly every answer, and looked through in a moment once a block begins. */
const MAX_UNREAD = 512 * 1024;

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
     * paragraph, list or fence that goes on. The first part is known to be plain.
     */
    private plainWaiting = '';
    private waiting = '';
    /** Nothing was open, but for HTML elements, where the waiting text begins. */
    private fresh = true;

    /**
     * `portion`: how much text is put together; `maxWaiting`: how much of what was looked at may wait; `maxUnread`: how much is put aside
     * before it is looked at. In UTF-16 code units, roughly.
     */
    constructor(
        private readonly portion = PORTION,
        private readonly maxWaiting = MAX_WAITING,
        private readonly maxUnread = MAX_UNREAD
    ) {}

    /** Whether what comes next may be code for a reader. */
    get mayBeCode(): boolean {
        this.lookAtAll();
        if (this.isFresh && this.plain.covers(this.waiting)) {
            this.waitAsPlain(this.waiting);
            return false;
        }
        this.readWaiting();
        return this.scanner.mayBeCode;
    }

    /** Forgets all text, as if newly made. */
    reset(): void {
        this.deferred.reset();
        this.restart();
        this.scanner.reset();
    }

    /** Takes the next piece of text. */
    take(piece: string): void {
        if (this.deferred.length + lengthOf(piece) <= this.portion) {
            this.deferred.add(piece);
        } else {
            this.endPortion(piece);
        }
    }

    /**
     * Makes a portion of the lines that end in this piece, or before. The rest is cut from the piece, not from the text: the engine takes
     * two bytes for each character of a text if any of them needs two, for each character of its parts too, and for all that is ever
     * appended to them.
     */
    private endPortion(piece: string): void {
        const restStart = piece.lastIndexOf('\n') + 1;
        if (restStart > 0) {
            this.deferred.add(piece.slice(0, restStart));
            this.deferred.endPortion();
        }
        this.deferred.add(piece.slice(restStart));
        while (this.deferred.lengthOfPortions > this.maxUnread) {
            this.lookAt(this.deferred.takePortion());
        }
        if (this.deferred.length > this.maxWaiting) {
            this.lookAtAll();
            this.readWaiting();
        }
    }

    private lookAtAll(): void {
        while (this.deferred.lengthOfPortions > 0) {
            this.lookAt(this.deferred.takePortion());
        }
        this.lookAt(this.deferred.takePieces());
    }

    private lookAt(text: string): void {
        if (!this.scanner.inCodeLine || this.deferred.hasReturns || find(text, '\n', 0) >= 0) {
            this.leapThrough(text);
            if (lengthOf(this.plainWaiting) + lengthOf(this.waiting) > this.maxWaiting) {
                this.readWaiting();
            }
        }
    }

    private readWaiting(): void {
        const text = this.plainWaiting + this.waiting;
        if (text !== '') {
            this.plainWaiting = '';
            this.waiting = '';
            this.read(text, 0, lengthOf(text), find(text, '\r', 0) >= 0);
        }
    }

    private read(text: string, from: number, to: number, hasReturns: boolean): void {
        if (hasReturns) {
            const lines = text.slice(from, to).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
            this.scanner.scan(lines, 0, lines.length);
        } else {
            this.scanner.scan(text, from, to);
        }
        this.fresh = false;
    }

    /** Reads as much of this text, behind what waits, as may have an effect on what follows it. The rest waits. */
    private leapThrough(text: string): void {
        const { hasReturns } = this.deferred;
        this.landmarks.start(text, hasReturns);
        let position = 0;
        const length = lengthOf(text);
        while (position < length) {
            position = this.passFences(position);
            const landmark = this.findLandmark(position);
            const start = this.leap(position, landmark);
            const end = this.landmarks.lineEnd(landmark);
            if (end === undefined) {
                this.waiting += cut(text, start, length);
                return;
            }
            position = this.passFence(text, start, landmark);
            if (position === start) {
                this.readWaiting();
                this.read(text, start, end, hasReturns);
                position = end;
            }
        }
    }

    /** Goes over the fence at this landmark, if it is a whole one and all is plain before it. Otherwise goes nowhere. */
    private passFence(text: string, start: number, landmark: number): number {
        const end = this.isFresh ? this.landmarks.wholeFenceEnd(landmark) : undefined;
        if (end === undefined || !this.plain.coversParagraphs(this.waiting + cut(text, start, this.landmarks.textEnd(landmark)))) {
            return start;
        }
        if (this.landmarks.isLineStart(landmark)) {
            this.restart();
            return end;
        }
        this.waitAsPlain(this.waiting + cut(text, start, end - 1)); // The line end belongs to what goes on behind the fence.
        return end - 1;
    }

    /** Whether nothing was open where the text begins that waits, HTML elements included. */
    private get isFresh(): boolean {
        return this.fresh && !this.scanner.inElement;
    }

    private waitAsPlain(text: string): void {
        this.plainWaiting += text;
        this.waiting = '';
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
        this.plainWaiting = '';
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
        const start = this.landmarks.lastFreshStart(from, landmark);
        if (start !== undefined) {
            this.restart();
        }
        return start ?? from;
    }
}

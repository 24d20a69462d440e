import type { Screen } from './huge-counts';
import { countLines, linesFrom, lineStartOf, wholeLines, type TerminalLines } from './screen-lines';

/** So many lines are held of every terminal. */
export const KEPT_LINES = 10_000;
/** A terminal that is made larger shows rows again that had scrolled out of sight, and programs may write over them. */
const CHANGEABLE_ROWS = 500;

/**
 * The last lines of a terminal, whole. The terminal itself counts rows: the narrower it is, the fewer lines it holds. So whatever no
 * program can change any more is copied from it, before it is gone.
 */
export class OutputRing {
    /** Lines that the terminal may have dropped, the oldest first. */
    protected readonly copied: string[] = [];
    /** How many of these are no longer held. */
    protected dropped = 0;
    /** The first row that was not copied; undefined when that is the first which the terminal holds. */
    protected next: ReturnType<Screen['registerMarker']> | undefined;
    /** The terminal was resized since, which may have moved the marker to another line or lost it. */
    protected misplaced = false;
    /** How many lines stand from there to that of the cursor: no resizing changes that. */
    protected notCopied = 0;
    /** The line in which the output of the last command begins, counted from 0 for the first ever. */
    protected outputStart: number | undefined;

    constructor(protected readonly screen: Screen) {
        // Whoever clears the terminal wants nobody to read what was there.
        for (const prefix of [{}, { prefix: '?' }]) {
            screen.parser.registerCsiHandler({ ...prefix, final: 'J' }, ([what]) => (what === 3 ? this.clear() : false));
        }
        screen.parser.registerEscHandler({ final: 'c' }, () => this.clear());
        screen.onWriteParsed(() => this.copy());
        screen.onResize(() => {
            this.misplaced = this.next !== undefined;
            this.markAgain();
        });
        screen.buffer.onBufferChange(() => this.markAgain());
    }

    /** The lines as a person reads them; while a program has the whole terminal, what it shows. */
    lines(): TerminalLines {
        const { active } = this.screen.buffer;
        if (active.type === 'alternate') {
            return linesFrom(active);
        }
        const { copied } = this;
        const rest = linesFrom(active, this.nextRow);
        const length = Math.min(copied.length + rest.length, KEPT_LINES);
        const left = copied.length + rest.length - length;
        return { length, at: index => (left + index < copied.length ? copied[left + index] : rest.at(left + index - copied.length)) };
    }

    /** The output of a command begins at the cursor. */
    startOutput(): void {
        this.outputStart = this.dropped + this.copied.length + countLines(this.buffer, this.nextRow, this.cursorRow + 1) - 1;
    }

    /** Number of the first line of the last command's output, counted from 1 for the oldest line; undefined when that is gone. */
    get outputStartLine(): number | undefined {
        const total = this.dropped + this.copied.length + linesFrom(this.buffer, this.nextRow).length;
        const oldest = Math.max(this.dropped, total - KEPT_LINES);
        return this.outputStart === undefined || this.outputStart < oldest ? undefined : this.outputStart - oldest + 1;
    }

    /** Copies what has scrolled far enough out of sight. To be called before the terminal drops it. */
    copy(changeableRows = CHANGEABLE_ROWS): void {
        const { buffer, nextRow } = this;
        const end = lineStartOf(buffer, Math.max(0, buffer.baseY - changeableRows));
        if (end > nextRow && this.canMark) {
            wholeLines(buffer, nextRow, end).forEach(line => this.copied.push(line));
            this.dropped += this.copied.splice(0, this.copied.length - KEPT_LINES).length;
            this.mark(end);
        }
        this.notCopied = countLines(buffer, this.nextRow, this.cursorRow + 1);
    }

    /** Holds nothing but what the terminal shows from now on. Answers that the terminal has to clear itself. */
    clear(): false {
        this.dropped += this.copied.splice(0).length;
        this.next?.dispose();
        this.next = undefined;
        this.misplaced = false;
        this.outputStart = undefined;
        return false;
    }

    protected get buffer(): Screen['buffer']['normal'] {
        return this.screen.buffer.normal;
    }

    protected get cursorRow(): number {
        return this.buffer.baseY + this.buffer.cursorY;
    }

    protected get nextRow(): number {
        if (!this.misplaced) {
            return Math.max(0, this.next?.line ?? 0);
        }
        let row = lineStartOf(this.buffer, this.cursorRow);
        for (let lines = 1; lines < this.notCopied && row > 0; lines++) {
            row = lineStartOf(this.buffer, row - 1);
        }
        return row;
    }

    /** Markers are set in what the terminal shows. */
    protected get canMark(): boolean {
        return this.screen.buffer.active.type === 'normal';
    }

    protected mark(row: number): void {
        this.next?.dispose();
        this.next = this.screen.registerMarker(row - this.cursorRow);
        this.misplaced = false;
    }

    protected markAgain(): void {
        if (this.misplaced && this.canMark) {
            this.mark(this.nextRow);
        }
    }
}

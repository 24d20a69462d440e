import { WorkspaceError } from '../workspace-error';
import { PatchText } from './patch-text';

/** The lines of a patch, read one after the other. */
export class PatchLines {
    /** The line that comes next, from 0. */
    private next = 0;

    constructor(readonly patch: PatchText) {}

    /** The number of the line that comes next, from 0. */
    get position(): number {
        return this.next;
    }

    /** Whether no line comes any more. */
    get isOver(): boolean {
        return this.next >= this.patch.lines.count;
    }

    /** Whether the line that comes next, or one after it, begins so. */
    startsWith(beginning: string, ahead = 0): boolean {
        const { text, count } = this.patch.lines;
        const line = this.next + ahead;
        return line < count && text.startsWith(beginning, this.patch.lines.start(line));
    }

    /** The line that comes next, or one after it; empty behind the end. */
    peek(ahead = 0): string {
        const { lines } = this.patch;
        const line = this.next + ahead;
        return line < lines.count ? lines.text.slice(lines.start(line), lines.end(line)) : '';
    }

    /** Goes past the line that comes next. */
    skip(): void {
        this.next++;
    }

    /** Complains about the line that comes next. */
    malformed(problem: string): WorkspaceError {
        const line = this.next + 1;
        return new WorkspaceError('invalid-patch', `Line ${line} of the patch ${problem}. Make the diff again; nothing was changed.`, {
            line
        });
    }
}

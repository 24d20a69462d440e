import { WorkspaceError } from '../workspace-error';

/** The lines of a patch, read one after the other. */
export class PatchLines {
    private readonly lines: readonly string[];
    private next = 0;

    constructor(patch: string) {
        const lines = patch.split('\n');
        if (lines.at(-1) === '') {
            lines.pop();
        }
        // A patch that was stored with other line ends shows it behind the names of the files, too.
        const first = lines.find((line, index) => line.startsWith('+++ ') && index > 0 && lines[index - 1].startsWith('--- '));
        const isConverted = first?.endsWith('\r') === true;
        this.lines = isConverted ? lines.map(line => line.replace(/\r$/, '')) : lines;
    }

    /** The line that comes next, or one after it; undefined behind the end. */
    peek(ahead = 0): string | undefined {
        return this.lines[this.next + ahead];
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

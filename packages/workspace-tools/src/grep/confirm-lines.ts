import { PathGuard } from '../path-guard';
import { TurnTaking } from '../turn-taking';
import { FileText, READ_WHOLE_BYTES } from './file-text';
import { LONGEST_LINE_END, REPORTED_BYTES, SHOWN_BYTES } from './grep-arguments';
import { GrepMatch } from './grep-request';
import { ReportedLine, isMarked } from './reported-line';

/** Bytes of a line that is too long to be shown whole, and of all such lines, in which matches are looked for again. */
const LONG_LINE_BYTES = 1024 * 1024;
const LONG_LINES_BYTES = 8 * 1024 * 1024;
const CONTEXT_BYTES = 64 * 1024;
/** The end of what is not shown whole. */
const CUT = '…';

/** A line that really stands in a file of the workspace. */
export interface ConfirmedLine {
    readonly reported: ReportedLine;
    readonly match: GrepMatch;
    /** The line without its line end, cut when it is endless. */
    readonly bytes: Buffer;
    /** Whether it is longer than what was reported of it: it is not known yet whether it matches. */
    readonly isLong: boolean;
}

/**
 * Reads reported lines again through the guard and keeps those that are as reported. ripgrep goes by names, so someone who swaps a
 * directory for a link can make it search elsewhere; of what it finds there nothing is told, not even that it was found.
 */
export class LineConfirmation {
    /** What was confirmed so far. */
    readonly lines: ConfirmedLine[] = [];
    private readonly turns = new TurnTaking();
    private readonly room = Buffer.allocUnsafeSlow(READ_WHOLE_BYTES);
    private longBytes = 0;

    constructor(
        private readonly guard: PathGuard,
        private readonly contextLines: number
    ) {}

    /** Whether lines were left out because they are too long together. */
    get isCut(): boolean {
        return this.longBytes > LONG_LINES_BYTES;
    }

    /** Confirms lines, those of one file in a row. */
    async add(reported: readonly ReportedLine[]): Promise<void> {
        for (let [start, end] = [0, 0]; start < reported.length; start = end) {
            const { path } = reported[start];
            while (end < reported.length && reported[end].path === path) {
                end++;
            }
            const { readBytes } = this.guard.policy.limits;
            await this.guard.withFound(path, pinned =>
                FileText.use(pinned, readBytes, this.room, text => this.read(text, reported.slice(start, end)))
            );
            await this.turns.nextIfOver();
        }
    }

    private async read(text: FileText, wanted: readonly ReportedLine[]): Promise<void> {
        for (const line of wanted) {
            const bytes = standingLine(text, line);
            if (bytes && this.takes(bytes)) {
                this.lines.push(describe(text, line, bytes, this.contextLines));
            }
            if (this.turns.isOver) {
                await this.turns.next();
            }
        }
    }

    private takes({ length }: Buffer): boolean {
        const isMuch = length > SHOWN_BYTES;
        this.longBytes += isMuch ? length : 0;
        return !(isMuch && this.isCut);
    }
}

/** The bytes of a reported line, if it stands in the file as reported or is too long to tell. */
function standingLine(text: FileText, { offset, mark }: ReportedLine): Buffer | undefined {
    const bytes = lineAt(text, offset);
    return bytes && (isTooLong(bytes) || isMarked(bytes, mark)) ? bytes : undefined;
}

function isTooLong({ length }: Buffer): boolean {
    return length > REPORTED_BYTES;
}

function describe(text: FileText, reported: ReportedLine, line: Buffer, contextLines: number): ConfirmedLine {
    const { path, line: number, offset } = reported;
    // A copy, so that a line does not keep all of its file in memory, and outlasts what is read next.
    const bytes = Buffer.from(line);
    const context =
        contextLines > 0
            ? {
                  contextBefore: text.linesBefore(offset, contextLines, CONTEXT_BYTES).map(show),
                  contextAfter: text.linesAfter(offset, contextLines, CONTEXT_BYTES).map(show)
              }
            : {};
    return { reported, match: { path, line: number, content: show(bytes), ...context }, bytes, isLong: isTooLong(bytes) };
}

/** The line that begins here, as much of it as is looked at. Most are short, so little is read first. */
function lineAt(text: FileText, offset: number): Buffer | undefined {
    const limits = [SHOWN_BYTES, REPORTED_BYTES, LONG_LINE_BYTES];
    let bytes: Buffer | undefined;
    for (const limit of limits) {
        bytes = text.lineAt(offset, limit + LONGEST_LINE_END);
        if (!bytes || bytes.length <= limit) {
            break;
        }
    }
    return bytes;
}

/** A line, or a part of one, as far as it is shown. */
export function show(line: Buffer): string {
    return line.length <= SHOWN_BYTES ? line.toString('utf8') : line.toString('utf8', 0, SHOWN_BYTES) + CUT;
}

/** Whether this is only the beginning of what it shows. */
export function isCut(shown: string): boolean {
    return shown.endsWith(CUT) && Buffer.byteLength(shown) > SHOWN_BYTES;
}

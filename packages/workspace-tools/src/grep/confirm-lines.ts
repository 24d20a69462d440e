import { posix } from 'node:path';
import { PathGuard } from '../path-guard';
import { TurnTaking } from '../turn-taking';
import { WorkspaceError, systemErrorCode } from '../workspace-error';
import { FileText, withoutCarriageReturn } from './file-text';
import { SHOWN_BYTES } from './grep-arguments';
import { GrepMatch } from './grep-request';
import { ReportedLine } from './reported-line';

/** Bytes of a line that is too long to be shown whole, and of all such lines, in which matches are looked for again. */
const LONG_LINE_BYTES = 1024 * 1024;
const LONG_LINES_BYTES = 16 * 1024 * 1024;
const CONTEXT_BYTES = 64 * 1024;

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
 * Reads every reported line again through the guard and keeps those that are as reported. ripgrep goes by names, so someone who swaps
 * a directory for a link can make it search elsewhere; of what it finds there nothing is told, not even that it was found.
 */
export async function confirmLines(
    guard: PathGuard,
    reported: readonly ReportedLine[],
    contextLines: number
): Promise<{ lines: ConfirmedLine[]; isCut: boolean }> {
    const turns = new TurnTaking();
    const lines: ConfirmedLine[] = [];
    let longBytes = 0;
    const read = async (text: FileText, wanted: readonly ReportedLine[]): Promise<void> => {
        for (const line of wanted) {
            const confirmed = confirm(text, line, contextLines);
            longBytes += confirmed?.isLong ? confirmed.bytes.length : 0;
            if (confirmed && (!confirmed.isLong || longBytes <= LONG_LINES_BYTES)) {
                lines.push(confirmed);
            }
            await turns.nextIfOver();
        }
    };
    for (const [directory, files] of byDirectory(reported)) {
        await unlessGone(() =>
            guard.withReadable(`./${directory}`, {}, async ({ relativePath, pinned }) => {
                if (posix.join('.', relativePath) === directory) {
                    for (const [name, wanted] of files) {
                        const path = `${pinned.accessPath}/${name}`;
                        await unlessGone(() => FileText.use(path, guard.policy.limits.readBytes, text => read(text, wanted)));
                    }
                }
            })
        );
    }
    return { lines, isCut: longBytes > LONG_LINES_BYTES };
}

function byDirectory(reported: readonly ReportedLine[]): Map<string, Map<string, ReportedLine[]>> {
    const directories = new Map<string, Map<string, ReportedLine[]>>();
    for (const line of reported) {
        const [directory, name] = [posix.dirname(line.path), posix.basename(line.path)];
        const files = directories.get(directory) ?? new Map<string, ReportedLine[]>();
        const lines = files.get(name) ?? [];
        lines.push(line);
        directories.set(directory, files.set(name, lines));
    }
    return directories;
}

function confirm(text: FileText, reported: ReportedLine, contextLines: number): ConfirmedLine | undefined {
    const { path, line, offset, content } = reported;
    const beginning = text.lineAt(offset, SHOWN_BYTES + 2);
    const isLong = beginning !== undefined && beginning.length > SHOWN_BYTES;
    const bytes = isLong ? text.lineAt(offset, LONG_LINE_BYTES) : beginning;
    if (!bytes || (!isLong && !bytes.equals(withoutCarriageReturn(content)))) {
        return undefined;
    }
    const context =
        contextLines > 0
            ? {
                  contextBefore: text.linesBefore(offset, contextLines, CONTEXT_BYTES).map(show),
                  contextAfter: text.linesAfter(offset, contextLines, CONTEXT_BYTES).map(show)
              }
            : {};
    // A copy of the bytes, so that a line does not keep all of its file in memory.
    return { reported, match: { path, line, content: show(bytes), ...context }, bytes: Buffer.from(bytes), isLong };
}

/** A line, or a part of one, as far as it is shown. */
export function show(line: Buffer): string {
    return line.length <= SHOWN_BYTES ? line.toString('utf8') : `${line.toString('utf8', 0, SHOWN_BYTES)}…`;
}

/** What is gone, was swapped for a link or is closed to us since it was searched is left out. */
async function unlessGone(look: () => Promise<void>): Promise<void> {
    try {
        await look();
    } catch (error) {
        const code = systemErrorCode(error) ?? '';
        if (!(error instanceof WorkspaceError) && !['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EACCES', 'EPERM'].includes(code)) {
            throw error;
        }
    }
}

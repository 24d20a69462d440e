import { WorkspaceError } from '../workspace-error';
import { Hunk } from './file-patch';
import { PatchLines } from './patch-lines';
import { ADDED, KEPT, REMOVED } from './patch-text';

/** Blank lines at the end of a patch that may have been chopped, as `patch` allows. */
const MOST_CHOPPED = 3;

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Reads the hunk that comes next; undefined when something else does. */
export function parseHunk(lines: PatchLines): Hunk | undefined {
    if (!lines.startsWith('@@')) {
        return undefined;
    }
    const header = HEADER.exec(lines.peek());
    if (!header) {
        throw lines.malformed('should look like "@@ -1,3 +1,4 @@"');
    }
    lines.skip();
    const { patch, position: firstLine } = lines;
    const [oldCount, newCount] = [countOf(header.at(2)), countOf(header.at(3))];
    let [keptLines, addedLines, removedLines] = [0, 0, 0];
    while (keptLines + removedLines < oldCount || keptLines + addedLines < newCount) {
        const missing = oldCount - keptLines - removedLines;
        const isEven = missing === newCount - keptLines - addedLines;
        if (lines.isOver && isEven && missing <= MOST_CHOPPED && addedLines + removedLines > 0) {
            // What is left must match all the same.
            break;
        }
        const kind = lines.isOver ? undefined : patch.kind(lines.position);
        if (kind !== KEPT && kind !== REMOVED && kind !== ADDED) {
            throw lines.malformed('ends its hunk before all lines are there that the header of the hunk counts');
        }
        if ((kind !== ADDED && missing === 0) || (kind !== REMOVED && keptLines + addedLines === newCount)) {
            throw uncounted(lines);
        }
        keptLines += kind === KEPT ? 1 : 0;
        addedLines += kind === ADDED ? 1 : 0;
        removedLines += kind === REMOVED ? 1 : 0;
        lines.skip();
        if (patch.isRemark(lines.position)) {
            lines.skip();
        }
    }
    if (continues(lines)) {
        throw uncounted(lines);
    }
    return {
        // Without old lines the number is that of the line before.
        start: Number(header[1]) - (oldCount === 0 ? 0 : 1),
        ...{ patch, firstLine, endLine: lines.position },
        ...{ oldLines: keptLines + removedLines, addedLines, removedLines },
        choppedLines: oldCount - keptLines - removedLines
    };
}

/** A header leaves out the count of a single line. */
function countOf(text: string | undefined): number {
    return text === undefined ? 1 : Number(text);
}

function uncounted(lines: PatchLines): WorkspaceError {
    return lines.malformed('belongs to a hunk whose header counts fewer lines');
}

function continues(lines: PatchLines): boolean {
    // What a mail ends with, and the header of the next file.
    const isHeader = /^-- ?\r?$/.test(lines.peek()) || (lines.startsWith('--- ') && lines.startsWith('+++ ', 1));
    return /^[ +-]/.test(lines.peek()) && !isHeader;
}

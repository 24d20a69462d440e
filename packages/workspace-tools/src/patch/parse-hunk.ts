import { WorkspaceError } from '../workspace-error';
import { Hunk } from './file-patch';
import { PatchLines } from './patch-lines';

/** Blank lines at the end of a patch that may have been chopped, as `patch` allows. */
const MOST_CHOPPED = 3;

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Reads the hunk that comes next; undefined when something else does. */
export function parseHunk(lines: PatchLines): Hunk | undefined {
    const first = lines.peek();
    if (first?.startsWith('@@') !== true) {
        return undefined;
    }
    const header = HEADER.exec(first);
    if (!header) {
        throw lines.malformed('should look like "@@ -1,3 +1,4 @@"');
    }
    lines.skip();
    const [oldCount, newCount] = [countOf(header.at(2)), countOf(header.at(3))];
    const oldLines: string[] = [];
    const newLines: string[] = [];
    let [addedLines, removedLines] = [0, 0];
    while (oldLines.length < oldCount || newLines.length < newCount) {
        const line = lines.peek();
        const missing = oldCount - oldLines.length;
        if (line === undefined && missing === newCount - newLines.length && missing <= MOST_CHOPPED && addedLines + removedLines > 0) {
            // What is left must match all the same.
            break;
        }
        // Editors strip the blank of an empty context line.
        const kind = line === '' || line === '\r' ? ' ' : line?.[0];
        const isOld = kind === ' ' || kind === '-';
        const isNew = kind === ' ' || kind === '+';
        if (line === undefined || (!isOld && !isNew)) {
            throw lines.malformed('ends its hunk before all lines are there that the header of the hunk counts');
        }
        if ((isOld && oldLines.length === oldCount) || (isNew && newLines.length === newCount)) {
            throw uncounted(lines);
        }
        lines.skip();
        const ending = lines.peek()?.startsWith('\\') ? '' : '\n';
        if (ending === '') {
            lines.skip();
        }
        const text = (line === '\r' ? line : line.slice(1)) + ending;
        if (isOld) {
            oldLines.push(text);
        }
        if (isNew) {
            newLines.push(text);
        }
        addedLines += kind === '+' ? 1 : 0;
        removedLines += kind === '-' ? 1 : 0;
    }
    if (continues(lines)) {
        throw uncounted(lines);
    }
    // Without old lines the number is that of the line before.
    return { start: Number(header[1]) - (oldCount === 0 ? 0 : 1), oldLines, newLines, addedLines, removedLines };
}

/** A header leaves out the count of a single line. */
function countOf(text: string | undefined): number {
    return text === undefined ? 1 : Number(text);
}

function uncounted(lines: PatchLines): WorkspaceError {
    return lines.malformed('belongs to a hunk whose header counts fewer lines');
}

function continues(lines: PatchLines): boolean {
    const line = lines.peek() ?? '';
    // What a mail ends with, and the header of the next file.
    const isHeader = /^-- ?\r?$/.test(line) || (line.startsWith('--- ') && lines.peek(1)?.startsWith('+++ ') === true);
    return /^[ +-]/.test(line) && !isHeader;
}

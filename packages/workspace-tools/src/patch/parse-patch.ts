import { outsideWorkspace } from '../refusal';
import { WorkspaceError } from '../workspace-error';
import { belongTogether, FileHeaders, NOWHERE } from './file-headers';
import { FilePatch, Hunk } from './file-patch';
import { parseHunk } from './parse-hunk';
import { PatchLines } from './patch-lines';
import { isBeginningOfTime, readName, readTwinName, stripName, writtenName } from './patch-name';
import { PatchText } from './patch-text';

const GIT_HEADER = 'diff --git ';

/**
 * Reads a unified diff, with or without the headers of git. Text around the diffs, such as that of a mail, is passed over.
 * @param strip leading segments of the names that are no part of the paths
 * @throws WorkspaceError `invalid-patch` that names the line, `too-large` when there are more files
 */
export function parsePatch(patch: string, strip: number, mostFiles: number): FilePatch[] {
    const lines = new PatchLines(new PatchText(patch));
    const files: FilePatch[] = [];
    while (!lines.isOver) {
        if (lines.startsWith(GIT_HEADER) || isPair(lines)) {
            files.push(parseFile(lines, strip));
        } else if (lines.startsWith('@@ ')) {
            throw lines.malformed('begins a hunk, but no "---" and "+++" lines before it name a file');
        } else {
            lines.skip();
        }
    }
    if (files.length === 0) {
        throw new WorkspaceError('invalid-patch', 'The patch names no file. Give a unified diff with "---", "+++" and "@@" lines.');
    }
    if (files.length > mostFiles) {
        throw tooLarge(`changes ${files.length} files; at most ${mostFiles} are allowed`, files.length, mostFiles);
    }
    return files;
}

/** A patch that is more than one may be. */
export function tooLarge(problem: string, size: number, limit: number): WorkspaceError {
    return new WorkspaceError('too-large', `The patch ${problem}. Split it.`, { size, limit });
}

function isPair(lines: PatchLines): boolean {
    return lines.startsWith('--- ') && lines.startsWith('+++ ', 1);
}

function parseFile(lines: PatchLines, strip: number): FilePatch {
    const headers: FileHeaders = {};
    if (lines.startsWith(GIT_HEADER)) {
        headers.names = lines.peek().slice(GIT_HEADER.length).replace(/\r$/, '');
        headers.twin = readTwinName(headers.names);
        lines.skip();
        while (readGitHeader(lines, headers)) {
            lines.skip();
        }
    }
    const [from, to] = isPair(lines) && isPairOf(lines, headers, strip) ? [lines.peek().slice(4), lines.peek(1).slice(4)] : [];
    if (from !== undefined && to !== undefined) {
        [headers.from, headers.to] = [readName(from), readName(to)];
        lines.skip();
        lines.skip();
    }
    const hunks: Hunk[] = [];
    for (let hunk = parseHunk(lines); hunk; hunk = parseHunk(lines)) {
        hunks.push(hunk);
    }
    // What was not there is as old as can be to those who tell no other name of it.
    headers.isNew ||= isBeginningOfTime(from) && hunks.every(({ oldLines }) => oldLines === 0);
    headers.isDeleted ||=
        isBeginningOfTime(to) && hunks.every(({ oldLines, removedLines, addedLines }) => oldLines === removedLines && addedLines === 0);
    const file = nameFile(lines, headers, strip);
    if (file.action === 'modify' && hunks.length === 0) {
        throw lines.malformed('ends a file without a hunk: nothing of it would change, and modes are left as they are');
    }
    return { ...file, hunks };
}

/**
 * Whether the pair that comes next is that of the headers before it. A file that is moved, made or removed without a hunk needs none: the
 * pair then begins the next file.
 * @throws WorkspaceError `invalid-patch` when the pair is of another file, and nothing is left to be done to the first
 */
function isPairOf(lines: PatchLines, headers: FileHeaders, strip: number): boolean {
    const [from, to] = [0, 1]
        .map(ahead => lines.peek(ahead).slice(4))
        .map(header => ({ name: readName(header), written: writtenName(header) }));
    if (headers.names === undefined || belongTogether(headers, from, to, strip)) {
        return true;
    }
    if (headers.renameTo === undefined && !headers.isNew && !headers.isDeleted) {
        throw lines.malformed(`names other files than the "${GIT_HEADER.trim()}" line before it`);
    }
    return false;
}

/** Takes in the line that comes next if it is a header of git. */
function readGitHeader(lines: PatchLines, headers: FileHeaders): boolean {
    const line = lines.peek().replace(/\r$/, '');
    const [name, value] = /^(rename from|rename to|new file mode|deleted file mode) (.*)$/s.exec(line)?.slice(1) ?? ['', ''];
    if (/^(Binary files |GIT binary patch|copy from )/.test(line) || /^1[26]0000$/.test(value)) {
        throw lines.malformed('is about a copy, a binary file, a link or a submodule; only text files can be patched');
    }
    headers.renameFrom = name === 'rename from' ? readName(value) : headers.renameFrom;
    headers.renameTo = name === 'rename to' ? readName(value) : headers.renameTo;
    headers.isNew ||= name === 'new file mode';
    headers.isDeleted ||= name === 'deleted file mode';
    return name !== '' || /^(old mode|new mode|similarity index|dissimilarity index|index) /.test(line);
}

function nameFile(lines: PatchLines, headers: FileHeaders, strip: number): Omit<FilePatch, 'hunks'> {
    const { renameFrom, renameTo, from = headers.twin, to = headers.twin } = headers;
    const stripped = (name: string | undefined, segments: number): string => {
        if (segments > 0 && name?.startsWith('/')) {
            // Without its first segment it would be the name of another file.
            throw outsideWorkspace(name);
        }
        const path = name === undefined ? undefined : stripName(name, segments);
        if (path === undefined) {
            throw lines.malformed(`ends a file without a name that has more than ${segments} segments`);
        }
        return path;
    };
    if (strip === 1) {
        refuseBareNames(lines, headers);
    }
    if (renameFrom !== undefined && renameTo !== undefined) {
        // These two names have no "a/" and "b/".
        const segments = Math.max(0, strip - 1);
        return { action: 'rename', path: stripped(renameTo, segments), previousPath: stripped(renameFrom, segments) };
    }
    if (from === NOWHERE || headers.isNew) {
        return { action: 'create', path: stripped(to, strip) };
    }
    if (to === NOWHERE || headers.isDeleted) {
        return { action: 'delete', path: stripped(from, strip) };
    }
    // Without the headers of git the old name may be that of a copy, such as "file.orig".
    return { action: 'modify', path: stripped(to, strip) };
}

/**
 * Names that begin alike, and not with a single character as "a/" and "b/" do, are the paths themselves: without their first segment they
 * would be those of other files.
 * @throws WorkspaceError `invalid-patch` when that is so
 */
function refuseBareNames(lines: PatchLines, { from, to }: FileHeaders): void {
    const [name, ...others] = new Set([from, to].filter(each => each !== undefined && each !== NOWHERE));
    if (name !== undefined && others.length === 0 && name.indexOf('/') > 1) {
        throw lines.malformed(`ends a file that is called "${name}", without the "a/" and "b/" that a diff puts before a path; add them`);
    }
}

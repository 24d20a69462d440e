import { isAbsolute } from 'node:path';
import { quotePath } from './quote-path';
import { outsideWorkspace } from './refusal';
import { WorkspaceError, WorkspaceErrorDetails } from './workspace-error';

const LONGEST_PATH = 4096;

/** How a caller treats what is unusual in a path. */
export interface PathOptions {
    /** `..`: `refuse` (the default) or `resolve` against the segments before it, never beyond the root. */
    readonly parentSegments?: 'refuse' | 'resolve';
    /** Links inside the workspace: `follow` (the default) or `refuse`. Links that lead outside are refused anyway. */
    readonly links?: 'follow' | 'refuse';
    /** Another name under which the caller knows the root, such as `/workspace`. It counts before the real ones. */
    readonly rootName?: string;
}

/** A path from a caller, checked as text only: nothing is known yet about what lies there. */
export interface RequestedPath {
    /** As the caller wrote it, for messages. */
    readonly given: string;
    /** From the workspace root, `/` between segments, no `.` and no `..`; empty for the root itself. */
    readonly relativePath: string;
    /** Whether the caller ended the path with a slash. */
    readonly namesDirectory: boolean;
}

/**
 * Reads a path relative to the workspace, or absolute below one of the names of its root. Whatever a shell, a browser or
 * another operating system would read as something else (`~`, `$HOME`, `file:`, `\\server`) is refused rather than guessed.
 * @throws WorkspaceError `invalid-path` or `outside-workspace`
 */
export function parseRequestedPath(given: string, rootNames: readonly string[], options: PathOptions = {}): RequestedPath {
    if (given === '') {
        throw new WorkspaceError('invalid-path', 'The path is empty. Give a path relative to the workspace; "." is its root.', {
            path: given
        });
    }
    if (given.length > LONGEST_PATH) {
        throw invalid(given, `is ${given.length} characters long; at most ${LONGEST_PATH} are allowed`, { limit: LONGEST_PATH });
    }
    if (/[\0\p{Surrogate}]/u.test(given)) {
        throw invalid(given, 'contains characters that no file name can have');
    }
    if (/^[/\\]{2}/.test(given)) {
        throw invalid(given, 'is a network path');
    }
    const windows = process.platform === 'win32';
    const path = windows ? given.replaceAll('\\', '/') : given;
    const absolute = isAbsolute(path);
    if (path.includes('\\')) {
        throw invalid(given, 'contains a backslash; segments are separated by "/"');
    }
    if (!absolute && /^[a-z][a-z0-9+.-]*:/i.test(path)) {
        throw invalid(given, 'starts like a URL or a drive; files are named by plain paths (put "./" before a name that contains ":")');
    }
    if (!absolute && /^(~|\$\w+(\/|$)|\$\{|%\w+%)/.test(path)) {
        throw invalid(given, 'starts with "~" or a variable, which is not expanded (put "./" before a name that really starts so)');
    }
    const segments = resolveSegments(absolute ? belowRoot(path, rootNames, given) : path, given, options);
    if (windows && segments.some(segment => segment.includes(':'))) {
        throw invalid(given, 'contains a colon');
    }
    return { given, relativePath: segments.join('/'), namesDirectory: /(^|\/)\.?$/.test(path) };
}

/** The part of an absolute path below the root, compared segment by segment so that a sibling with the same prefix is not taken for it. */
function belowRoot(path: string, rootNames: readonly string[], given: string): string {
    const segments = path.split('/').filter(segment => segment !== '' && segment !== '.');
    for (const rootName of rootNames) {
        const rootSegments = rootName.split(/[/\\]/).filter(segment => segment !== '');
        if (rootSegments.every((segment, index) => sameName(segment, segments[index]))) {
            return segments.slice(rootSegments.length).join('/');
        }
    }
    throw outsideWorkspace(given);
}

function sameName(expected: string, actual: string | undefined): boolean {
    return process.platform === 'win32' ? expected.toLowerCase() === actual?.toLowerCase() : expected === actual;
}

function resolveSegments(path: string, given: string, options: PathOptions): string[] {
    const resolved: string[] = [];
    let climbs = false;
    for (const segment of path.split('/')) {
        if (segment === '' || segment === '.') {
            continue;
        }
        // Windows drops trailing dots and spaces, so "...", ".. " and the like could climb there; here they are names.
        if (/^\.\.[. ]+$/.test(segment)) {
            throw invalid(given, 'contains a name that some systems take for ".."');
        }
        if (segment === '..') {
            climbs = true;
            if (resolved.pop() === undefined) {
                throw outsideWorkspace(given);
            }
        } else {
            resolved.push(segment);
        }
    }
    if (climbs && options.parentSegments !== 'resolve') {
        throw invalid(given, 'contains ".."; give the path directly from the workspace root');
    }
    return resolved;
}

/** @param details what else than the path itself is told where that is too much to be sent back */
function invalid(given: string, problem: string, details: WorkspaceErrorDetails = { path: given }): WorkspaceError {
    return new WorkspaceError(
        'invalid-path',
        `The path ${quotePath(given)} ${problem}. Give a path relative to the workspace, such as "src/index.ts".`,
        details
    );
}

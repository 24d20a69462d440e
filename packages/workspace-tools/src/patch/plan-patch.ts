import { throwIfCancelled } from '../cancellation';
import { ChangeOptions } from '../operation';
import { OpenDocument, unsavedText } from '../open-documents';
import { PathGuard } from '../path-guard';
import { quotePath } from '../quote-path';
import { readFile } from '../read/read-file';
import { ReadResult } from '../read/read-request';
import { WorkspaceError } from '../workspace-error';
import { documentText } from '../write/write-document';
import type { AskThread } from '../thread/text-thread';
import { conflict } from './apply-hunks';
import { PatchSummary } from './file-patch';

/** A change that was tried out on the text of its file and may be made. */
export interface PlannedChange {
    readonly patch: PatchSummary;
    /** Real paths from the workspace root. */
    readonly path: string;
    readonly previousPath?: string;
    /** The file before; undefined for one that is created. */
    readonly before?: ReadResult;
    /** The document of a file that is changed where it is open. */
    readonly document?: OpenDocument;
    /** The text after; undefined for a file that is deleted. */
    readonly after?: string;
}

/** Makes of the text of a file what the patch makes of it. */
type ApplyHunks = (text: string) => Promise<string>;

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Tries a patch without changing anything: every path is judged, every hunk is matched. Several diffs of one file follow one another.
 * @param ask the thread that has read the patch
 */
export async function planPatch(
    guard: PathGuard,
    patches: readonly PatchSummary[],
    options: ChangeOptions,
    ask: AskThread
): Promise<PlannedChange[]> {
    const changes: PlannedChange[] = [];
    const taken = new Set<string>();
    const take = (path: string): void => {
        if (taken.has(path)) {
            throw namedTwice(path);
        }
        taken.add(path);
    };
    for (const [position, patch] of patches.entries()) {
        throwIfCancelled(options.signal);
        const applyHunks: ApplyHunks = text => ask('applyHunks', { position, text });
        const { action } = patch;
        const known = changes.length > 0 && action !== 'create' ? await writablePath(guard, patch.previousPath ?? patch.path, options) : '';
        const earlier = changes.find(({ path }) => path === known);
        if (earlier?.after !== undefined && action === 'modify') {
            const change = await applyBehind(earlier, earlier.after, applyHunks);
            changes[changes.indexOf(earlier)] = { ...change, patch: joinSummaries(earlier.patch, patch) };
            continue;
        }
        if (taken.has(known)) {
            throw namedTwice(known);
        }
        const change = await planFile(guard, patch, options, applyHunks);
        [change.path, change.previousPath].filter(path => path !== undefined).forEach(take);
        changes.push(change);
    }
    return changes;
}

/** What two diffs of one file do to it, the second to what the first leaves. */
function joinSummaries(first: PatchSummary, second: PatchSummary): PatchSummary {
    return {
        ...first,
        addedLines: first.addedLines + second.addedLines,
        removedLines: first.removedLines + second.removedLines
    };
}

function namedTwice(path: string): WorkspaceError {
    return new WorkspaceError(
        'invalid-patch',
        `The patch names ${quotePath(path)} twice, and makes, removes or renames it there. Join all changes of a file in one diff, or send two patches.`,
        { path }
    );
}

async function planFile(guard: PathGuard, patch: PatchSummary, options: ChangeOptions, applyHunks: ApplyHunks): Promise<PlannedChange> {
    const { action, path } = patch;
    if (action === 'create') {
        const newPath = await freePath(guard, path, options);
        return { patch, path: newPath, after: await applyHunks('') };
    }
    const oldPath = patch.previousPath ?? path;
    // Judged as a write before anything is read or compared.
    const realPath = await writablePath(guard, oldPath, options);
    const document = await options.documents?.find(realPath);
    if (document?.unsaved && action !== 'modify') {
        throw unsavedText(oldPath, `The patch would ${action} it. Ask the person to save or discard the text first.`);
    }
    const saved = await readFile(guard, { path: oldPath }, options, guard.policy.limits.writeBytes);
    if (action === 'modify' && document) {
        const shown = documentText(document, saved);
        const change = { patch, path: realPath, document, ...(await applyToFile(shown, shown.content, applyHunks)) };
        refuseLostMark(shown, change);
        return change;
    }
    const { before, after } = await applyToFile(saved, saved.content, applyHunks);
    if (action === 'rename') {
        return { patch, path: await freePath(guard, path, options), previousPath: realPath, before, after };
    }
    if (action === 'modify') {
        return { patch, path: realPath, before, after };
    }
    if (after !== '') {
        throw conflict(path, 'it deletes the file, which has more lines than the patch knows');
    }
    return { patch, path: realPath, before };
}

function writablePath(guard: PathGuard, path: string, options: ChangeOptions): Promise<string> {
    return guard.withWritable(path, options, ({ relativePath }) => Promise.resolve(relativePath));
}

/** What a further diff makes of what those before it leave of a file. */
async function applyBehind(earlier: PlannedChange, text: string, applyHunks: ApplyHunks): Promise<PlannedChange> {
    const { before } = earlier;
    if (before === undefined) {
        return { ...earlier, after: await applyHunks(text) };
    }
    const change = { ...earlier, ...(await applyToFile(before, text, applyHunks)) };
    refuseLostMark(before, change);
    return change;
}

/** @throws WorkspaceError `patch-conflict` when a change takes the byte order mark away from an open file, whose editor keeps it */
function refuseLostMark(shown: ReadResult, { patch, document, before }: PlannedChange): void {
    if (document && before !== shown) {
        throw conflict(patch.path, 'it takes the byte order mark away, which the editor that has the file open keeps');
    }
}

/**
 * Applies hunks to the text of a file, or to what an earlier diff leaves of it. A diff shows the byte order mark of a file as a part of
 * its text, whoever writes one by hand has not seen it.
 * @returns the file itself, or where the mark is taken away, the file with the mark as a part of its text
 */
async function applyToFile(file: ReadResult, text: string, applyHunks: ApplyHunks): Promise<{ before: ReadResult; after: string }> {
    try {
        return { before: file, after: withOneMark(file, await applyHunks(text)) };
    } catch (error) {
        if (file.encoding !== 'utf8bom' || !(error instanceof WorkspaceError && error.code === 'patch-conflict')) {
            throw error;
        }
        const after = await applyHunks(BYTE_ORDER_MARK + text);
        if (after.startsWith(BYTE_ORDER_MARK)) {
            return { before: file, after: after.slice(BYTE_ORDER_MARK.length) };
        }
        return { before: { ...file, hash: file.hash, content: BYTE_ORDER_MARK + file.content, encoding: 'utf8' }, after };
    }
}

/** A new text of a file that keeps its byte order mark, without a second one. */
function withOneMark(before: ReadResult, after: string): string {
    const isMarked = before.encoding === 'utf8bom' && !before.content.startsWith(BYTE_ORDER_MARK);
    return isMarked && after.startsWith(BYTE_ORDER_MARK) ? after.slice(BYTE_ORDER_MARK.length) : after;
}

/** Real path of a file that is still to be made. */
function freePath(guard: PathGuard, path: string, options: ChangeOptions): Promise<string> {
    return guard.withWritable(path, options, async ({ relativePath, existing }) => {
        if (existing) {
            throw conflict(path, 'it makes this file, which exists already');
        }
        // The editor of a file that is gone still holds its text.
        if ((await options.documents?.find(relativePath))?.unsaved) {
            throw unsavedText(path, 'The patch would make it anew. Ask the person to save or discard the text first.');
        }
        return relativePath;
    });
}

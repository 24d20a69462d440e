import { lstat, rename, rmdir, unlink } from 'node:fs/promises';
import { posix } from 'node:path';
import { syncDirectory } from '../make-directories';
import { ChangeOptions } from '../operation';
import { OpenDocument } from '../open-documents';
import { PathGuard, WritableTarget } from '../path-guard';
import { hashInTurns, readBeginning } from '../read/read-file';
import { ReadResult } from '../read/read-request';
import { changedMeanwhile } from '../refusal';
import { systemErrorCode } from '../workspace-error';
import { temporaryName } from '../write/temporary-file';
import { isUntouched } from '../write/untouched-target';
import { contentBytes, replaceContent } from '../write/write-file';

/** A step that was taken. */
export interface TakenStep {
    /** Puts back what was there before. */
    undo(): Promise<void>;
    /** Does what cannot be undone, once all steps were taken. */
    finish?(): Promise<void>;
    /** Of a document whose text is not saved. */
    readonly unsavedPath?: string;
}

/** Writes the new text of a file. */
export async function rewriteFile(
    guard: PathGuard,
    path: string,
    before: ReadResult,
    after: string,
    options: ChangeOptions
): Promise<TakenStep> {
    const write = (content: string, expectedHash: string | undefined) =>
        replaceContent(guard, { path: `./${path}`, content, encoding: before.encoding, expectedHash, makeParents: false }, options);
    const { hash } = await write(after, before.hash);
    return {
        undo: async () => {
            await write(before.content, hash);
        }
    };
}

/** Replaces the text of a file that is open in an editor. */
export async function rewriteDocument(
    guard: PathGuard,
    path: string,
    document: OpenDocument,
    after: string,
    before: ReadResult
): Promise<TakenStep> {
    await contentBytes(guard, { path, content: after, encoding: before.encoding });
    const now = await document.replace(after);
    return {
        ...(now.unsaved && { unsavedPath: path }),
        undo: async () => {
            await now.replace(document.text);
        }
    };
}

/** Makes a file. */
export async function createFile(guard: PathGuard, path: string, content: string, options: ChangeOptions): Promise<TakenStep> {
    const parent = await existingParent(guard, path, options);
    const { hash } = await replaceContent(guard, { path: `./${path}`, content, mode: 'create' }, options);
    return {
        undo: async () => {
            await withUnchanged(guard, path, hash, options, ({ directory, name }) => unlink(`${directory.accessPath}/${name}`));
            await removeMadeParents(guard, path, parent);
        }
    };
}

/** Gives a file another name. */
export async function moveFile(
    guard: PathGuard,
    from: string,
    to: string,
    { hash, content, encoding }: ReadResult,
    options: ChangeOptions
): Promise<TakenStep> {
    const parent = await existingParent(guard, to, options);
    const move = (source: string, target: string, makeParents: boolean): Promise<void> =>
        withUnchanged(guard, source, hash, options, old =>
            guard.withWritable(`./${target}`, { ...options, makeParents }, async place => {
                const newPath = `${place.directory.accessPath}/${place.name}`;
                if (place.existing || (await exists(newPath)) || place.directory.currentPath() !== place.directory.realPath) {
                    throw changedMeanwhile(target);
                }
                await rename(`${old.directory.accessPath}/${old.name}`, newPath);
                await syncDirectory(place.directory);
                await syncDirectory(old.directory);
            })
        );
    await move(from, to, true);
    options.onChanged?.({ path: from, before: content, encoding, madeParents: [] });
    options.onChanged?.({ path: to, after: content, encoding, madeParents: madeParents(guard, to, parent) });
    return {
        undo: async () => {
            await move(to, from, false);
            await removeMadeParents(guard, to, parent);
        }
    };
}

/** Takes a file away. It stays beside its place under a temporary name until all other steps were taken. */
export async function removeFile(
    guard: PathGuard,
    path: string,
    { hash }: Pick<ReadResult, 'hash'>,
    options: ChangeOptions
): Promise<TakenStep> {
    const aside = temporaryName();
    await withUnchanged(guard, path, hash, options, async ({ directory, name }) => {
        await rename(`${directory.accessPath}/${name}`, `${directory.accessPath}/${aside}`);
        await syncDirectory(directory);
    });
    const inDirectory = (use: (directory: string) => Promise<void>): Promise<void> =>
        guard.withWritable(`./${path}`, options, ({ directory }) => use(directory.accessPath));
    return {
        undo: () => inDirectory(directory => rename(`${directory}/${aside}`, `${directory}/${posix.basename(path)}`)),
        finish: () => inDirectory(directory => unlink(`${directory}/${aside}`))
    };
}

/** Calls `use` with a file if it is still the one with this hash, where it was. */
async function withUnchanged(
    guard: PathGuard,
    path: string,
    hash: string | undefined,
    options: ChangeOptions,
    use: (target: WritableTarget) => Promise<void>
): Promise<void> {
    await guard.withWritable(`./${path}`, options, async target => {
        const { existing } = target;
        const content = existing && (await readBeginning(existing, guard.policy.limits.writeBytes, options.signal));
        if (!content || (await hashInTurns(content.bytes)) !== hash) {
            throw changedMeanwhile(path);
        }
        if ((await options.documents?.find(target.relativePath))?.unsaved || !isUntouched(target, true)) {
            throw changedMeanwhile(path);
        }
        await use(target);
    });
}

async function exists(path: string): Promise<boolean> {
    try {
        await lstat(path);
        return true;
    } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') {
            return false;
        }
        throw error;
    }
}

/** Real path of the deepest directory above a new file that exists already. */
function existingParent(guard: PathGuard, path: string, options: ChangeOptions): Promise<string> {
    return guard.withWritable(`./${path}`, options, ({ directory }) => Promise.resolve(directory.realPath));
}

/** The directories that were made for a file below one that existed, the deepest first. */
function madeParents(guard: PathGuard, path: string, existing: string): string[] {
    const parent = posix.dirname(path);
    return parent === '.' || posix.join(guard.root, parent) === existing ? [] : [parent, ...madeParents(guard, parent, existing)];
}

/** Removes the directories that were made for a file, as far as nobody put something else into them. */
async function removeMadeParents(guard: PathGuard, path: string, parent: string): Promise<void> {
    for (const made of madeParents(guard, path, parent)) {
        await guard.withReadable(`./${posix.dirname(made)}`, {}, ({ pinned }) => rmdir(`${pinned.accessPath}/${posix.basename(made)}`));
    }
}

import { chmod, rename, rmdir, unlink } from 'node:fs/promises';
import { posix } from 'node:path';
import { ChangeOptions } from '../operation';
import { PathGuard, WritableTarget } from '../path-guard';
import { hashBytes, readBeginning } from '../read/read-file';
import { changedMeanwhile } from '../refusal';
import { temporaryName } from '../write/temporary-file';
import { replaceContent } from '../write/write-file';
import { PlannedChange } from './plan-patch';

/** A step that was taken. */
export interface TakenStep {
    /** Puts back what was there before. */
    undo(): Promise<void>;
    /** Does what cannot be undone, once all steps were taken. */
    finish?(): Promise<void>;
}

/** Writes the text of a changed or new file. */
export async function writeText(guard: PathGuard, change: PlannedChange, after: string, options: ChangeOptions): Promise<TakenStep> {
    const { before, previousPath } = change;
    const path = `./${change.path}`;
    const encoding = before?.encoding;
    if (before && previousPath === undefined) {
        const { hash } = await replaceContent(guard, { path, content: after, encoding, expectedHash: before.hash }, options);
        return {
            undo: async () => {
                await replaceContent(guard, { path, content: before.content, encoding, expectedHash: hash }, options);
            }
        };
    }
    const parent = await guard.withWritable(path, options, ({ directory }) => Promise.resolve(directory.realPath));
    const { hash } = await replaceContent(guard, { path, content: after, encoding, mode: 'create' }, options);
    const undo = async (): Promise<void> => {
        await withUnchanged(guard, path, hash, options, ({ directory, name }) => unlink(`${directory.accessPath}/${name}`));
        await removeMadeParents(guard, change.path, parent);
    };
    if (previousPath !== undefined) {
        await keepMode(guard, previousPath, path, options).catch(async (error: unknown) => {
            await undo();
            throw error;
        });
    }
    return { undo };
}

/** Takes a file away. It stays beside its place under a temporary name until all other steps were taken. */
export async function removeFile(guard: PathGuard, path: string, hash: string | undefined, options: ChangeOptions): Promise<TakenStep> {
    const aside = temporaryName();
    await withUnchanged(guard, `./${path}`, hash, options, ({ directory, name }) =>
        rename(`${directory.accessPath}/${name}`, `${directory.accessPath}/${aside}`)
    );
    const inDirectory = (use: (directory: string) => Promise<void>): Promise<void> =>
        guard.withReadable(`./${posix.dirname(path)}`, {}, ({ pinned }) => use(pinned.accessPath));
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
    await guard.withWritable(path, options, async target => {
        const { existing, directory } = target;
        const content = existing && (await readBeginning(existing, guard.policy.limits.writeBytes, options.signal));
        if (!content || hashBytes(content.bytes) !== hash || (await directory.currentPath()) !== directory.realPath) {
            throw changedMeanwhile(path);
        }
        await use(target);
    });
}

async function keepMode(guard: PathGuard, from: string, to: string, options: ChangeOptions): Promise<void> {
    const mode = await guard.withReadable(`./${from}`, {}, ({ pinned }) => Promise.resolve(pinned.stats.mode & 0o777));
    await guard.withWritable(to, options, ({ existing }) => (existing ? chmod(existing.accessPath, mode) : Promise.resolve()));
}

/** Removes the directories that were made for a file, as far as nobody put something else into them. */
async function removeMadeParents(guard: PathGuard, path: string, existingParent: string): Promise<void> {
    for (let made = posix.dirname(path); made !== '.' && posix.join(guard.root, made) !== existingParent; made = posix.dirname(made)) {
        await guard.withReadable(`./${posix.dirname(made)}`, {}, ({ pinned }) => rmdir(`${pinned.accessPath}/${posix.basename(made)}`));
    }
}

import { rmdir } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { ChangeOptions } from '../operation';
import { removeFile } from '../patch/change-steps';
import { PathGuard } from '../path-guard';
import { systemErrorCode } from '../workspace-error';
import { temporaryName } from '../write/temporary-file';

/** Which file to take away, as the caller knows it. */
export interface RemoveRequest {
    /** From the root, all links resolved. */
    readonly path: string;
    /** SHA-256 of the whole file: another one stays. */
    readonly expectedHash: string;
    /** The directories that were made for it, the deepest first; those that are empty then go too. */
    readonly madeParents?: readonly string[];
}

/** What an empty directory is not, or no longer. */
const LEFT_ALONE = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR']);

/** Takes away a file that was made, if it is still the one that the caller knows. */
export async function removeMadeFile(guard: PathGuard, request: RemoveRequest, options: ChangeOptions): Promise<void> {
    const step = await removeFile(guard, request.path, { hash: request.expectedHash }, options);
    await step.finish?.();
    for (const made of request.madeParents ?? []) {
        if (!(await removeIfEmpty(guard, made, options))) {
            return;
        }
    }
}

async function removeIfEmpty(guard: PathGuard, path: string, options: ChangeOptions): Promise<boolean> {
    // A name beside it that nobody has: what is above it may be sensitive, but it could be written in.
    const beside = posix.join(posix.dirname(path), temporaryName());
    return guard.withWritable(`./${beside}`, options, async ({ directory }) => {
        if (directory.realPath !== resolve(guard.root, posix.dirname(path))) {
            return false;
        }
        try {
            await rmdir(`${directory.accessPath}/${posix.basename(path)}`);
            return true;
        } catch (error) {
            if (LEFT_ALONE.has(systemErrorCode(error) ?? '')) {
                return false;
            }
            throw error;
        }
    });
}

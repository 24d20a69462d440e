import { constants } from 'node:fs';
import { FileHandle, access, lstat, open, rename, unlink } from 'node:fs/promises';
import { KeyedQueue } from '../keyed-queue';
import { syncDirectory } from '../make-directories';
import { posix, resolve } from 'node:path';
import { ChangeOptions } from '../operation';
import { PathGuard, WritableTarget } from '../path-guard';
import { quotePath } from '../quote-path';
import { hashBytes, readBeginning } from '../read/read-file';
import { changedMeanwhile } from '../refusal';
import { appendToFile } from './append-to-file';
import { temporaryName } from './temporary-file';
import { encodeText } from '../read/text-encoding';
import { WriteRequest, WriteResult } from './write-request';
import { WorkspaceError, systemErrorCode } from '../workspace-error';

/** Writers of one file wait for each other, so that none replaces it between another's last look and its rename. */
const writers = new KeyedQueue();

/**
 * Writes a text file so that others see the old content or the new one, never a part: a temporary file in the same directory is
 * written, made durable and renamed. Keeps the mode, and where permitted the owner, of the file that it replaces.
 */
export async function writeFile(guard: PathGuard, request: WriteRequest, options: ChangeOptions = {}): Promise<WriteResult> {
    return request.mode === 'append' ? appendToFile(guard, request, options) : replaceContent(guard, request, options);
}

/** What is written without asking what stands there: the whole content of a file. */
export async function replaceContent(guard: PathGuard, request: WriteRequest, options: ChangeOptions): Promise<WriteResult> {
    const bytes = encodeText(request.content, request.encoding ?? 'utf8');
    const limit = guard.policy.limits.writeBytes;
    if (bytes.length > limit) {
        throw new WorkspaceError(
            'too-large',
            `The content for ${quotePath(request.path)} has ${bytes.length} bytes; at most ${limit} may be written at once. Write it in smaller files.`,
            { path: request.path, size: bytes.length, limit }
        );
    }
    const makeParents = request.makeParents ?? true;
    return guard.withWritable(request.path, { ...options, makeParents }, async target => {
        refuseMode(guard, target, request);
        const modifiedMs = await writers.run(target.directory.realPath + target.name, () =>
            replaceFile(target, bytes, () => refuseChanged(target, request, Math.max(limit, guard.policy.limits.readBytes)))
        );
        return {
            path: target.relativePath,
            created: target.existing === undefined,
            size: bytes.length,
            bytesWritten: bytes.length,
            modifiedMs,
            hash: hashBytes(bytes)
        };
    });
}

function refuseMode(guard: PathGuard, target: WritableTarget, { path, mode }: WriteRequest): void {
    if (mode === 'create' && target.existing) {
        throw new WorkspaceError('already-exists', `${quotePath(path)} exists already. Choose another name, or overwrite it.`, { path });
    }
    if (resolve(guard.root, posix.dirname(target.relativePath)) !== target.directory.realPath) {
        throw new WorkspaceError(
            'not-found',
            `The directory of ${quotePath(path)} does not exist. Make it first, or let parents be made.`,
            {
                path
            }
        );
    }
}

/** @param check last look at what is about to be replaced; throws to leave everything as it is */
async function replaceFile(target: WritableTarget, bytes: Buffer, check: () => Promise<void>): Promise<number> {
    const { directory, existing, name } = target;
    await check();
    if (existing) {
        await access(existing.accessPath, constants.W_OK);
    }
    const temporaryPath = `${directory.accessPath}/${temporaryName()}`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const handle = await open(temporaryPath, flags, 0o666);
    try {
        let modifiedMs: number;
        try {
            await keepOwnerAndMode(handle, target);
            await handle.writeFile(bytes);
            await handle.sync();
            modifiedMs = (await handle.stat()).mtimeMs;
        } finally {
            await handle.close();
        }
        await check();
        await rename(temporaryPath, `${directory.accessPath}/${name}`);
        await syncDirectory(directory);
        return modifiedMs;
    } catch (error) {
        // Already renamed, or not removable now: the first error is the one to report, and the next start sweeps what is left.
        await unlink(temporaryPath).catch(() => undefined);
        throw error;
    }
}

/**
 * Throws when the file is not the one that the caller knows, or when something took the place of a file or of its absence.
 * @param hashedBytes a file larger than this was never hashed, so it cannot be the one that the caller knows
 */
async function refuseChanged({ existing, directory, name }: WritableTarget, request: WriteRequest, hashedBytes: number): Promise<void> {
    const current = await lstat(`${directory.accessPath}/${name}`).catch((error: unknown) => {
        if (systemErrorCode(error) === 'ENOENT') {
            return undefined;
        }
        throw error;
    });
    const sameEntry = current?.ino === existing?.stats.ino && current?.dev === existing?.stats.dev;
    const directoryMoved = (await directory.currentPath()) !== directory.realPath;
    if (!sameEntry || directoryMoved) {
        throw changedMeanwhile(request.path);
    }
    const { expectedHash, expectedModifiedMs } = request;
    if (expectedModifiedMs !== undefined && current?.mtimeMs !== expectedModifiedMs) {
        throw changedMeanwhile(request.path);
    }
    if (expectedHash !== undefined) {
        const content = existing && (await readBeginning(existing, hashedBytes));
        if (!content || content.size > content.bytes.length || hashBytes(content.bytes) !== expectedHash) {
            throw changedMeanwhile(request.path);
        }
    }
}

async function keepOwnerAndMode(handle: FileHandle, { existing }: WritableTarget): Promise<void> {
    if (!existing) {
        return;
    }
    const { uid, gid, mode } = existing.stats;
    const own = await handle.stat();
    if (own.uid !== uid || own.gid !== gid) {
        await handle.chown(uid, gid).catch((error: unknown) => {
            // Without the right to give files away the new file is ours, as with every editor that saves by renaming.
            if (systemErrorCode(error) !== 'EPERM') {
                throw error;
            }
        });
    }
    await handle.chmod(mode & 0o777);
}

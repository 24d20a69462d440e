import {
    accessSync,
    closeSync,
    constants,
    fchmodSync,
    fchownSync,
    fstatSync,
    fsync as fsyncWithCallback,
    open as openWithCallback,
    openSync,
    renameSync,
    write as writeWithCallback
} from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DiskPace } from '../disk-pace';
import { KeyedQueue } from '../keyed-queue';
import { isLocal } from '../local-devices';
import { syncDirectory } from '../make-directories';
import { posix, resolve } from 'node:path';
import { ChangeOptions } from '../operation';
import { PathGuard, WritableTarget } from '../path-guard';
import { quotePath } from '../quote-path';
import { hashInTurns, readBeginning } from '../read/read-file';
import { changedMeanwhile } from '../refusal';
import { TurnTaking } from '../turn-taking';
import { appendToFile } from './append-to-file';
import { writeDocument } from './write-document';
import { textBefore } from './file-change';
import { temporaryName } from './temporary-file';
import { isUntouched } from './untouched-target';
import { encodeInTurns } from '../read/text-encoding';
import { WriteRequest, WriteResult } from './write-request';
import { WorkspaceError, systemErrorCode } from '../workspace-error';

// Whatever may have to wait for a disk is asked without waiting for it; what is known about a held entry is in memory.
const [open, write, fsync] = [promisify(openWithCallback), promisify(writeWithCallback), promisify(fsyncWithCallback)];

/** On Linux, every write to a file that is opened so lasts when it ends, as if `fsync` followed: one call in the place of two. */
const LASTING = process.platform === 'linux' ? constants.O_SYNC : 0;

/** Names are made and changed in memory, unless the disk has much to do. */
const pace = new DiskPace();

/** Writers of one file wait for each other, so that none replaces it between another's last look and its rename. */
const writers = new KeyedQueue();

/**
 * Writes a text file so that others see the old content or the new one, never a part: a temporary file in the same directory is
 * written, made durable and renamed. Keeps the mode, and where permitted the owner, of the file that it replaces.
 */
export async function writeFile(guard: PathGuard, request: WriteRequest, options: ChangeOptions = {}): Promise<WriteResult> {
    if (request.mode === 'append') {
        return appendToFile(guard, request, options);
    }
    const { documents } = options;
    const document = documents && (await guard.withWritable(request.path, options, ({ relativePath }) => documents.find(relativePath)));
    return document ? writeDocument(guard, request, document, options) : replaceContent(guard, request, options);
}

/** What a text is stored as, if it may be written at once. */
export async function contentBytes(guard: PathGuard, { path, content, encoding }: WriteRequest): Promise<Buffer> {
    const bytes = await encodeInTurns(content, encoding ?? 'utf8', new TurnTaking());
    const limit = guard.policy.limits.writeBytes;
    if (bytes.length > limit) {
        throw new WorkspaceError(
            'too-large',
            `The content for ${quotePath(path)} has ${bytes.length} bytes; at most ${limit} may be written at once. Write it in smaller files.`,
            { path, size: bytes.length, limit }
        );
    }
    return bytes;
}

/**
 * What is written without asking what stands there: the whole content of a file. Refused as `changed` when an editor has opened it
 * meanwhile; one that does so between this last look and the writing has read the old text, and sees that the file changed.
 */
export async function replaceContent(guard: PathGuard, request: WriteRequest, options: ChangeOptions): Promise<WriteResult> {
    const bytes = await contentBytes(guard, request);
    const { limits } = guard.policy;
    const makeParents = request.makeParents ?? true;
    return guard.withWritable(request.path, { ...options, makeParents }, async target => {
        refuseMode(guard, target, request);
        let before: Awaited<ReturnType<typeof textBefore>>;
        const written = await writers.run(target.directory.realPath + target.name, async () => {
            const check = (): Promise<void> => refuseChanged(target, request, Math.max(limits.writeBytes, limits.readBytes));
            if (request.expectedHash !== undefined || request.expectedModifiedMs !== undefined) {
                await check();
            }
            return replaceFile(target, bytes, async () => {
                if (await options.documents?.find(target.relativePath)) {
                    throw changedMeanwhile(request.path);
                }
                if (options.onChanged) {
                    before = await textBefore(guard, target);
                }
                await check();
            });
        });
        if (before) {
            const { content: after, encoding = 'utf8' } = request;
            options.onChanged?.({
                ...{ path: target.relativePath, before: before.text, after, encoding },
                madeParents: target.madeParents ?? []
            });
        }
        return {
            path: target.relativePath,
            created: target.existing === undefined,
            size: bytes.length,
            bytesWritten: bytes.length,
            ...written
        };
    });
}

function refuseMode(guard: PathGuard, target: WritableTarget, { path, mode }: WriteRequest): void {
    if (mode === 'create' && target.existing) {
        throw existsAlready(path);
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

export function existsAlready(path: string): WorkspaceError {
    return new WorkspaceError('already-exists', `${quotePath(path)} exists already. Choose another name, or overwrite it.`, { path });
}

/** @param check looks at what is about to be replaced for the last time; throws to leave everything as it is */
async function replaceFile(
    target: WritableTarget,
    bytes: Buffer,
    check: () => Promise<void>
): Promise<{ readonly modifiedMs: number; readonly hash: string }> {
    const { directory, existing, name } = target;
    if (existing) {
        accessSync(existing.accessPath, constants.W_OK);
    }
    const temporaryPath = `${directory.accessPath}/${temporaryName()}`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW | LASTING;
    const mode = (existing?.stats.mode ?? 0o666) & 0o777;
    const quickly = <T>(atOnce: () => T, inThread: () => Promise<T>): Promise<T> =>
        isLocal(directory.stats) ? pace.call(atOnce, inThread) : inThread();
    const descriptor = await quickly(
        () => openSync(temporaryPath, flags, mode),
        () => open(temporaryPath, flags, mode)
    );
    try {
        let [modifiedMs, hash] = [0, ''];
        try {
            keepOwnerAndMode(descriptor, target);
            const writing = writeAll(descriptor, bytes);
            // While the disk has to be waited for anyway.
            [hash] = await Promise.all([hashInTurns(bytes), writing]);
            if (LASTING === 0 || bytes.length === 0) {
                await fsync(descriptor);
            }
            modifiedMs = fstatSync(descriptor).mtimeMs;
        } finally {
            closeSync(descriptor);
        }
        await check();
        const path = `${directory.accessPath}/${name}`;
        await quickly(
            () => renameSync(temporaryPath, path),
            () => rename(temporaryPath, path)
        );
        await syncDirectory(directory);
        return { modifiedMs, hash };
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
async function refuseChanged(target: WritableTarget, request: WriteRequest, hashedBytes: number): Promise<void> {
    const { existing } = target;
    const { expectedHash, expectedModifiedMs } = request;
    if (expectedHash !== undefined) {
        const content = existing && (await readBeginning(existing, hashedBytes));
        if (!content || content.size > content.bytes.length || (await hashInTurns(content.bytes)) !== expectedHash) {
            throw changedMeanwhile(request.path);
        }
    }
    const isKnown = expectedHash !== undefined || expectedModifiedMs !== undefined;
    const isAnother = expectedModifiedMs !== undefined && existing?.stats.mtimeMs !== expectedModifiedMs;
    if (isAnother || !isUntouched(target, isKnown)) {
        throw changedMeanwhile(request.path);
    }
}

async function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length;) {
        written += (await write(descriptor, bytes, written, bytes.length - written, written)).bytesWritten;
    }
}

function keepOwnerAndMode(descriptor: number, { existing }: WritableTarget): void {
    if (!existing) {
        return;
    }
    const { uid, gid, mode } = existing.stats;
    const own = fstatSync(descriptor);
    if (own.uid !== uid || own.gid !== gid) {
        try {
            fchownSync(descriptor, uid, gid);
        } catch (error) {
            // Without the right to give files away the new file is ours, as with every editor that saves by renaming.
            if (systemErrorCode(error) !== 'EPERM') {
                throw error;
            }
        }
    }
    if (own.mode !== mode) {
        fchmodSync(descriptor, mode & 0o777);
    }
}

import { throwIfCancelled } from '../cancellation';
import { KeyedQueue } from '../keyed-queue';
import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { readFile } from '../read/read-file';
import { refuseTooLargeToChange } from '../read/read-refusal';
import { TextEncoding } from '../read/text-encoding';
import { changedMeanwhile } from '../refusal';
import { TurnTaking } from '../turn-taking';
import { documentText, replaceInDocument } from '../write/write-document';
import { replaceContent } from '../write/write-file';
import { ChangedFile } from './edit-request';

/** Which file to change, and optionally what the caller believes it to hold. */
interface FileToChange {
    readonly path: string;
    readonly expectedHash?: string;
}

/** The text of a file before a change. */
export interface TextToChange {
    readonly content: string;
    /** Bytes of the file. */
    readonly size: number;
    readonly encoding: TextEncoding;
}

/** Changes of one file through this process happen one after the other, so that each sees the text that the one before it left. */
const changes = new KeyedQueue();

/**
 * Replaces the text of a file by what `change` makes of it, keeping its encoding. Refused as `changed` when someone else changes the
 * file meanwhile. When `change` throws, the file stays as it is. The text of a file that is open in an editor is the one that stands there.
 */
export async function changeFile<T>(
    guard: PathGuard,
    file: FileToChange,
    options: ChangeOptions,
    change: (text: TextToChange) => Promise<{ content: string; result: T }>
): Promise<ChangedFile & T> {
    return changes.run(`${guard.root}/${guard.parse(file.path, options).relativePath}`, async () => {
        // Judged as a write before anything is read or computed.
        const path = await guard.withWritable(file.path, options, ({ relativePath }) => Promise.resolve(relativePath));
        const document = await options.documents?.find(path);
        const refuseTooLarge = refuseTooLargeToChange(file.path);
        const saved = await readFile(guard, { path: file.path }, options, guard.policy.limits.writeBytes).catch(refuseTooLarge);
        const before = document ? documentText(document, saved) : saved;
        // Each step is quick by itself, all of them together are not for the largest files.
        const turns = new TurnTaking();
        if (file.expectedHash !== undefined && before.hash !== file.expectedHash) {
            throw changedMeanwhile(file.path);
        }
        await turns.nextIfOver();
        const { content, result } = await change(before);
        await turns.nextIfOver();
        throwIfCancelled(options.signal);
        if (document) {
            const changed = replaceInDocument(guard, { path: file.path, content, document, encoding: saved.encoding }, options);
            return { ...(await changed.catch(refuseTooLarge)), ...result };
        }
        const { encoding, hash: expectedHash } = before;
        await turns.nextIfOver();
        const request = { path: file.path, content, encoding, expectedHash, makeParents: false };
        const written = await replaceContent(guard, request, options).catch(refuseTooLarge);
        return { path: written.path, size: written.size, modifiedMs: written.modifiedMs, hash: written.hash, ...result };
    });
}

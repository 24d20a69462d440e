import { ChangedFile } from '../edit/edit-request';
import { OpenDocument, unsavedText } from '../open-documents';
import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { hashBytes, hashInTurns, readBeginning } from '../read/read-file';
import { ReadResult } from '../read/read-request';
import { TextEncoding, encodeText } from '../read/text-encoding';
import { changedMeanwhile } from '../refusal';
import { contentBytes, existsAlready } from './write-file';
import { WriteRequest, WriteResult } from './write-request';

/** The text of an open document in the place of what is saved of it. */
export function documentText({ text, unsaved }: OpenDocument, saved: ReadResult): ReadResult {
    // The editor of a saved text may show it with other line ends, and still the file is the one that the caller knows.
    if (!unsaved) {
        return { ...saved, content: text, hash: saved.hash };
    }
    const bytes = encodeText(text, saved.encoding);
    return { ...saved, content: text, size: bytes.length, hash: hashBytes(bytes) };
}

/** What is to become of a document. */
interface DocumentChange {
    readonly path: string;
    readonly content: string;
    readonly document: OpenDocument;
    /** How its file is stored. */
    readonly encoding?: TextEncoding;
}

/** Changes a file through the editor that has it open. */
export async function replaceInDocument(
    guard: PathGuard,
    { path, content, document, encoding }: DocumentChange,
    options: ChangeOptions
): Promise<ChangedFile> {
    const bytes = await contentBytes(guard, { path, content, encoding });
    const now = await document.replace(content);
    // Saving may have formatted the text.
    const { path: written, size, modifiedMs, hash } = await savedFile(guard, path, options);
    return now.unsaved
        ? { path: written, size: bytes.length, modifiedMs, hash: await hashInTurns(bytes), unsaved: true }
        : { path: written, size, modifiedMs, hash };
}

/** Writes a whole text into an open document, unless that would take text from the person that the caller does not know. */
export async function writeDocument(
    guard: PathGuard,
    request: WriteRequest,
    document: OpenDocument,
    options: ChangeOptions
): Promise<WriteResult> {
    const { path, content, encoding, expectedHash, expectedModifiedMs } = request;
    const { exists, hash, modifiedMs } = await savedFile(guard, path, options);
    if (exists && request.mode === 'create') {
        throw existsAlready(path);
    }
    if (document.unsaved && document.readState !== 'current') {
        throw unsavedText(
            path,
            'Change parts of it by their exact text, or read it with the IDE command openspace.editor.read_file in this session first, or ask the person to save it.'
        );
    }
    const isOtherFile =
        (expectedHash !== undefined && expectedHash !== hash) || (expectedModifiedMs !== undefined && expectedModifiedMs !== modifiedMs);
    if (document.readState === 'outdated' || isOtherFile) {
        throw changedMeanwhile(path);
    }
    const written = await replaceInDocument(guard, { path, content, document, encoding }, options);
    return { ...written, created: !exists, bytesWritten: written.size };
}

/** The file behind a document as it is on the disk: nothing of it is shown to anybody. It may be gone while the editor holds its text. */
function savedFile(guard: PathGuard, path: string, options: ChangeOptions): Promise<ChangedFile & { readonly exists: boolean }> {
    return guard.withWritable(path, options, async ({ relativePath, existing }) => {
        const content = existing && (await readBeginning(existing, guard.policy.limits.writeBytes));
        return {
            path: relativePath,
            exists: existing !== undefined,
            size: content?.size ?? 0,
            modifiedMs: existing?.stats.mtimeMs ?? 0,
            hash: await hashInTurns(content?.bytes ?? Buffer.alloc(0))
        };
    });
}

import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, type FileLocation } from '../../common';
import { operationIdOf, type CommandOrigin } from '../command/openspace-command';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { FileUndo } from './file-undo';
import { OpenDocuments, readerOf, type OpenDocument } from './open-documents';
import { ReadTexts } from './read-texts';

/** What a write came to. */
export interface FileWriteResult {
    readonly path: string;
    readonly created: boolean;
    readonly size: number;
    /** Whether the text went through an open document, where it can be undone. */
    readonly inEditor: boolean;
    /** False when it stands beside unsaved text of the person, who decides about saving. */
    readonly saved: boolean;
    /** Only where the person typed in the document while the file was saved: it shows that, on top of the text of before. */
    readonly typedMeanwhile?: true;
}

/** Writes files: through the open document where there is one, so that nobody's text is lost, else atomically on the disk. */
@injectable()
export class FileWriter {
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;
    @inject(OpenDocuments) protected readonly documents: OpenDocuments;
    @inject(ReadTexts) protected readonly readTexts: ReadTexts;
    @inject(FileUndo) protected readonly fileUndo: FileUndo;

    /** Writes the whole text of a file, which may be new. @throws CommandError rather than overwrite what has changed since the writer read it */
    async write(path: string, content: string, origin: CommandOrigin): Promise<FileWriteResult> {
        const size = new TextEncoder().encode(content).length;
        // The backend judges the path before anything is touched, whichever way the text takes.
        const operationId = operationIdOf(origin);
        const location = await this.files.locateForWrite(path, content, operationId);
        if (origin.by === 'agent' && this.readTexts.wasCut(readerOf(origin), location.path)) {
            throw new CommandError(
                'partly-read',
                `Only a part of "${location.path}" was read, so writing it whole would lose the rest.`,
                'Read the rest with openspace.editor.read_file first.'
            );
        }
        const document = await this.documents.find(location.uri);
        if (!document) {
            return this.writeFile(location.path, content, origin, operationId);
        }
        const { after, ...outcome } = await this.writeDocument(location, document, content, origin);
        // What the person typed meanwhile is not known, but what was written is: once another text is saved, nothing is written over it.
        await this.readTexts.noteText(readerOf(origin), location.path, after);
        return { path: location.path, created: !location.exists, size, inEditor: true, ...outcome };
    }

    /** What the person changed in a closed file since this session read it is not overwritten. */
    protected async writeFile(path: string, content: string, origin: CommandOrigin, operationId: string): Promise<FileWriteResult> {
        const writer = readerOf(origin);
        const { remembered, hash, ...written } = await this.files.writeFile(
            path,
            content,
            operationId,
            this.readTexts.expectedOf(writer, path)
        );
        this.readTexts.note(writer, path, { hash });
        if (remembered) {
            this.fileUndo.noteFile(origin);
        }
        return { ...written, inEditor: false, saved: true };
    }

    /** What is not shown in the end, nobody has read there. */
    protected async writeDocument(
        { path }: FileLocation,
        document: OpenDocument,
        content: string,
        origin: CommandOrigin
    ): Promise<Pick<FileWriteResult, 'saved' | 'typedMeanwhile'> & { readonly after: string }> {
        const writer = readerOf(origin);
        if (document.readOnly) {
            throw new CommandError('permission-denied', `"${path}" is read-only.`, 'Ask the person to change its permissions.');
        }
        const { unsaved } = document;
        const readState = document.readState(writer);
        if (unsaved && readState !== 'current') {
            throw new CommandError(
                'unsaved-changes',
                `"${path}" has unsaved text of the person in an editor, which would be lost.`,
                'Read it with openspace.editor.read_file first, then write a text that keeps it.'
            );
        }
        if (readState === 'outdated') {
            // With auto save, what the person typed since is saved already, and would be gone all the same.
            throw new CommandError(
                'changed',
                `"${path}" was changed in its editor since it was read.`,
                'Read it again, then repeat the call.'
            );
        }
        const before = document.text;
        if (unsaved) {
            document.replace(content);
        }
        const after = unsaved ? document.text : await document.replaceSaved(content);
        const typedMeanwhile = !unsaved && document.unsaved;
        if (document.text === after) {
            document.noteRead(writer);
        }
        await this.fileUndo.noteDocument(origin, path, before, after);
        return { after, saved: !unsaved, ...(typedMeanwhile ? { typedMeanwhile } : {}) };
    }
}

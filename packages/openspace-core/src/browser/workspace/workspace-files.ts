import { inject, injectable } from '@theia/core/shared/inversify';
import {
    CommandError,
    CommandRefusal,
    WorkspaceServer,
    type Answer,
    type DocumentFile,
    type ExpectedFile,
    type FileLines,
    type FileLocation,
    type FileSearch,
    type FileSearchResult,
    type FileText,
    type FolderListing,
    type LineRange,
    type LocatedFile,
    type WrittenFile
} from '../../common';

/**
 * The browser's way to the workspace kernel: every path that a command gets is judged in the backend. A refusal is thrown as the
 * `CommandError` that says why.
 */
@injectable()
export class WorkspaceFiles {
    @inject(WorkspaceServer) protected readonly server: WorkspaceServer;

    /** The place of an existing text file that an editor can show. */
    async locateFile(path: string): Promise<LocatedFile> {
        return valueOf(await this.server.locateFile(path));
    }

    /** The place of a file that may be open in an editor although it does not exist any more. */
    async locateEditor(path: string): Promise<FileLocation> {
        return valueOf(await this.server.locateEditor(path));
    }

    /** Whether and where this may be written by other means than `writeFile`. */
    async locateForWrite(path: string, content: string, operationId: string): Promise<FileLocation> {
        return valueOf(await this.server.locateForWrite(path, content, operationId));
    }

    /** Writes a file that no editor holds, atomically and with missing folders; and only a file that is as expected. */
    async writeFile(path: string, content: string, operationId: string, expected?: ExpectedFile): Promise<WrittenFile> {
        return valueOf(await this.server.writeFile(path, content, operationId, expected));
    }

    /** What the file of an open document holds beside the document's text. */
    async compareDocument(path: string, text: string): Promise<DocumentFile> {
        return valueOf(await this.server.compareDocument(path, text));
    }

    /** What a file is that holds the text which an editor shows of it. */
    async expectText(path: string, text: string): Promise<ExpectedFile> {
        return valueOf(await this.server.expectText(path, text));
    }

    /** Saves a text in the file of an open document, if that is still as it was compared. */
    async saveDocument(path: string, text: string, file: DocumentFile): Promise<void> {
        valueOf(await this.server.saveDocument(path, text, file));
    }

    /** The text of a file as it is saved. */
    async readFile(path: string): Promise<FileText> {
        return valueOf(await this.server.readFile(path));
    }

    /** Some lines of a file as they are saved, however large it is. */
    async readLines(path: string, range: LineRange): Promise<FileLines> {
        return valueOf(await this.server.readLines(path, range));
    }

    /** What a folder holds, folders first. */
    async listFiles(path: string): Promise<FolderListing> {
        return valueOf(await this.server.listFiles(path));
    }

    /** The files whose name fits best, without those that git ignores. */
    async searchFiles(search: FileSearch): Promise<FileSearchResult> {
        return valueOf(await this.server.searchFiles(search));
    }
}

/** The value of an answer; a failure is thrown as it was told. */
export function valueOf<T>(answer: Answer<T>): T {
    if ('error' in answer) {
        const { code, message, advice, refused } = answer.error;
        throw refused ? new CommandRefusal(code, message, advice) : new CommandError(code, message, advice);
    }
    return answer.value;
}

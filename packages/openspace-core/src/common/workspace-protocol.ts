import type { TextEncoding } from '@openspace/workspace-tools';

export const workspaceServicePath = '/services/openspace/workspace';

/** A file or folder of the workspace that the guard and the policy let the agent have. */
export interface LocatedFile {
    /** Path below the workspace root, with forward slashes. */
    readonly path: string;
    readonly uri: string;
}

/** Where a file is, or would be: its name and its parents were judged although it may not exist. */
export interface FileLocation extends LocatedFile {
    readonly exists: boolean;
}

/** A file as it stands after it was written. */
export interface WrittenFile {
    readonly path: string;
    /** Whether it did not exist before. */
    readonly created: boolean;
    readonly size: number;
    /** Of the whole file, as `FileText` has it. */
    readonly hash: string;
    /** Whether `UndoServer` can take the write back. */
    readonly remembered: boolean;
}

/** The file of an open document, as the guard finds it. */
export interface DocumentFile {
    /** Whether it holds the text of the document, is not there, or may be written but not be read. */
    readonly state: 'same' | 'other' | 'gone' | 'hidden';
    /** Of the whole file, when it was read. */
    readonly hash?: string;
    readonly encoding?: TextEncoding;
}

export interface FileText {
    readonly path: string;
    readonly content: string;
    readonly lines: number;
    readonly size: number;
    /** A write can ask for the file to be still the same. */
    readonly hash?: string;
}

/** What a file has to be still, so that a write replaces nothing else: as it was read whole, or in parts where it is too large for that. */
export interface ExpectedFile {
    readonly hash?: string;
    readonly modifiedMs?: number;
}

/** Some lines of a file, counted from 1. */
export interface LineRange {
    readonly startLine: number;
    /** The last one of the file where it is absent. */
    readonly endLine?: number;
}

/** Some lines of a file as they are saved. */
export interface FileLines {
    /** With the line ends; the last one may be cut where `truncated` says so. */
    readonly content: string;
    /** Number of the first line: the last one of a file that has fewer than were asked for. */
    readonly startLine: number;
    /** Lines of the whole file; absent where it is too large to count them. */
    readonly totalLines?: number;
    /** Whether there was too much to read at once. */
    readonly truncated: boolean;
    /** Another one when the file has changed. */
    readonly version: string;
    /** A write can ask for the file to be still the same. */
    readonly modifiedMs: number;
}

/** An entry of a folder. */
interface FileInfo {
    readonly name: string;
    readonly type: string;
    readonly size?: number;
}

export interface FolderListing {
    readonly path: string;
    readonly files: FileInfo[];
    readonly truncated: boolean;
}

export interface FileSearch {
    readonly query: string;
    readonly includePattern?: string;
    readonly excludePattern?: string;
}

export interface FileSearchResult {
    /** Paths below the workspace root, best match first. */
    readonly results: string[];
    readonly truncated: boolean;
}

/** An answer over RPC that keeps the error's code, which a rejected call would lose. */
export type Answer<T> =
    | { readonly value: T }
    | {
          readonly error: {
              readonly code: string;
              readonly message: string;
              /** What an agent should do next. */ readonly advice?: string | undefined;
              /** The guard or the policy said no. */ readonly refused: boolean;
          };
      };

/** Implemented by the backend over the workspace kernel; called by the browser's commands. */
export const WorkspaceServer = Symbol('WorkspaceServer');
export interface WorkspaceServer {
    /** Finds an existing file by the path that an agent or a person gave, or says why it may not be had. */
    locateFile(path: string): Promise<Answer<LocatedFile>>;
    /** Finds the place of a file that an editor may still show although the file is gone; says why if the agent may not read there. */
    locateEditor(path: string): Promise<Answer<FileLocation>>;
    /**
     * Judges a write that goes through an open document; nothing is written. The person is asked if need be, once for the operation,
     * whose id is that of the agent's call if there is one.
     */
    locateForWrite(path: string, content: string, operationId: string): Promise<Answer<FileLocation>>;
    /**
     * Writes atomically, with missing parent folders. Keeps the encoding and the line ends of the text that stood there. Asks like
     * `locateForWrite`. A file that is not as expected is left alone, and the error is `changed`.
     */
    writeFile(path: string, content: string, operationId: string, expected?: ExpectedFile): Promise<Answer<WrittenFile>>;
    /** Compares the text of an open document with its file, line ends aside. The page opens files by name; only the guard knows what it opened. */
    compareDocument(path: string, text: string): Promise<Answer<DocumentFile>>;
    /** What a file has to be still, so that a write replaces the text that an editor shows of it, saved or not, and no other. */
    expectText(path: string, text: string): Promise<Answer<ExpectedFile>>;
    /** Saves a text that was judged as `locateForWrite` says, if the file is still as it was compared. */
    saveDocument(path: string, text: string, file: DocumentFile): Promise<Answer<void>>;
    /** Finds an existing folder; the path of the root is empty. */
    locateFolder(path: string): Promise<Answer<LocatedFile>>;
    /** Reads a text file as it is saved, or says why it may or can not be read. */
    readFile(path: string): Promise<Answer<FileText>>;
    /** Reads some lines of a text file, which may be larger than what is read whole. */
    readLines(path: string, range: LineRange): Promise<Answer<FileLines>>;
    /** Lists a folder, folders first; sensitive entries are named but not described. */
    listFiles(path: string): Promise<Answer<FolderListing>>;
    /** Finds files by name, best match first, without those that git ignores. */
    searchFiles(search: FileSearch): Promise<Answer<FileSearchResult>>;
}

import { quotePath } from './quote-path';
import { WorkspaceError } from './workspace-error';

/** A file that is open in an editor, as it was when it was looked at. */
export interface OpenDocument {
    /** The text as the person sees it. */
    readonly text: string;
    /** Whether it differs from what is saved. */
    readonly unsaved: boolean;
    /** Whether the caller has seen this text, another one before it, or none. */
    readonly readState: 'current' | 'outdated' | 'never';
    /**
     * Puts another text in the place of this one, in one step that the person can undo, and saves it unless text was unsaved before.
     * Answers with the document as it is then.
     *
     * @throws {WorkspaceError} `changed` when the document has another text by now, or why the text could not be replaced
     */
    replace(text: string): Promise<OpenDocument>;
}

/** Knows which files are open in editors. Implemented by whoever reaches an IDE; asked before a file is changed on the disk. */
export interface OpenDocuments {
    /**
     * The document of a file, if it is open.
     *
     * @param path from the root, all links resolved
     * @throws {WorkspaceError} when that cannot be told
     */
    find(path: string): Promise<OpenDocument | undefined>;
}

/** Somebody has the file open with text that is not saved; `advice` says what to do. */
export function unsavedText(path: string, advice: string): WorkspaceError {
    return new WorkspaceError('changed', `${quotePath(path)} has unsaved text of the person in an editor, so nothing was done. ${advice}`, {
        path
    });
}

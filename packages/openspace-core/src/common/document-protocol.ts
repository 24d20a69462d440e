export const documentServicePath = '/services/openspace/document';

/** A file that is open in a tab, as programs at the Hub's doors see it. */
export interface DocumentView {
    readonly text: string;
    /** Another one for every other text, in this page and in every other. */
    readonly version: string;
    readonly unsaved: boolean;
    /** Whether the session has seen this text, another one before it, or none. */
    readonly readState: 'current' | 'outdated' | 'never';
}

/** What is to become of an open document, and for whom. */
export interface DocumentReplacement {
    readonly uri: string;
    /** From the workspace root, for people. */
    readonly path: string;
    readonly version: string;
    readonly text: string;
    readonly sessionId: string;
    /** The call that the activity knows. */
    readonly callId: string;
}

/** What became of it, or why nothing did. */
export type ReplacedDocument =
    | { readonly version: string; readonly saved: boolean; readonly before: string; readonly after: string }
    | { readonly error: { readonly code: 'changed' | 'permission-denied' | 'failed'; readonly message: string } };

/** Implemented by the backend, one for each connection; called by the browser's `DocumentService`. */
export const DocumentServer = Symbol('DocumentServer');
export interface DocumentServer {
    /** From now on the tab can be asked for its documents. */
    followDocuments(): Promise<void>;
}

/** Implemented by the browser's `DocumentService`; called by the backend for the Hub's doors, which have judged the path, and before an undo in another tab. */
export interface DocumentClient {
    /** The document of a file, if it is open in this tab. */
    findDocument(uri: string, sessionId: string): Promise<DocumentView | undefined>;
    /** Replaces a text that is still the given version; saves it unless the person has unsaved text there. */
    replaceDocument(replacement: DocumentReplacement): Promise<ReplacedDocument>;
}

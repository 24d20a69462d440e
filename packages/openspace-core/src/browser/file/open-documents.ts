import type { CommandOrigin } from '../command/openspace-command';

/** A file that is open in the IDE, with its text as the person sees it. */
export interface OpenDocument {
    /** What the person sees, saved or not. */
    readonly text: string;
    /** Another one for every other text, in this page and in every other. */
    readonly version: string;
    /** Whether the text differs from what is saved. */
    readonly unsaved: boolean;
    /** Whether the person could not change it either. */
    readonly readOnly: boolean;
    /** A reader has seen the whole text as it is now. */
    noteRead(reader: string): void;
    /** Whether this reader has seen the text that is there now, another one before it, or none. */
    readState(reader: string): 'current' | 'outdated' | 'never';
    /** Replaces the text in one step that can be undone, in the line ends that the document has. */
    replace(text: string): void;
    /**
     * The same for a document without unsaved text: its file holds the text first, in its encoding, and the document follows unless the
     * person types in it meanwhile. Answers the text that the file holds now, in the line ends of the document. Throws, and leaves both
     * alone, when the file is not as the document has it any more or cannot be written.
     */
    replaceSaved(text: string): Promise<string>;
}

/** Knows what is open. Implemented over Monaco's text models; called by the commands that read and write files. */
export const OpenDocuments = Symbol('OpenDocuments');
export interface OpenDocuments {
    /**
     * The document of a file, if the file is open. What it shows without being unsaved is what the guard finds in the file: a link that
     * stood in the place of the file for a moment brings nothing in from elsewhere. Throws where the two do not agree.
     */
    find(uri: string): Promise<OpenDocument | undefined>;
}

/** The name under which somebody reads and writes documents: each session of the agent for itself, and the person. */
export function readerOf(origin: CommandOrigin): string {
    return origin.by === 'agent' ? `session ${origin.sessionId}` : 'person';
}

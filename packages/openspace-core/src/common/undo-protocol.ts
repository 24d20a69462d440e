import type { Answer, FileLocation } from './workspace-protocol';

export const undoServicePath = '/services/openspace/undo';

/** A write of an agent that the backend can take back, or make again. */
export interface RememberedWrite {
    readonly callId: string;
    /** The name of this write among those of the call: what the methods that undo one file take. */
    readonly writeId: string;
    readonly path: string;
    readonly undone: boolean;
}

/** The person changed the same lines since: nothing was done. */
export interface RevertConflict {
    readonly kind: 'conflict';
    readonly path: string;
    readonly uri: string;
    /** The text that the person would want to have parts of: as it was before the action or, to make it again, after it. */
    readonly wanted: string;
    readonly now: string;
}

/** A text as its document has it. */
export interface ShownText {
    readonly text: string;
    readonly unsaved: boolean;
}

/** What a text is to become. */
export interface RevertPlan {
    readonly kind: 'planned';
    readonly path: string;
    /** Undefined when the file is to go. */
    readonly content?: string;
}

/** What became of a file. */
export interface RevertedFile {
    readonly kind: 'reverted';
    readonly path: string;
    readonly uri: string;
    /** What happened to it; `saved` when the person typed in its editor meanwhile, `nothing` when others have replaced what the action did. */
    readonly effect: 'changed' | 'saved' | 'created' | 'removed' | 'nothing';
}

/**
 * Takes back what agents wrote, and makes it again: what the person changed meanwhile stays. Implemented by the backend, one for each
 * connection; called by the browser's `FileUndo` for the person alone. Every path is judged like that of any write.
 */
export const UndoServer = Symbol('UndoServer');
export interface UndoServer {
    /** The writes of this tab's workspace that are remembered, the oldest first. */
    rememberedWrites(): Promise<readonly RememberedWrite[]>;
    /** A call that runs now has changed a text through its document. What goes through `writeFile` is remembered by itself. */
    noteWrite(callId: string, path: string, before: string, after: string): Promise<void>;
    /** Where the file of a write is. */
    locateWritten(writeId: string): Promise<Answer<FileLocation>>;
    /** Takes a write back, or makes it again, in a file that no document of this window holds, and no other window has unsaved text of. */
    revertFile(writeId: string, undone: boolean): Promise<Answer<RevertedFile | RevertConflict>>;
    /** What a document is to become; nothing is done yet. One that is saved stays as it is while another window has unsaved text of the file. */
    planRevert(writeId: string, undone: boolean, now: ShownText): Promise<Answer<RevertPlan | RevertConflict>>;
    /** A document was changed as planned, from one text to another. */
    settleRevert(writeId: string, undone: boolean, now: string, result: string): Promise<void>;
}

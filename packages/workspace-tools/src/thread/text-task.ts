import type { TextReplacement, ReplacedText } from '../edit/replace-text';
import type { ModifiedText, TextModification } from '../modify/apply-operations';
import type { PatchSummary } from '../patch/file-patch';
import type { WorkspaceErrorCode, WorkspaceErrorDetails } from '../workspace-error';

/** Work on texts whose cost a caller decides, and what comes of each. */
export interface TextTasks {
    replace: { input: TextReplacement; output: ReplacedText };
    modify: { input: TextModification; output: ModifiedText };
    /** Reads a patch, which the thread keeps. */
    parsePatch: { input: { patch: string; strip: number }; output: PatchSummary[] };
    /** The text of a file after all hunks that the patch read before has for it. */
    applyHunks: { input: { position: number; text: string }; output: string };
}

export type TextTaskName = keyof TextTasks;

/** What the thread is asked. */
export interface TextQuestion<Name extends TextTaskName = TextTaskName> {
    readonly name: Name;
    readonly input: TextTasks[Name]['input'];
}

/** What it answers: a result, or the error that the work ended in. */
export type TextAnswer =
    | { readonly output: TextTasks[TextTaskName]['output'] }
    | { readonly error: { readonly code: WorkspaceErrorCode; readonly message: string; readonly details: WorkspaceErrorDetails } };

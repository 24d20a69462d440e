import { parentPort } from 'node:worker_threads';
import { ReplacedText, TextReplacement, replaceText } from '../edit/replace-text';
import { ModifiedText, TextModification, applyOperations } from '../modify/apply-operations';
import { applyHunks } from '../patch/apply-hunks';
import { FilePatch, PatchSummary, summarizePatch } from '../patch/file-patch';
import { parsePatch } from '../patch/parse-patch';
import { WorkspaceError, WorkspaceErrorCode, WorkspaceErrorDetails } from '../workspace-error';

/** Work on texts whose cost a caller decides, and what comes of each. */
export interface TextTasks {
    replace: { input: TextReplacement; output: ReplacedText };
    modify: { input: TextModification; output: ModifiedText };
    /** Reads a patch, which the thread keeps. */
    parsePatch: { input: { patch: string; strip: number; mostFiles: number }; output: PatchSummary[] };
    /** The text of a file after all hunks that the patch read before has for it. */
    applyHunks: { input: { position: number; text: string }; output: string };
}

export type TextTaskName = keyof TextTasks;

/** What the thread is asked. */
interface TextQuestion<Name extends TextTaskName = TextTaskName> {
    readonly name: Name;
    readonly input: TextTasks[Name]['input'];
}

/** What it answers: a result, or the error that the work ended in. */
export type TextAnswer =
    | { readonly output: TextTasks[TextTaskName]['output'] }
    | { readonly error: { readonly code: WorkspaceErrorCode; readonly message: string; readonly details: WorkspaceErrorDetails } };

let patches: readonly FilePatch[] = [];

const perform: { [Name in TextTaskName]: (input: TextTasks[Name]['input']) => TextTasks[Name]['output'] } = {
    replace: replaceText,
    modify: applyOperations,
    parsePatch: ({ patch, strip, mostFiles }) => {
        patches = parsePatch(patch, strip, mostFiles);
        return patches.map(summarizePatch);
    },
    applyHunks: ({ position, text }) => {
        const { path, previousPath, hunks } = patches[position];
        return applyHunks(previousPath ?? path, text, hunks);
    }
};

function answer<Name extends TextTaskName>({ name, input }: TextQuestion<Name>): TextAnswer {
    try {
        return { output: perform[name](input) };
    } catch (error) {
        if (error instanceof WorkspaceError) {
            const { code, message, details } = error;
            return { error: { code, message, details } };
        }
        throw error;
    }
}

parentPort?.on('message', (question: TextQuestion) => parentPort?.postMessage(answer(question)));

import { parentPort } from 'node:worker_threads';
import { replaceText } from '../edit/replace-text';
import { applyOperations } from '../modify/apply-operations';
import { applyHunks } from '../patch/apply-hunks';
import { FilePatch, summarizePatch } from '../patch/file-patch';
import { parsePatch } from '../patch/parse-patch';
import { WorkspaceError } from '../workspace-error';
import type { TextAnswer, TextQuestion, TextTaskName, TextTasks } from './text-task';

let patches: readonly FilePatch[] = [];

const perform: { [Name in TextTaskName]: (input: TextTasks[Name]['input']) => TextTasks[Name]['output'] } = {
    replace: replaceText,
    modify: applyOperations,
    parsePatch: ({ patch, strip }) => {
        patches = parsePatch(patch, strip);
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

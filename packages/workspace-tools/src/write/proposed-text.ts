import { editText } from '../edit/edit-file';
import { EditRequest } from '../edit/edit-request';
import { modifyText } from '../modify/modify-file';
import { ModifyRequest } from '../modify/modify-request';
import { ChangeOptions } from '../operation';
import { PatchRequest } from '../patch/patch-request';
import { PathGuard } from '../path-guard';
import { readFile } from '../read/read-file';
import { withTextThread } from '../thread/text-thread';
import { WorkspaceError } from '../workspace-error';
import { WriteRequest } from './write-request';

// The text that a change would give a file, for the person who is asked about it. Changes nothing, and reads only what the policy
// lets agents read.

export async function proposeWrite(guard: PathGuard, { path, content, mode }: WriteRequest, options: ChangeOptions): Promise<string> {
    return mode === 'append' ? `${await textIfAny(guard, path, options)}${content}` : content;
}

export async function proposeEdit(guard: PathGuard, request: EditRequest, options: ChangeOptions): Promise<string> {
    return (await editText(guard, request, await textNow(guard, request.path, options), options)).content;
}

export async function proposeModify(guard: PathGuard, request: ModifyRequest, options: ChangeOptions): Promise<string> {
    return (await modifyText(guard, request, await textNow(guard, request.path, options), options)).content;
}

/** @param path one of the files of the patch, as it names them; a file that goes away has no text */
export async function proposePatch(
    guard: PathGuard,
    { patch, strip = 1 }: PatchRequest,
    path: string,
    options: ChangeOptions
): Promise<string | undefined> {
    const { changeTimeoutMs, patchFiles } = guard.policy.limits;
    return withTextThread({ changeTimeoutMs, signal: options.signal }, async ask => {
        const patches = await ask('parsePatch', { patch, strip, mostFiles: patchFiles });
        const position = patches.findIndex(each => each.path === path || each.previousPath === path);
        if (position < 0) {
            return undefined;
        }
        const { action, previousPath } = patches[position];
        if (action === 'delete' || path === previousPath) {
            return '';
        }
        const text = action === 'create' ? '' : await textNow(guard, previousPath ?? path, options);
        return ask('applyHunks', { position, text });
    });
}

/** The text of a file as the person has it: what an editor shows, or else what is saved. */
async function textNow(guard: PathGuard, path: string, options: ChangeOptions): Promise<string> {
    const saved = await readFile(guard, { path }, options, guard.policy.limits.writeBytes);
    return (await options.documents?.find(saved.path))?.text ?? saved.content;
}

async function textIfAny(guard: PathGuard, path: string, options: ChangeOptions): Promise<string> {
    return textNow(guard, path, options).catch((error: unknown) => {
        if (error instanceof WorkspaceError && error.code === 'not-found') {
            return '';
        }
        throw error;
    });
}

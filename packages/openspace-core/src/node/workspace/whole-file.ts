import { WorkspaceError, type WorkspaceTools } from '@openspace/workspace-tools';
import { readState, type SeenFile } from '../undo/file-state';

/** Whether the content of a file may be shown to agents, and so be read here. */
export function mayRead(kernel: WorkspaceTools, relativePath: string): boolean {
    return kernel.guard.policy.judgeRead(relativePath).decision === 'allow';
}

/** A file as it is, for the person alone; undefined when it cannot be kept. Whatever else is wrong with it the write finds by itself. */
export async function readWhole(kernel: WorkspaceTools, path: string): Promise<SeenFile | undefined> {
    try {
        return await readState(kernel, path);
    } catch (error) {
        if (error instanceof WorkspaceError) {
            return undefined;
        }
        throw error;
    }
}

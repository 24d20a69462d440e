import { changeFile } from '../edit/change-file';
import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { replaceContent } from './write-file';
import { WriteRequest, WriteResult } from './write-request';

/** Writes behind the end of a file, in its encoding, or makes the file. Others see the old content or the new one, never a part. */
export async function appendToFile(guard: PathGuard, request: WriteRequest, options: ChangeOptions): Promise<WriteResult> {
    const append = async (): Promise<WriteResult> => {
        let sizeBefore = 0;
        const changed = await changeFile(guard, request, options, ({ content, size }) => {
            sizeBefore = size;
            return Promise.resolve({ content: content + request.content, result: {} });
        });
        return { ...changed, created: false, bytesWritten: changed.size - sizeBefore };
    };
    try {
        return await append();
    } catch (error) {
        if (!hasCode(error, 'not-found') || request.expectedHash !== undefined) {
            throw error;
        }
    }
    try {
        return await replaceContent(guard, { ...request, mode: 'create' }, options);
    } catch (error) {
        // Someone made the file meanwhile.
        if (hasCode(error, 'already-exists') || hasCode(error, 'changed')) {
            return append();
        }
        throw error;
    }
}

function hasCode(error: unknown, code: WorkspaceError['code']): boolean {
    return error instanceof WorkspaceError && error.code === code;
}

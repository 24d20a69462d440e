import { WorkspaceError, type TextEncoding, type WorkspaceTools } from '@openspace/workspace-tools';
import type { RevertedFile } from '../../common';
import type { WrittenFileHistory } from './file-histories';
import type { FileState } from './file-history';

/** A file as it is on the disk. */
export interface SeenFile {
    readonly state: FileState;
    /** Of the file, if there is one. */
    readonly hash?: string;
    readonly encoding?: TextEncoding;
}

/** Reads a whole file; one that is not there is a state too. */
export async function readState(kernel: WorkspaceTools, path: string): Promise<SeenFile> {
    try {
        const { content, hash, encoding } = await kernel.read({ path: `./${path}` });
        return { state: content, encoding, ...(hash === undefined ? {} : { hash }) };
    } catch (error) {
        if (error instanceof WorkspaceError && error.code === 'not-found') {
            return { state: undefined };
        }
        throw error;
    }
}

/** Brings a file into a state, if it is still as it was seen. The person asks for it, so nobody is asked again. */
export async function placeState(
    kernel: WorkspaceTools,
    { path, madeParents, encoding }: WrittenFileHistory,
    seen: SeenFile,
    wanted: FileState
): Promise<RevertedFile['effect']> {
    if (wanted === seen.state) {
        return 'nothing';
    }
    const options = { confirmed: true };
    if (wanted === undefined) {
        await kernel.remove({ path, expectedHash: seen.hash ?? '', madeParents }, options);
        return 'removed';
    }
    if (seen.state === undefined) {
        await kernel.write({ path: `./${path}`, content: wanted, mode: 'create', encoding }, options);
        return 'created';
    }
    const expected = seen.hash === undefined ? {} : { expectedHash: seen.hash };
    await kernel.write({ path: `./${path}`, content: wanted, encoding, ...expected }, options);
    return 'changed';
}

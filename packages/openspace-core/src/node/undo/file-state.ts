import type { TextEncoding, WorkspaceTools } from '@openspace/workspace-tools';
import type { RevertedFile } from '../../common';
import type { WrittenFileHistory } from './file-histories';
import type { FileState } from './file-history';

/** A file as it is on the disk. */
export interface SeenFile {
    readonly state: FileState;
    /** Of the file, if there is one. */
    readonly hash?: string;
    readonly encoding?: TextEncoding;
    readonly modifiedMs?: number;
}

/** What was written holds for the very file that was written: a link in its place would lead to another one. Nobody is asked again. */
const AS_BEFORE = { confirmed: true, links: 'refuse' } as const;

/** Reads a whole file, sensitive or not: the text is for the person alone. One that is not there is a state too. */
export async function readState(kernel: WorkspaceTools, path: string): Promise<SeenFile> {
    const { text, ...rest } = await kernel.readReplaceable(path);
    return { state: text, ...rest };
}

/** Brings a file into a state, if it is still as it was seen. The person asks for it. */
export async function placeState(
    kernel: WorkspaceTools,
    { path, madeParents, encoding }: WrittenFileHistory,
    seen: SeenFile,
    wanted: FileState
): Promise<RevertedFile['effect']> {
    if (wanted === seen.state) {
        return 'nothing';
    }
    if (wanted === undefined) {
        await kernel.remove({ path, expectedHash: seen.hash ?? '', madeParents }, AS_BEFORE);
        return 'removed';
    }
    if (seen.state === undefined) {
        await kernel.write({ path: `./${path}`, content: wanted, mode: 'create', encoding }, AS_BEFORE);
        return 'created';
    }
    const expected = seen.hash === undefined ? {} : { expectedHash: seen.hash };
    await kernel.write({ path: `./${path}`, content: wanted, encoding, ...expected }, AS_BEFORE);
    return 'changed';
}

import { PatchText } from './patch-text';

/** A run of lines that a patch replaces. They stay in the patch, where each begins with what becomes of it. */
export interface Hunk {
    /** Where the old lines begin in the file, from 0. */
    readonly start: number;
    readonly patch: PatchText;
    /** The first line in the patch, and the one behind the last. */
    readonly firstLine: number;
    readonly endLine: number;
    readonly oldLines: number;
    readonly addedLines: number;
    readonly removedLines: number;
    /** Lines behind the last one that the patch has lost: the file must have blank ones there, or end. */
    readonly choppedLines: number;
}

/** What a patch does to one file. */
export interface FilePatch {
    readonly action: 'create' | 'modify' | 'delete' | 'rename';
    /** The file, as the patch names it; of a renamed file the new name. */
    readonly path: string;
    /** Where a renamed file was. */
    readonly previousPath?: string;
    readonly hunks: readonly Hunk[];
}

/** What a patch does to one file, without its lines. */
export type PatchSummary = Omit<FilePatch, 'hunks'> & Pick<Hunk, 'addedLines' | 'removedLines'>;

export function summarizePatch({ action, path, previousPath, hunks }: FilePatch): PatchSummary {
    const sum = (count: 'addedLines' | 'removedLines'): number => hunks.reduce((total, hunk) => total + hunk[count], 0);
    return { action, path, previousPath, addedLines: sum('addedLines'), removedLines: sum('removedLines') };
}

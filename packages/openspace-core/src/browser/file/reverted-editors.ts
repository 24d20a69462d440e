import type { RevertConflict } from '../../common';

/** The editors of files whose changes are taken back. Implemented over Theia's editors; called by `FileUndo`. */
export const RevertedEditors = Symbol('RevertedEditors');
export interface RevertedEditors {
    /** Shows the two texts that do not go together, the file itself on the right, where it can be changed. */
    showConflict(conflict: RevertConflict): Promise<void>;
    /** Closes the editors of a file that goes. One with unsaved text stays, with an error that says so. */
    close(uri: string): Promise<void>;
}

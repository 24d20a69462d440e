import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { DirectoryEntry } from './list-request';

/**
 * What a link is listed as: the file or directory in the workspace that it leads to, with what is told of that, under its own name. One
 * that leads outside, nowhere or to what may not be read stays a link.
 */
export async function followLink(guard: PathGuard, link: DirectoryEntry): Promise<DirectoryEntry> {
    const isDescribed = link.size !== undefined;
    try {
        return await guard.withReadable(`./${link.path}`, {}, ({ kind, pinned: { stats } }) =>
            Promise.resolve({ ...link, type: kind, ...(isDescribed && { size: stats.size, modifiedMs: stats.mtimeMs }) })
        );
    } catch (error) {
        if (error instanceof WorkspaceError) {
            return link;
        }
        throw error;
    }
}

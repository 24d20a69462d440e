import { join } from 'node:path';
import type { SurveyedEntry } from './unnamed-entries';

/** What a command may change in a folder that git keeps for itself: data, names of commits, texts of messages, and locks on these. */
const CHANGEABLE =
    /^(?:objects|refs|logs|modules|worktrees|lost-found|rr-cache|description|(?:index|packed-refs|shallow|(?:[a-z]+_)*head)(?:\.lock)?|next-index-\d+\.lock|sharedindex\.[0-9a-f]+|gc\.(?:log|pid)(?:\.lock)?|auto_merge|merge_(?:mode|rr|msg)(?:\.lock)?|squash_msg|(?:commit|tag|notes)_editmsg)$/;
/** What decides how git behaves in any other folder that it would take for a repository: all else in there may be anything. */
const SETTINGS = ['config', 'config.worktree', 'hooks', 'commondir', 'gitdir', 'remotes', 'branches', 'info'];

/** Folders of a repository with further ones: those of submodules, and those of linked working trees. */
const INNER_REPOSITORIES = ['modules', 'worktrees'];
/** The name of a submodule may contain slashes. */
const DEEPEST_NAME = 8;

/** The settings of a repository that are there, and the repositories inside of it. */
export interface RepositorySettings {
    readonly settings: readonly { readonly path: string; readonly entry: SurveyedEntry }[];
    readonly repositories: readonly string[];
}

/** Whether git would take a folder of this name for a repository; some file systems do not tell the case. */
export function isRepositoryName(name: string): boolean {
    return name.toLowerCase() === '.git';
}

/** Whether git would take a folder with these entries for a repository, whatever its name is. */
export function isRepository(entries: readonly SurveyedEntry[]): boolean {
    const names = new Set(entries.map(({ name }) => name.toLowerCase()));
    return names.has('head') && ((names.has('objects') && names.has('refs')) || names.has('commondir'));
}

/** Whether a path leads into a folder that git keeps for itself, where no other files belong. */
export function isInRepository(path: string): boolean {
    return path.split('/').some(isRepositoryName);
}

/** Whether an entry of a repository decides how git behaves, or could make it go on with what somebody else began. */
export function isSetting(folder: string, name: string): boolean {
    return isInRepository(folder) ? !CHANGEABLE.test(name.toLowerCase()) : SETTINGS.includes(name.toLowerCase());
}

/** Finds the settings of the repository that is kept in a folder. */
export async function repositorySettings(
    folder: string,
    entriesOf: (folder: string) => Promise<readonly SurveyedEntry[]>
): Promise<RepositorySettings> {
    const entries = await entriesOf(folder);
    const inner = entries.filter(entry => INNER_REPOSITORIES.includes(entry.name.toLowerCase()));
    const find = async (place: string, depth: number): Promise<string[]> => {
        const found = await entriesOf(place);
        if (isRepository(found)) {
            return [place];
        }
        const below = depth === 0 ? [] : found.filter(entry => entry.isDirectory());
        return (await Promise.all(below.map(({ name }) => find(join(place, name), depth - 1)))).flat();
    };
    return {
        settings: [
            ...entries.filter(({ name }) => isSetting(folder, name)),
            // A link in the place of such a folder is none of git's doing.
            ...inner.filter(entry => !entry.isDirectory())
        ].map(entry => ({ path: join(folder, entry.name), entry })),
        repositories: (
            await Promise.all(inner.filter(entry => entry.isDirectory()).map(({ name }) => find(join(folder, name), DEEPEST_NAME)))
        ).flat()
    };
}

import type { Dirent } from 'node:fs';
import { join } from 'node:path';

/** What decides how a repository behaves: its configuration, its hooks, and whatever names another place for them. */
export const REPOSITORY_SETTINGS: readonly string[] = ['config', 'config.worktree', 'hooks', 'commondir', 'gitdir', 'remotes', 'branches'];

/** Folders of a repository with further ones: those of submodules, and those of linked working trees. */
const INNER_REPOSITORIES = ['modules', 'worktrees'];
/** The name of a submodule may contain slashes. */
const DEEPEST_NAME = 8;

/** The settings of a repository that are there, and the repositories inside of it. */
export interface RepositorySettings {
    readonly settings: readonly { readonly path: string; readonly entry: Dirent }[];
    readonly repositories: readonly string[];
}

/** Whether git would take a folder of this name for a repository; some file systems do not tell the case. */
export function isRepositoryName(name: string): boolean {
    return name.toLowerCase() === '.git';
}

/** Whether git would take a folder with these entries for a repository, whatever its name is. */
export function isRepository(entries: readonly Dirent[]): boolean {
    const names = new Set(entries.map(({ name }) => name.toLowerCase()));
    return names.has('head') && ((names.has('objects') && names.has('refs')) || names.has('commondir'));
}

/** Finds the settings of the repository that is kept in a folder. */
export async function repositorySettings(
    folder: string,
    entriesOf: (folder: string) => Promise<readonly Dirent[]>
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
            ...entries.filter(({ name }) => REPOSITORY_SETTINGS.includes(name.toLowerCase())),
            // A link in the place of such a folder is none of git's doing.
            ...inner.filter(entry => !entry.isDirectory())
        ].map(entry => ({ path: join(folder, entry.name), entry })),
        repositories: (
            await Promise.all(inner.filter(entry => entry.isDirectory()).map(({ name }) => find(join(folder, name), DEEPEST_NAME)))
        ).flat()
    };
}

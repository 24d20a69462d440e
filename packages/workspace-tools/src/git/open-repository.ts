import { lstatSync } from 'node:fs';
import { lstat, mkdir, readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PathGuard } from '../path-guard';
import type { PinnedEntry } from '../pinned-entry';
import { isHarmlessName } from '../sandbox/harmless-name';
import { ConfigurationSetting, readSettings } from '../sandbox/repository-configuration';
import { WorkspaceError, systemErrorCode } from '../workspace-error';

/** No configuration that people and git write comes near. */
const LARGEST_CONFIGURATION_BYTES = 1024 * 1024;
/** Where a person's links do no harm: the hooks do not run here. */
const NOT_FOLLOWED = 'hooks';
/** Lists of other places that git would take objects from. */
const ALTERNATES = ['objects/info/alternates', 'objects/info/http-alternates'];
/** Ways to keep a repository that change nothing for the settings that git gets from us. */
const KNOWN_EXTENSIONS = /^extensions\.(?:objectformat|noop|preciousobjects|partialclone|worktreeconfig)$/;

/** The repository in the root of the workspace. */
export interface Repository {
    /** Real path of its folder `.git`. */
    readonly folder: string;
    /** What its configuration itself says; nothing of it is in force yet. */
    readonly settings: readonly ConfigurationSetting[];
}

/**
 * Finds the repository of the workspace, if all of it lies inside.
 * @param toChange whether it is going to be changed
 * @throws WorkspaceError `no-repository`, or `outside-workspace` when a part of it lies elsewhere
 */
export async function openRepository(guard: PathGuard, toChange: boolean): Promise<Repository> {
    const folder = join(guard.root, '.git');
    let pinned: PinnedEntry;
    try {
        pinned = await guard.pin(folder, { followLinks: false, directory: true });
    } catch (error) {
        throw missing(guard, systemErrorCode(error));
    }
    try {
        if (pinned.realPath !== folder) {
            throw elsewhere('Its folder ".git" leads there.');
        }
        await refuseOtherPlaces(pinned.accessPath);
        const settings = await settingsOf(pinned.accessPath);
        if (toChange) {
            // Git makes this folder with the first commit, but not where it finds a link to it.
            await mkdir(join(pinned.accessPath, 'logs')).catch(ignoreExisting);
        }
        return { folder, settings };
    } finally {
        pinned.close();
    }
}

function missing(guard: PathGuard, code: string | undefined): WorkspaceError {
    if (code !== 'ENOENT') {
        return elsewhere('Its ".git" is a file or a link, as in a linked working tree or a submodule.');
    }
    return isInRepository(dirname(guard.root))
        ? elsewhere('Its root is a folder above the workspace.')
        : new WorkspaceError(
              'no-repository',
              'The workspace is no git repository. Run "git init" in its root first, or open the folder that holds ".git".'
          );
}

function isInRepository(folder: string): boolean {
    const found = lstatSync(join(folder, '.git'), { throwIfNoEntry: false });
    return found !== undefined || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}

async function refuseOtherPlaces(folder: string): Promise<void> {
    const link = await findLink(folder, '');
    if (link !== undefined) {
        throw elsewhere(`Its ".git/${link}" is a link.`);
    }
    const alternates = await Promise.all(ALTERNATES.map(name => statsOf(join(folder, name))));
    if (alternates.some(stats => stats !== undefined)) {
        throw elsewhere('It takes objects from another repository (".git/objects/info/alternates").');
    }
    const common = await readFile(join(folder, 'commondir'), 'utf8').catch(() => '.');
    // A sandbox that runs a command at this moment has put one there that names the repository itself.
    if (common.trim() !== '.') {
        throw elsewhere('Its ".git/commondir" names another repository.');
    }
}

/** The first link in a repository: git follows them all, reading and writing. */
async function findLink(folder: string, below: string): Promise<string | undefined> {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    const link = entries.find(entry => !entry.isDirectory() && !entry.isFile() && !isHarmlessName(entry.name));
    if (link) {
        return join(below, link.name);
    }
    const folders = entries.filter(entry => entry.isDirectory() && join(below, entry.name) !== NOT_FOLLOWED);
    const found = await Promise.all(folders.map(({ name }) => findLink(folder, join(below, name))));
    return found.find(path => path !== undefined);
}

async function settingsOf(folder: string): Promise<ConfigurationSetting[]> {
    const settings = await settingsIn(join(folder, 'config'));
    const ofTree = settings.some(({ name, value }) => name === 'extensions.worktreeconfig' && value === 'true')
        ? await settingsIn(join(folder, 'config.worktree'))
        : [];
    const unknown = settings.find(({ name }) => name.startsWith('extensions.') && !KNOWN_EXTENSIONS.test(name));
    if (unknown) {
        throw unreadable(`it needs "${unknown.name}", which is not supported here`);
    }
    return [...settings, ...ofTree];
}

async function settingsIn(file: string): Promise<ConfigurationSetting[]> {
    const stats = await statsOf(file);
    if (stats === undefined) {
        return [];
    }
    const settings = stats.isFile() && stats.size <= LARGEST_CONFIGURATION_BYTES ? await readSettings(await readFile(file)) : undefined;
    if (settings === undefined) {
        throw unreadable('its configuration cannot be read');
    }
    return settings;
}

async function statsOf(path: string) {
    try {
        return await lstat(path);
    } catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) {
            return undefined;
        }
        throw error;
    }
}

function ignoreExisting(error: unknown): void {
    // Where the repository cannot be written, the action itself says so.
    if (!['EEXIST', 'EACCES', 'EROFS', 'EPERM'].includes(systemErrorCode(error) ?? '')) {
        throw error;
    }
}

function elsewhere(what: string): WorkspaceError {
    return new WorkspaceError(
        'outside-workspace',
        `A part of the git repository lies outside the workspace, so it is not used. ${what} Open the folder that holds the whole repository.`
    );
}

function unreadable(what: string): WorkspaceError {
    return new WorkspaceError('no-repository', `The git repository cannot be used: ${what}. Ask the person to mend it.`);
}

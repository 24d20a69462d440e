import { BigIntStats, Stats, lstatSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import type { PathGuard } from '../path-guard';
import { systemError } from '../pinned-entry';
import type { Policy } from '../policy';
import { throwUnlessGone } from '../throw-unless-gone';
import { TurnTaking } from '../turn-taking';
import { toWorkspaceError } from '../workspace-error';
import { DirectoryMemory } from '../directory-memory';
import { Identity, identityFrom } from './entry-identity';
import { isInRepository, isRepository, isRepositoryName, repositorySettings } from './repository-settings';
import type { MaskedPath } from './sandbox-provider';
import { EnterFolder, isClosed, isOpen, isOurs } from './open-folder';
import { SurveyedEntry, UnnamedEntry, entriesByName } from './unnamed-entries';
import { UnnamedSearch, UnnamedSpecial } from './unnamed-special';

/** What is not looked through: installed code is public, and there is much of it. */
const NOT_ENTERED = 'node_modules';

/** What of a workspace has to be kept from commands, at one moment. Paths are real and absolute. */
export interface WorkspaceSurvey {
    /** What must not be seen, folders among it that stay closed to us: nobody knows what is in there. */
    readonly masked: MaskedPath[];
    /** What must not be changed: what runs or approves something by itself, and what links of such names lead to. */
    readonly readOnly: string[];
    /** Folders in which git keeps a repository. */
    readonly repositories: Map<string, Identity>;
    /** Everything with a name that runs or approves something by itself or may hold such, the settings of repositories among it. */
    readonly active: Map<string, Identity>;
    /** Folders that stay closed to us although they are ours. One of somebody else is no command's doing. */
    readonly closed: Map<string, Identity>;
    /** What belongs to all this, or holds something that does, but has no name. */
    readonly unnamed: UnnamedSpecial[];
}

/** What a directory contains that matters to commands. */
interface SurveyedDirectory {
    readonly isRepository: boolean;
    /** Names of the directories in it that are looked into. */
    readonly folders: readonly string[];
    readonly special: readonly { readonly entry: SurveyedEntry; readonly meaning: keyof typeof note }[];
}

/** The same with what has no name; what lies below that is looked at anew each time. */
interface RememberedDirectory extends SurveyedDirectory {
    readonly unnamed: readonly UnnamedEntry[];
}

/** One look through a workspace. */
interface Look {
    readonly guard: PathGuard;
    readonly enter: EnterFolder;
    /** Takes what is found. */
    readonly survey: WorkspaceSurvey;
}

/** What was found in the directories of a workspace before, by the policy that it was opened with. */
const memories = new WeakMap<Policy, DirectoryMemory<RememberedDirectory>>();

/**
 * Looks for all that commands must be kept from. Directories that have not changed since the last time are not read again.
 * @param enter which folders it looks into
 */
export async function surveyWorkspace(guard: PathGuard, enter: EnterFolder = isOpen, now?: () => number): Promise<WorkspaceSurvey> {
    const { root, policy } = guard;
    const survey: WorkspaceSurvey = {
        masked: [],
        readOnly: [],
        repositories: new Map(),
        active: new Map(),
        closed: new Map(),
        unnamed: []
    };
    const look: Look = { guard, enter, survey };
    const memory = memories.get(policy) ?? new DirectoryMemory<RememberedDirectory>(root, lstatSync(root), now);
    memories.set(policy, memory);
    const visited = new Set<string>();
    /** Those that cannot be changed as a whole: what is in them needs no protection of its own. */
    const protectedFolders = new Set<string>();
    const waiting = [''];
    const turns = new TurnTaking();
    const search = new UnnamedSearch(enter, turns, (folder, entries) => lookAt(folder.directory, entries, policy, folder.isProtected));
    for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
        await turns.nextIfOver();
        const path = directory === '' ? root : `${root}/${directory}`;
        const stats = directoryStats(path, survey);
        if (!stats) {
            continue;
        }
        visited.add(directory);
        let found = memory.recall(directory, stats);
        if (!found) {
            const entries = await entriesByName(enter, path);
            if (!entries) {
                await noteClosed(look, path);
                continue;
            }
            found = { ...surveyDirectory(directory, entries.named, policy), unnamed: entries.unnamed };
            memory.remember(directory, stats, found);
        }
        if (found.isRepository) {
            await noteRepository(look, path);
        }
        for (const name of found.folders) {
            waiting.push(directory === '' ? name : `${directory}/${name}`);
        }
        const isProtected = protectedFolders.has(directory);
        for (const { entry, meaning } of found.special) {
            const below = directory === '' ? entry.name : `${directory}/${entry.name}`;
            if (meaning !== 'active' || !isProtected) {
                await note[meaning](look, `${path}/${entry.name}`, entry);
            }
            // Secrets may lie in a folder that cannot be changed, and links in one of git's.
            if (meaning !== 'sensitive' && entry.isDirectory()) {
                waiting.push(below);
            }
            if (meaning === 'active' && entry.isDirectory()) {
                protectedFolders.add(below);
            }
        }
        if (found.unnamed.length > 0) {
            await search.find({ path: Buffer.from(path), directory, isProtected }, found.unnamed, survey.unnamed);
        }
    }
    memory.keepOnly(visited);
    return survey;
}

function lookAt(directory: string, entries: readonly SurveyedEntry[], policy: Policy, isProtected: boolean) {
    const { special, folders } = surveyDirectory(directory, entries, policy);
    const lookedInto = special.filter(({ entry, meaning }) => meaning !== 'sensitive' && entry.isDirectory());
    return {
        isSpecial: isRepository(entries) || special.some(({ meaning }) => meaning !== 'active' || !isProtected),
        folders: new Map([
            ...folders.map(name => [name, false] as const),
            ...lookedInto.map(({ entry, meaning }) => [entry.name, meaning === 'active'] as const)
        ])
    };
}

function surveyDirectory(directory: string, entries: readonly SurveyedEntry[], policy: Policy): SurveyedDirectory {
    if (isInRepository(directory)) {
        return surveyOwnFolder(entries);
    }
    const folders: string[] = [];
    const special: SurveyedDirectory['special'][number][] = [];
    for (const entry of entries) {
        const meaning = meaningOf(directory === '' ? entry.name : `${directory}/${entry.name}`, entry, policy);
        if (meaning === 'folder') {
            folders.push(entry.name);
        } else if (meaning !== 'plain') {
            special.push({ entry, meaning });
        }
    }
    // Anybody can make a folder look like a repository, so that is no reason to look no further.
    return { isRepository: directory !== '' && isRepository(entries), folders, special };
}

/** What lies in a folder of git's own: git makes files and folders, and follows everything else wherever it leads. */
function surveyOwnFolder(entries: readonly SurveyedEntry[]): SurveyedDirectory {
    return {
        isRepository: false,
        folders: entries.filter(entry => entry.isDirectory()).map(({ name }) => name),
        special: entries.filter(entry => !entry.isDirectory() && !entry.isFile()).map(entry => ({ entry, meaning: 'active' }))
    };
}

/** What an entry is to commands: nothing special, a folder to look into, or something to be kept from them. */
function meaningOf(path: string, entry: SurveyedEntry, policy: Policy): 'plain' | 'folder' | 'repository' | 'sensitive' | 'active' {
    if (isRepositoryName(entry.name)) {
        return entry.isDirectory() ? 'repository' : 'active';
    }
    if (policy.judgeRead(path).decision === 'deny') {
        return 'sensitive';
    }
    if (entry.name === NOT_ENTERED) {
        return 'plain';
    }
    if (policy.judgeWrite(path).decision !== 'allow') {
        return 'active';
    }
    return entry.isDirectory() ? 'folder' : 'plain';
}

const note = {
    repository: noteRepository,
    sensitive: noteSensitive,
    active: noteActive
};

/** Notes what must not be seen, and what a link of such a name leads to. */
async function noteSensitive({ guard, survey }: Look, path: string, entry: SurveyedEntry): Promise<void> {
    const target = entry.isSymbolicLink() ? await targetInside(guard.root, path) : path;
    if (target !== undefined && (entry.isDirectory() || entry.isFile() || entry.isSymbolicLink())) {
        survey.masked.push({ path: target, kind: (await isDirectory(target)) ? 'directory' : 'file' });
    }
}

/** Notes what runs or approves something by itself. A link is no place to mount on; what it leads to is protected in its stead. */
async function noteActive({ guard, survey }: Look, path: string, entry: SurveyedEntry): Promise<void> {
    const identity = await identityOf(guard, path);
    if (identity === undefined) {
        return;
    }
    survey.active.set(path, identity);
    const target = entry.isSymbolicLink() ? await targetInside(guard.root, path) : path;
    if (target !== undefined && (entry.isSymbolicLink() || entry.isDirectory() || entry.isFile())) {
        survey.readOnly.push(target);
    }
}

/** Notes a folder that may hold anything of all this. @throws WorkspaceError when it is the workspace itself */
async function noteClosed({ guard, survey }: Look, path: string): Promise<void> {
    if (path === guard.root) {
        throw toWorkspaceError(systemError('EACCES'), '.');
    }
    survey.masked.push({ path, kind: 'directory' });
    const stats = await statsOf(guard, path);
    if (stats && isOurs(stats)) {
        survey.closed.set(path, identityFrom(stats));
    }
}

/** Notes what decides how a repository behaves; commits still work. */
async function noteRepository(look: Look, folder: string): Promise<void> {
    const { guard, enter, survey } = look;
    const identity = await identityOf(guard, folder);
    if (identity === undefined) {
        return;
    }
    survey.repositories.set(folder, identity);
    const { settings, repositories } = await repositorySettings(folder, async path => (await entriesByName(enter, path))?.named ?? []);
    await Promise.all(settings.map(({ path, entry }) => noteActive(look, path, entry)));
    await Promise.all(repositories.map(inner => noteRepository(look, inner)));
}

/** Where a link leads, if that is a place in the workspace which a command could change. */
async function targetInside(root: string, link: string): Promise<string | undefined> {
    try {
        const target = await realpath(link);
        const below = relative(root, target);
        return below === '' || below.startsWith('..') ? undefined : target;
    } catch {
        return undefined; // It leads nowhere, or in a circle.
    }
}

async function identityOf(guard: PathGuard, path: string): Promise<Identity | undefined> {
    const stats = await statsOf(guard, path);
    return stats && identityFrom(stats);
}

async function statsOf({ root }: PathGuard, path: string): Promise<BigIntStats | undefined> {
    try {
        return await lstat(path, { bigint: true });
    } catch (error) {
        if (isClosed(error)) {
            throw toWorkspaceError(error, relative(root, path));
        }
        throwUnlessGone(error);
        return undefined;
    }
}

/** Undefined when there is no directory any more, not even one that a link leads to, or none that can be reached. */
function directoryStats(path: string, survey: WorkspaceSurvey): Stats | undefined {
    try {
        const stats = lstatSync(path);
        return stats.isDirectory() ? stats : undefined;
    } catch (error) {
        // The folder around it was open: a running command has closed it again.
        if (isClosed(error)) {
            survey.masked.push({ path, kind: 'directory' });
        } else {
            throwUnlessGone(error);
        }
        return undefined;
    }
}

async function isDirectory(path: string): Promise<boolean> {
    try {
        return (await lstat(path)).isDirectory();
    } catch (error) {
        throwUnlessGone(error);
        return false;
    }
}

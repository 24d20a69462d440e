import { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Policy } from '../policy';
import { WorkspaceError, systemErrorCode } from '../workspace-error';
import { isRepository, isRepositoryName, repositorySettings } from './repository-settings';
import type { MaskedPath } from './sandbox-provider';

/** Every one is a mount of its own; a workspace with more is not one that a sandbox can serve quickly. */
const MOST_MOUNTS = 1000;
/** Directories that are looked at side by side. */
const WALKERS = 16;
/** What is not looked through: installed code is public, and there is much of it. */
const NOT_ENTERED = 'node_modules';

/** What of a workspace has to be kept from commands, at one moment. Paths are real and absolute. */
export interface WorkspaceSurvey {
    /** What must not be seen. */
    readonly masked: MaskedPath[];
    /** What must not be changed: what runs or approves something by itself, and what links of such names lead to. */
    readonly readOnly: string[];
    /** Folders in which git keeps a repository. */
    readonly repositories: Map<string, Identity>;
    /** Everything with a name that runs or approves something by itself, the settings of repositories among it. */
    readonly active: Map<string, Identity>;
}

/** Tells a file or folder from every other one, also from one that later takes its place. */
export type Identity = string;

/** Looks for all that commands must be kept from. */
export async function surveyWorkspace(root: string, policy: Policy): Promise<WorkspaceSurvey> {
    const survey: WorkspaceSurvey = { masked: [], readOnly: [], repositories: new Map(), active: new Map() };
    const waiting = [''];
    const walk = async (): Promise<void> => {
        for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
            const entries = await entriesOf(join(root, directory));
            if (directory !== '' && isRepository(entries)) {
                await noteRepository(root, join(root, directory), survey);
                continue;
            }
            for (const entry of entries) {
                const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
                const meaning = meaningOf(path, entry, policy);
                if (meaning === 'folder') {
                    waiting.push(path);
                } else if (meaning !== 'plain') {
                    await note[meaning](root, join(root, path), entry, survey);
                }
            }
            if (survey.masked.length + survey.readOnly.length > MOST_MOUNTS) {
                throw new WorkspaceError(
                    'sandbox-failed',
                    `The workspace has more than ${MOST_MOUNTS} sensitive or protected files, too many to keep from a command. ` +
                        'Open a smaller folder, or choose the sandbox provider "local".'
                );
            }
        }
    };
    // Walkers end when nothing is waiting, although others may still add to it; hence the rounds.
    while (waiting.length > 0) {
        await Promise.all(Array.from({ length: Math.min(WALKERS, waiting.length) }, walk));
    }
    return survey;
}

/** What an entry is to commands: nothing special, a folder to look into, or something to be kept from them. */
function meaningOf(path: string, entry: Dirent, policy: Policy): 'plain' | 'folder' | 'repository' | 'sensitive' | 'active' {
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
    repository: (root: string, path: string, _entry: Dirent, survey: WorkspaceSurvey) => noteRepository(root, path, survey),
    sensitive: noteSensitive,
    active: noteActive
};

/** Notes what must not be seen, and what a link of such a name leads to. */
async function noteSensitive(root: string, path: string, entry: Dirent, survey: WorkspaceSurvey): Promise<void> {
    const target = entry.isSymbolicLink() ? await targetInside(root, path) : path;
    if (target !== undefined && (entry.isDirectory() || entry.isFile() || entry.isSymbolicLink())) {
        survey.masked.push({ path: target, kind: (await isDirectory(target)) ? 'directory' : 'file' });
    }
}

/** Notes what runs or approves something by itself. A link is no place to mount on; what it leads to is protected in its stead. */
async function noteActive(root: string, path: string, entry: Dirent, survey: WorkspaceSurvey): Promise<void> {
    const identity = await identityOf(path);
    if (identity === undefined) {
        return;
    }
    survey.active.set(path, identity);
    const target = entry.isSymbolicLink() ? await targetInside(root, path) : path;
    if (target !== undefined && (entry.isSymbolicLink() || entry.isDirectory() || entry.isFile())) {
        survey.readOnly.push(target);
    }
}

/** Notes what decides how a repository behaves; commits still work. */
async function noteRepository(root: string, folder: string, survey: WorkspaceSurvey): Promise<void> {
    const identity = await identityOf(folder);
    if (identity === undefined) {
        return;
    }
    survey.repositories.set(folder, identity);
    const { settings, repositories } = await repositorySettings(folder, entriesOf);
    await Promise.all(settings.map(({ path, entry }) => noteActive(root, path, entry, survey)));
    await Promise.all(repositories.map(inner => noteRepository(root, inner, survey)));
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

async function identityOf(path: string): Promise<Identity | undefined> {
    try {
        const { dev, ino, birthtimeNs } = await lstat(path, { bigint: true });
        return `${dev}:${ino}:${birthtimeNs}`;
    } catch (error) {
        throwUnlessGone(error);
        return undefined;
    }
}

async function isDirectory(path: string): Promise<boolean> {
    return (await lstat(path)).isDirectory();
}

async function entriesOf(directory: string): Promise<Dirent[]> {
    try {
        return await readdir(directory, { withFileTypes: true });
    } catch (error) {
        throwUnlessGone(error);
        return [];
    }
}

/** An entry may be removed meanwhile, or closed to us and so to the command. */
function throwUnlessGone(error: unknown): void {
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(systemErrorCode(error) ?? '')) {
        throw error;
    }
}

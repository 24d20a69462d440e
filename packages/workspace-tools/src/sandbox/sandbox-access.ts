import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PathGuard } from '../path-guard';
import { withPlaceholders } from './placeholders';
import { TakenAway, knownEntries, refuseChanges, refuseLeftovers } from './refuse-changes';
import { withJournal } from './run-journal';
import type { MaskedPath, SandboxAccess, SandboxProvider } from './sandbox-provider';
import { withSettledSurvey } from './settled-survey';
import { withoutCredentials } from './without-credentials';
import type { WorkspaceSurvey } from './workspace-survey';

/** What came of a command, and what it made although it may not: taken away again, from the workspace root. */
export interface SandboxOutcome<T> {
    readonly result: T;
    readonly refused: readonly string[];
    /** What is still there of that, why, and what has to be done, in words. */
    readonly remains?: string;
}

/** What a command needs beside the workspace. */
export interface SandboxNeeds extends Pick<SandboxAccess, 'network' | 'rootName'> {
    /** Folders outside the workspace that it has to read. */
    readonly shown?: readonly string[];
    /** Whether it may read sensitive files; only for a program that shows none of them to an agent. */
    readonly readsSensitive?: boolean;
}

/**
 * Calls `use` with what a command may see and change in a workspace as it is now, and afterwards takes away what the command made although
 * it may not. Providers that do not keep files apart need no look at it.
 */
export async function withSandboxAccess<T>(
    guard: PathGuard,
    provider: SandboxProvider,
    { network, rootName, shown = [], readsSensitive = false }: SandboxNeeds,
    use: (access: SandboxAccess) => Promise<T>
): Promise<SandboxOutcome<T>> {
    const workspace = guard.root;
    const given = { workspace, rootName, shown, hidden: guard.policy.forbiddenPaths, network };
    if (!provider.isolates.files) {
        return { result: await use({ ...given, masked: [], readOnly: [], pinned: [] }), refused: [] };
    }
    await refuseLeftovers(guard);
    return withSettledSurvey(guard, async before => {
        const repository = join(workspace, '.git');
        const hasRepository = before.repositories.has(repository) && before.masked.every(({ path }) => path !== repository);
        return withPlaceholders(workspace, hasRepository, async placeholders => {
            const readOnly = [...new Set([...before.readOnly, ...placeholders])].filter(path => existsSync(path));
            const masked = readsSensitive ? [] : [...before.masked, ...readOnly.flatMap(path => configurationMask(path, before))];
            const kept = [...before.repositories.keys(), ...readOnly, ...masked.map(({ path }) => path)];
            const pinned = [...new Set([...before.repositories.keys(), ...kept.flatMap(path => foldersAbove(path, workspace))])];
            const access = { ...given, masked: readsSensitive ? [] : [...masked, ...before.unsettled], readOnly, pinned };
            const known = knownEntries(before);
            const refuse = (): Promise<TakenAway> => refuseChanges(guard, known, placeholders);
            return withJournal(workspace, known, placeholders, () => use(access), refuse);
        });
    });
}

/** Hides the credentials in the configuration of a repository. */
function configurationMask(path: string, { repositories }: WorkspaceSurvey): MaskedPath[] {
    const isConfiguration = /^config(?:\.worktree)?$/i.test(basename(path)) && repositories.has(dirname(path));
    const mask = isConfiguration ? withoutCredentials(path) : undefined;
    return mask ? [mask] : [];
}

/** The folders between the workspace and a path: renamed, they would take it to a place where nothing covers it. */
function foldersAbove(path: string, workspace: string): string[] {
    const parent = dirname(path);
    return parent === workspace || parent === path ? [] : [parent, ...foldersAbove(parent, workspace)];
}

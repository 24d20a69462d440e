import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationOptions } from '../operation';
import { quotePath } from '../quote-path';
import { refuseByPolicy } from '../refusal';
import { WorkspaceError } from '../workspace-error';
import { gitFailure, succeeded } from './git-failure';
import type { GitCommitResult, GitIdentity, GitRequest } from './git-request';
import type { GitRunner } from './git-runner';
import { readStatus } from './git-status';
import type { ParsedStatus } from './parse-status';
import { placesInRepository } from './repository-paths';

/** The message, which may be longer than an argument can be, is read from the standard input. */
const COMMIT = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--no-edit', '--no-status', '--cleanup=whitespace', '--file=-'];

/**
 * Commits files as they are now and nothing else, or without files what is staged. What a person has staged besides stays staged.
 */
export async function gitCommit(
    git: GitRunner,
    { message, files }: GitRequest,
    author: GitIdentity,
    options: OperationOptions
): Promise<GitCommitResult> {
    const text = checkMessage(message);
    const places = files && (await placesInRepository(git.guard, files, options));
    const selection = places ? await selectFiles(git, places) : await selectStaged(git);
    selection.paths.forEach(path => refuseByPolicy(git.guard.policy.judgeRead(path), path));
    if (places) {
        await refuseFiltered(git, selection.paths);
        await commitFiles(git, text, selection.paths, selection.untracked);
    } else {
        succeeded(git, await git.run({ args: COMMIT, effect: 'repository', input: text }));
    }
    const head = succeeded(git, await git.run({ args: ['rev-parse', 'HEAD'], effect: 'nothing', evenWhenCancelled: true }));
    return { action: 'commit', commit: head.stdout.trim(), branch: selection.branch, files: selection.paths, author };
}

interface Selection {
    readonly paths: readonly string[];
    readonly untracked: readonly string[];
    readonly branch?: string;
}

function checkMessage(message: string | undefined): string {
    // Whoever looks at the history has them before a terminal.
    if (message === undefined || message.trim() === '' || /[^\P{Cc}\t\n\r]|\p{Surrogate}/u.test(message)) {
        throw new WorkspaceError(
            'invalid-argument',
            'A commit needs a message of text without control characters. Say in "message" what it changes.'
        );
    }
    return message;
}

async function selectFiles(git: GitRunner, places: readonly string[]): Promise<Selection> {
    const options = ['--untracked-files=all', '--no-renames', '--ignored=matching'];
    const status = await readStatus(git, { options, paths: places });
    if (status.truncated) {
        throw new WorkspaceError('too-large', 'Too many files are changed to commit them at once. Name some of them in "files".');
    }
    refuseConflicts(status);
    const paths = [...new Set([...status.changed, ...status.staged].map(({ path }) => path).concat(status.untracked))].sort();
    for (const place of places) {
        const ignored = status.ignored.find(path => place === path || (path.endsWith('/') && `${place}/`.startsWith(path)));
        if (ignored !== undefined) {
            throw new WorkspaceError(
                'repository-state',
                `${quotePath(place)} is ignored by .gitignore, so it is not committed. Leave it out.`
            );
        }
        const isKnown = paths.some(path => path === place || path.startsWith(`${place}/`));
        if (!isKnown && lstatSync(join(git.guard.root, place), { throwIfNoEntry: false }) === undefined) {
            throw new WorkspaceError('not-found', `${quotePath(place)} does not exist, and git knows no such file. Look at the status.`, {
                path: place
            });
        }
    }
    if (paths.length === 0) {
        throw new WorkspaceError(
            'repository-state',
            'There is nothing to commit: none of these files is changed or new. Look at the status.'
        );
    }
    // A repository inside of this one; committed, it would become a submodule.
    const inner = status.untracked.find(path => path.endsWith('/'));
    if (inner !== undefined) {
        throw new WorkspaceError(
            'repository-state',
            `${quotePath(inner)} is a repository of its own, so it is not committed. Leave it out.`
        );
    }
    return { paths, untracked: status.untracked, branch: status.branch };
}

async function selectStaged(git: GitRunner): Promise<Selection> {
    const status = await readStatus(git, { options: ['--untracked-files=no', '--no-renames'] });
    refuseConflicts(status);
    if (status.staged.length === 0) {
        throw new WorkspaceError('repository-state', 'Nothing is staged. Name the files to commit in "files".');
    }
    return { paths: status.staged.map(({ path }) => path).sort(), untracked: [], branch: status.branch };
}

function refuseConflicts({ changed }: ParsedStatus): void {
    const conflict = changed.find(({ status }) => status === 'conflicted');
    if (conflict) {
        throw new WorkspaceError(
            'repository-state',
            `${quotePath(conflict.path)} has a conflict that is not resolved yet. Resolve all conflicts and have the files staged first.`
        );
    }
}

/** Refuses files that git would store in another form: the programs for that do not run here, and an encrypted file must not be stored plain. */
async function refuseFiltered(git: GitRunner, paths: readonly string[]): Promise<void> {
    const { stdout } = succeeded(git, await git.run({ args: ['check-attr', '-z', 'filter', '--', ...paths], effect: 'nothing' }));
    const fields = stdout.split('\0');
    for (let index = 0; index + 2 < fields.length; index += 3) {
        const [path, , filter] = fields.slice(index, index + 3);
        if (!['unspecified', 'unset', 'set'].includes(filter)) {
            throw new WorkspaceError(
                'repository-state',
                `${quotePath(path)} is stored through the filter ${quotePath(filter)} (.gitattributes), a program that does not run here. Ask the person to commit it.`,
                { path }
            );
        }
    }
}

async function commitFiles(git: GitRunner, message: string, paths: readonly string[], untracked: readonly string[]): Promise<void> {
    if (untracked.length > 0) {
        succeeded(git, await git.run({ args: ['add', '--intent-to-add', '--', ...untracked], effect: 'repository' }));
    }
    try {
        const answer = await git.run({ args: [...COMMIT, '--only', '--', ...paths], effect: 'repository', input: message });
        if (answer.exitCode !== 0) {
            throw gitFailure(git, answer);
        }
    } catch (error) {
        if (untracked.length > 0) {
            await forgetIntended(git, untracked);
        }
        throw error;
    }
}

/** Makes files untracked again that were only meant to be added; none of those that were committed all the same. */
async function forgetIntended(git: GitRunner, paths: readonly string[]): Promise<void> {
    const { changed } = await readStatus(git, { options: ['--untracked-files=no'], paths, evenWhenCancelled: true });
    const intended = changed.filter(({ status }) => status === 'added').map(({ path }) => path);
    if (intended.length > 0) {
        const args = ['update-index', '--force-remove', '--', ...intended];
        succeeded(git, await git.run({ args, effect: 'repository', evenWhenCancelled: true }));
    }
}

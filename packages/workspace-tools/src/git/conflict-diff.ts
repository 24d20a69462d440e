import { readName } from '../patch/patch-name';
import { WorkspaceError } from '../workspace-error';
import { succeeded } from './git-failure';
import type { GitRunner } from './git-runner';

/** A diff as git makes it by itself, whatever the repository wants. */
export const PLAIN_DIFF = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--submodule=short'];
/** No line of a file begins like this in a diff. */
const HEADER = /(?:^|\n)diff --(\w+) ([^\n]*)(?=\n)/g;

/**
 * Shows files with conflicts as they differ from both sides at once. Git gives no names beside such a diff, so its headers tell whether
 * it is about these files alone.
 * @param paths files that may be shown
 * @throws WorkspaceError `changed` when it shows others
 */
export async function diffConflicts(git: GitRunner, paths: readonly string[]): Promise<{ readonly text: string; readonly bytes: number }> {
    if (paths.length === 0) {
        return { text: '', bytes: 0 };
    }
    const { gitDiffBytes: outputBytes } = git.guard.policy.limits;
    const answer = succeeded(git, await git.run({ args: [...PLAIN_DIFF, '--cc', '--', ...paths], effect: 'nothing', outputBytes }));
    const wanted = new Set(paths);
    for (const [, kind, name] of answer.stdout.matchAll(HEADER)) {
        if (kind !== 'cc' || !wanted.has(readName(name))) {
            throw changedWhileCompared();
        }
    }
    return { text: answer.stdout, bytes: answer.stdoutBytes };
}

/** What was compared is not what was judged before. */
export function changedWhileCompared(): WorkspaceError {
    return new WorkspaceError('changed', 'Files were changed while they were compared. Repeat the call.');
}

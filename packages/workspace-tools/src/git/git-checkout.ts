import { type OpenDocuments, unsavedText } from '../open-documents';
import type { ChangeOptions } from '../operation';
import type { Agreement } from '../person-consent';
import { refuseByPolicy } from '../refusal';
import { WorkspaceError } from '../workspace-error';
import { checkBranchName } from './branch-name';
import { succeeded } from './git-failure';
import type { GitCheckoutResult, GitRequest } from './git-request';
import type { GitRunner } from './git-runner';

/** Checks a branch out, which is made from the current commit when it does not exist. Changes that are not committed are never lost. */
export async function gitCheckout(
    git: GitRunner,
    { branch }: GitRequest,
    { confirmed, documents }: ChangeOptions
): Promise<GitCheckoutResult> {
    if (branch === undefined) {
        throw new WorkspaceError('invalid-argument', 'A checkout needs a branch. Name it in "branch", such as "feature/new-thing".');
    }
    const reference = `refs/heads/${checkBranchName(branch)}`;
    const [target, current] = await Promise.all([commitOf(git, reference), commitOf(git, 'HEAD')]);
    if (target === undefined) {
        await makeBranch(git, branch, reference, current);
        return { action: 'checkout', branch, created: true, commit: current };
    }
    const paths = await changedFiles(git, current, target);
    const effect = judgeFiles(git, paths, confirmed) ? 'protected-files' : 'files';
    if (documents) {
        await refuseUnsaved(paths, documents);
    }
    // The commit that was judged, whatever becomes of the branch meanwhile.
    succeeded(git, await git.run({ args: ['checkout', '--quiet', '--no-guess', '--detach', target], effect }));
    const message = `checkout: moving to ${branch}`;
    const args = ['symbolic-ref', '-m', message, 'HEAD', reference];
    succeeded(git, await git.run({ args, effect: 'repository', evenWhenCancelled: true }));
    return { action: 'checkout', branch, created: false, commit: target };
}

/** The commit that a reference names; undefined when there is no such reference yet. */
async function commitOf(git: GitRunner, reference: string): Promise<string | undefined> {
    const { exitCode, stdout } = await git.run({ args: ['rev-parse', '--verify', '--quiet', `${reference}^{commit}`], effect: 'nothing' });
    return exitCode === 0 ? stdout.trim() : undefined;
}

async function makeBranch(git: GitRunner, branch: string, reference: string, current: string | undefined): Promise<void> {
    // Before the first commit there is nothing that a branch could name.
    const args = current === undefined ? ['symbolic-ref', 'HEAD', reference] : ['checkout', '--quiet', '--no-track', '-b', branch];
    succeeded(git, await git.run({ args, effect: 'repository' }));
}

/** Every file that the checkout would write or remove. */
async function changedFiles(git: GitRunner, current: string | undefined, target: string): Promise<string[]> {
    const args =
        current === undefined
            ? ['ls-tree', '-r', '-z', '--name-only', '--full-tree', target]
            : ['diff-tree', '-r', '-z', '--name-only', '--no-renames', current, target];
    const { stdout, truncated } = succeeded(git, await git.run({ args, effect: 'nothing' }));
    if (truncated) {
        throw new WorkspaceError('too-large', 'The branch differs in too many files to look at them all. Ask the person to check it out.');
    }
    return stdout.split('\0').filter(path => path !== '');
}

/** Lets the policy judge the files; tells whether a person agreed to some of them. */
function judgeFiles(git: GitRunner, paths: readonly string[], confirmed: Agreement | undefined): boolean {
    const judgements = paths.map(path => ({ path, judgement: git.guard.policy.judgeWrite(path) }));
    judgements.forEach(({ path, judgement }) => refuseByPolicy(judgement, path, confirmed));
    return judgements.some(({ judgement }) => judgement.decision !== 'allow');
}

/** So many files are looked for in editors at once. */
const LOOKED_FOR_AT_ONCE = 50;

/** Git writes files behind the back of editors, so none of them may hold text that would then stand against the new file. */
async function refuseUnsaved(paths: readonly string[], documents: OpenDocuments): Promise<void> {
    for (let start = 0; start < paths.length; start += LOOKED_FOR_AT_ONCE) {
        const some = paths.slice(start, start + LOOKED_FOR_AT_ONCE);
        const found = await Promise.all(some.map(async path => ((await documents.find(path))?.unsaved ? path : undefined)));
        const unsaved = found.find(path => path !== undefined);
        if (unsaved !== undefined) {
            throw unsavedText(unsaved, 'The checkout would change it. Ask the person to save or discard the text first.');
        }
    }
}

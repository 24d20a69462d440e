import { WorkspaceError, WorkspaceErrorCode } from '../workspace-error';
import type { GitAnswer, GitRunner } from './git-runner';

const LONGEST_EXCERPT = 1000;

/** What git says when an action cannot be done as things stand, what that means, and what to do. */
const KNOWN_FAILURES: readonly (readonly [RegExp, WorkspaceErrorCode, string])[] = [
    [
        /local changes to the following files would be overwritten|untracked working tree files would be (?:overwritten|removed)|Updating the following directories would lose/,
        'repository-state',
        'Files with changes that are not committed would be overwritten, so nothing was done. Commit them first, or undo those changes.'
    ],
    [
        /you need to resolve your current index first|needs merge|not possible because you have unmerged files/,
        'repository-state',
        'The repository has conflicts that are not resolved yet. Resolve them and commit first.'
    ],
    [
        /cannot do a partial commit during a (?:merge|cherry-pick|rebase)/,
        'repository-state',
        'A merge or the like is under way, during which single files cannot be committed. Stage everything and commit without naming files, or end it first.'
    ],
    [
        /exists; cannot create 'refs\/heads\//,
        'repository-state',
        'A branch with a name above or below this one exists, and git cannot have both. Choose another name.'
    ],
    // Before the locks, whose words are among these.
    [
        /a branch named .* already exists|cannot lock ref .* reference already exists/,
        'repository-state',
        'There is such a branch by now. Repeat the call.'
    ],
    [
        /index\.lock|cannot lock ref|Unable to create .*\.lock/,
        'repository-state',
        'Another git command is changing the repository. Wait until it has ended and repeat the call; a lock that was left behind has to be removed by a person.'
    ],
    [
        /nothing to commit|nothing added to commit|no changes added to commit/,
        'repository-state',
        'There is nothing to commit: what would be committed equals the latest commit.'
    ],
    [/No space left on device|Disk quota exceeded/, 'no-space', 'The disk is full. Free some space first.'],
    [
        /Permission denied|Read-only file system|insufficient permission/,
        'permission-denied',
        'The repository may not be changed with the rights of this process. Ask the person to change its permissions.'
    ]
];

/** The error that a failed call of git stands for. */
export function gitFailure(git: GitRunner, { stderr, stdout, exitCode }: GitAnswer): WorkspaceError {
    // What git had written until then may be the content of a sensitive file: it is looked at, and not passed on.
    const said = `${stderr}\n${stdout.slice(0, LONGEST_EXCERPT)}`;
    const unknown = [undefined, 'failed', `Git failed (exit code ${exitCode}). Look at the status of the repository.`] as const;
    const [, code, text] = KNOWN_FAILURES.find(([pattern]) => pattern.test(said)) ?? unknown;
    return new WorkspaceError(code, `${text}${excerpt(git, stderr)}`);
}

/** What git or the server said, behind a message. */
export function excerpt(git: GitRunner, text: string): string {
    const said = git.describe(text);
    const shown = said.length > LONGEST_EXCERPT ? `${said.slice(0, LONGEST_EXCERPT)}…` : said;
    return shown === '' ? '' : ` Git says: ${shown}`;
}

/** Passes on the answer of a call of git that succeeded. */
export function succeeded(git: GitRunner, answer: GitAnswer): GitAnswer {
    if (answer.exitCode !== 0) {
        throw gitFailure(git, answer);
    }
    return answer;
}

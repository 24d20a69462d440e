import type { ArgumentsOf, CommandArgumentSchema, RiskClass } from '@openspace/protocol';
import { PATH_SCHEMA } from '../request-schema';

/** What each action of the operation may do. */
const ACTION_RISKS = { status: 'read', diff: 'read', commit: 'write', checkout: 'write', push: 'execute' } as const satisfies Record<
    string,
    RiskClass
>;

const ACTIONS = ['status', 'diff', 'commit', 'checkout', 'push'] as const satisfies readonly (keyof typeof ACTION_RISKS)[];
export type GitAction = (typeof ACTIONS)[number];

/** What to do with the repository in the root of the workspace. */
export const gitRequestSchema = {
    type: 'object',
    properties: {
        action: { type: 'string', enum: ACTIONS },
        message: { type: 'string', minLength: 1, maxLength: 64 * 1024, description: 'Of a commit, which needs one.' },
        files: {
            type: 'array',
            minItems: 1,
            maxItems: 1000,
            items: PATH_SCHEMA,
            description:
                'Files and directories that a commit takes in as they are now, and nothing else; without them it takes what is staged. A diff shows only these.'
        },
        branch: {
            type: 'string',
            minLength: 1,
            maxLength: 255,
            description:
                'Branch to check out, which needs one; made from the current commit when it does not exist. A push may name the one that is checked out.'
        },
        remote: {
            type: 'string',
            minLength: 1,
            maxLength: 255,
            description: "Remote to push to: the branch's own unless given, else origin or the only one."
        }
    },
    required: ['action'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
export type GitRequest = ArgumentsOf<typeof gitRequestSchema>;

/** What a request may do, which its action decides. One that is none of ours counts as the worst. */
export function gitRisk({ action }: Readonly<Record<string, unknown>>): RiskClass {
    return ACTIONS.includes(action as GitAction) ? ACTION_RISKS[action as GitAction] : 'execute';
}

/** A file that differs, from the workspace root. */
export interface GitChange {
    readonly path: string;
    readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type-changed' | 'conflicted';
    /** Where a renamed or copied file came from. */
    readonly from?: string;
}

/** Where the repository stands and what differs from its latest commit. */
export interface GitStatusResult {
    readonly action: 'status';
    /** Absent when no branch is checked out. */
    readonly branch?: string;
    /** Hash of the latest commit; absent before the first one. */
    readonly commit?: string;
    /** The branch of the remote that this one follows, and how many commits each has that the other has not; absent when not known. */
    readonly upstream?: string;
    readonly ahead?: number;
    readonly behind?: number;
    /** What the next commit takes in, and what it does not. Conflicts count among the latter. */
    readonly staged: readonly GitChange[];
    readonly changed: readonly GitChange[];
    readonly untracked: readonly string[];
    /** Whether one of the lists was cut. */
    readonly truncated: boolean;
}

/** The changes as unified diffs. */
export interface GitDiffResult {
    readonly action: 'diff';
    readonly staged: string;
    readonly unstaged: string;
    /** Whether one of the two was cut, and the bytes of both without the cut. */
    readonly truncated: boolean;
    readonly totalBytes: number;
    /** Changed files that are not shown because they are sensitive, or cannot be named where git needs their names. */
    readonly hidden: readonly string[];
}

export interface GitCommitResult {
    readonly action: 'commit';
    readonly commit: string;
    /** Absent when no branch is checked out. */
    readonly branch?: string;
    /** What the commit changed. */
    readonly files: readonly string[];
    readonly author: GitIdentity;
}

export interface GitCheckoutResult {
    readonly action: 'checkout';
    readonly branch: string;
    /** Whether the branch did not exist before. */
    readonly created: boolean;
    /** Absent before the first commit. */
    readonly commit?: string;
}

export interface GitPushResult {
    readonly action: 'push';
    readonly remote: string;
    readonly branch: string;
    readonly commit: string;
    /** Whether the remote has the branch only now, and whether it had all of it before. */
    readonly created: boolean;
    readonly upToDate: boolean;
}

export type GitResult = GitStatusResult | GitDiffResult | GitCommitResult | GitCheckoutResult | GitPushResult;

/** Whom commits are attributed to. */
export interface GitIdentity {
    readonly name: string;
    readonly email: string;
}

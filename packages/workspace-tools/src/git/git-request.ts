import type { CommandAsker } from '../exec/exec-request';

/** A git operation, as an agent asks for it. */
export type GitRequest =
    | { readonly action: 'status' }
    | { readonly action: 'diff'; readonly paths?: readonly string[] }
    | {
          readonly action: 'commit';
          readonly message: string;
          /** Paths to stage first; without it, what is staged already is committed. */
          readonly files?: readonly string[];
      }
    | { readonly action: 'push'; readonly remote?: string; readonly branch?: string }
    | { readonly action: 'checkout'; readonly branch: string };

/** What the caller of a git operation decides, not the agent. */
export interface GitOptions {
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    /** Who is asked before a push; without it a push needs no answer. */
    readonly ask?: CommandAsker;
    /** Told before something changes, once all checks are passed. A failure keeps it from being done. */
    readonly onWillRun?: () => Promise<void> | void;
}

/** A file that differs. Sensitive files are named, never shown. */
export interface GitFileChange {
    readonly path: string;
    readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type-changed' | 'unmerged';
    /** Where a renamed or copied file was before. */
    readonly previousPath?: string;
}

export interface GitStatusResult {
    readonly action: 'status';
    /** Undefined when no branch is checked out. */
    readonly branch?: string;
    /** The branch that this one follows, and by how many commits they differ. */
    readonly upstream?: string;
    readonly ahead: number;
    readonly behind: number;
    /** Changes since the last commit that are staged, and those that are not. */
    readonly staged: readonly GitFileChange[];
    readonly changed: readonly GitFileChange[];
    readonly untracked: readonly string[];
    readonly clean: boolean;
    /** Whether files were left out because there are too many. */
    readonly truncated: boolean;
}

export interface GitDiffResult {
    readonly action: 'diff';
    readonly staged: string;
    readonly unstaged: string;
    /** Files whose changes are not shown. */
    readonly hidden: readonly string[];
    readonly truncated: boolean;
}

export interface GitCommitResult {
    readonly action: 'commit';
    readonly commit: string;
    /** Undefined when no branch is checked out. */
    readonly branch?: string;
    readonly files: readonly string[];
}

export interface GitPushResult {
    readonly action: 'push';
    readonly remote: string;
    /** The address without any credential in it. */
    readonly url: string;
    readonly branch: string;
    readonly commit: string;
    /** Whether the remote had this commit already. */
    readonly upToDate: boolean;
}

export interface GitCheckoutResult {
    readonly action: 'checkout';
    readonly branch: string;
    /** Whether the branch is new. */
    readonly created: boolean;
}

export type GitResult = GitStatusResult | GitDiffResult | GitCommitResult | GitPushResult | GitCheckoutResult;

/** The result of one action. */
export type GitResultOf<R extends GitRequest> = Extract<GitResult, { readonly action: R['action'] }>;

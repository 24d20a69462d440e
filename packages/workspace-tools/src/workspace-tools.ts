import type { ExecOptions, ExecRequest, ExecResult } from './exec/exec-request';
import { executeCommand } from './exec/execute-command';
import type { GitCredentialProvider, GitIdentity } from './git/git-credentials';
import { runGit } from './git/run-git';
import type { GitOptions, GitRequest, GitResultOf } from './git/git-request';
import { ListRequest, ListResult, listDirectory, notADirectory } from './list-directory';
import { withNearNames } from './near-names';
import { PathGuard, WriteOptions } from './path-guard';
import { Policy } from './policy';
import { ReadRequest, ReadResult, readFile } from './read-file';
import { notAFile } from './refusal';
import { removeStaleFiles } from './remove-stale-files';
import { PathOptions } from './requested-path';
import type { SandboxProvider } from './sandbox/sandbox-provider';
import { SearchOptions, SearchRequest, SearchResult, searchFiles } from './search-files';
import { WorkspaceError } from './workspace-error';
import { WriteRequest, WriteResult, writeFile } from './write-file';

/** What a caller wants to do with a path: show a file, change or create a file, or work in a directory. */
export type LocateIntent = 'read-file' | 'write-file' | 'directory';

/** A path that may be used as intended. */
export interface WorkspaceLocation {
    /** Real path from the workspace root, all links inside it resolved. */
    readonly relativePath: string;
    /** The same below the root as the workspace was opened, for editors and terminals. */
    readonly absolutePath: string;
    readonly kind: 'file' | 'directory';
    /** False only for a file that is still to be written. */
    readonly exists: boolean;
}

/** What a caller decides for one call; the agent has no say in it. */
export type LocateOptions = Omit<WriteOptions, 'makeParents'>;

/** What a workspace is opened with beside its policy. */
export interface WorkspaceOptions {
    /** Where commands and git run; without one neither does. `chooseSandbox` finds it. */
    readonly sandbox?: SandboxProvider;
    /** Who commits are by; the product's own bot by default. */
    readonly gitIdentity?: GitIdentity;
    /** Where the secret for a push comes from; without one a push has none. */
    readonly gitCredentials?: GitCredentialProvider;
}

/**
 * The workspace kernel: every operation on files of the workspace, from any door or command, goes through one of these, with one
 * guard and one policy. All paths are relative to the root or absolute inside it. All failures are `WorkspaceError`s;
 * a `not-found` names the nearest existing paths.
 */
export class WorkspaceTools {
    private constructor(
        readonly guard: PathGuard,
        private readonly workspaceOptions: WorkspaceOptions
    ) {}

    /** Opens the workspace in a directory, which may be a link. The policy holds for every operation. */
    static async open(root: string, policy: Policy, options: WorkspaceOptions = {}): Promise<WorkspaceTools> {
        return new WorkspaceTools(await PathGuard.open(root, policy), options);
    }

    /** Where commands run; undefined when the workspace was opened without a sandbox. */
    get sandbox(): SandboxProvider | undefined {
        return this.workspaceOptions.sandbox;
    }

    /**
     * Answers whether a path may be used as intended, for callers that work on it by other means: editors, which keep unsaved text,
     * and terminals. A file that is yet to be written need not exist.
     */
    async locate(path: string, intent: LocateIntent, options: LocateOptions = {}): Promise<WorkspaceLocation> {
        if (intent === 'write-file') {
            return this.guard.withWritable(path, options, ({ relativePath, existing }) =>
                Promise.resolve(this.location(relativePath, 'file', existing !== undefined))
            );
        }
        return this.suggesting(path, options, () =>
            this.guard.withReadable(path, options, ({ relativePath, kind }) => {
                if (intent === 'read-file' && kind === 'directory') {
                    throw notAFile(path, 'is a directory');
                }
                if (intent === 'directory' && kind === 'file') {
                    throw notADirectory(path);
                }
                return Promise.resolve(this.location(relativePath, kind, true));
            })
        );
    }

    /** Reads a text file whole, up to the policy's limit, or its beginning. Describes binary files in the error. */
    async read(request: ReadRequest, options: PathOptions = {}): Promise<ReadResult> {
        return this.suggesting(request.path, options, () => readFile(this.guard, request, options));
    }

    /** Writes a text file atomically, with its missing parents. Can be told to refuse when the file is not the one that was read. */
    async write(request: WriteRequest, options: LocateOptions = {}): Promise<WriteResult> {
        return writeFile(this.guard, request, options);
    }

    /** Lists the names in one directory, sorted and capped; sensitive entries by name only. */
    async list(request: ListRequest = {}, options: PathOptions = {}): Promise<ListResult> {
        return this.suggesting(request.path ?? '.', options, () => listDirectory(this.guard, request, options));
    }

    /** Finds files by name, best match first, without those that `.gitignore` names unless asked for. */
    async search(request: SearchRequest, options: SearchOptions = {}): Promise<SearchResult> {
        return searchFiles(this.guard, request, options);
    }

    /**
     * Runs a command line, if the policy allows it or a person agrees. A command that fails is a result; one that is stopped ends in the
     * error `timeout` or `cancelled`, which holds what it had written.
     */
    async exec(request: ExecRequest, options: ExecOptions = {}): Promise<ExecResult> {
        return executeCommand(this.guard, this.requireSandbox(), request, options);
    }

    /** Does a git operation without running what the repository's configuration, hooks or attributes name. */
    async git<R extends GitRequest>(request: R, options: GitOptions = {}): Promise<GitResultOf<R>> {
        return runGit(this.guard, { ...this.workspaceOptions, sandbox: this.requireSandbox() }, request, options);
    }

    /** Removes what a process left behind that was killed while it wrote. Called once by the host when it starts. */
    async removeStaleFiles(signal?: AbortSignal): Promise<number> {
        return removeStaleFiles(this.guard, signal);
    }

    private requireSandbox(): SandboxProvider {
        if (!this.sandbox) {
            throw new WorkspaceError(
                'sandbox-failed',
                'Commands do not run here: the workspace was opened without a sandbox. Use the file operations instead.'
            );
        }
        return this.sandbox;
    }

    private location(relativePath: string, kind: WorkspaceLocation['kind'], exists: boolean): WorkspaceLocation {
        return { relativePath, absolutePath: this.guard.givenPath(relativePath), kind, exists };
    }

    private async suggesting<T>(path: string, options: PathOptions, operation: () => Promise<T>): Promise<T> {
        try {
            return await operation();
        } catch (error) {
            throw await withNearNames(this.guard, error, path, options);
        }
    }
}

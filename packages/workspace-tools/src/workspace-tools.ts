import { posix, resolve } from 'node:path';
import { editFile } from './edit/edit-file';
import { EditRequest, EditResult } from './edit/edit-request';
import { executeGit } from './git/execute-git';
import { settleGit } from './git/settle-git';
import { DEFAULT_GIT_CONFIGURATION, GitConfiguration } from './git/git-configuration';
import type { GitRequest, GitResult } from './git/git-request';
import { grepFiles } from './grep/grep-files';
import { GrepOptions, GrepRequest, GrepResult } from './grep/grep-request';
import { globFiles } from './list/glob-files';
import { GlobRequest, GlobResult } from './list/glob-request';
import { listDirectory } from './list/list-directory';
import { ListRequest, ListResult } from './list/list-request';
import { modifyFile } from './modify/modify-file';
import { ModifyRequest, ModifyResult } from './modify/modify-request';
import { ChangeOptions, OperationOptions } from './operation';
import { applyPatch } from './patch/apply-patch';
import { PatchRequest, PatchResult } from './patch/patch-request';
import { PathGuard } from './path-guard';
import type { ExecOptions, ExecRequest, ExecResult } from './exec/exec-request';
import { executeCommand } from './exec/execute-command';
import { Policy } from './policy';
import { readFile } from './read/read-file';
import { readOrDescribe } from './read/read-or-describe';
import { BinaryDescription, ReadOptions, ReadRequest, ReadResult } from './read/read-request';
import { notADirectory, notAFile } from './refusal';
import { RemoveRequest, removeMadeFile } from './remove/remove-file';
import { runChange, runOperation } from './run-operation';
import { withNearNames } from './search/near-names';
import { searchFiles } from './search/search-files';
import { SearchOptions, SearchRequest, SearchResult } from './search/search-request';
import { statEntry } from './stat/stat-entry';
import { StatRequest, StatResult } from './stat/stat-request';
import { InfoRequest, InfoResult, workspaceInfo } from './stat/workspace-info';
import { makeDirectory } from './write/make-directory';
import { proposeEdit, proposeModify, proposePatch, proposeWrite } from './write/proposed-text';
import { ReplaceableText, readReplaceable } from './write/read-replaceable';
import { removeStaleFiles } from './write/remove-stale-files';
import { writeFile } from './write/write-file';
import { MakeDirectoryRequest, MakeDirectoryResult, WriteRequest, WriteResult } from './write/write-request';
import { refuseLeftovers } from './sandbox/refuse-changes';
import type { SandboxProvider } from './sandbox/sandbox-provider';
import { WorkspaceError } from './workspace-error';

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
    /** Directories that a write would have to make, the deepest first; only for a file that is to be written. */
    readonly missingParents?: readonly string[];
}

/** What a workspace is opened with beside its policy. */
export interface WorkspaceOptions {
    /** Where commands run; without one none does. `chooseSandbox` finds it. */
    readonly sandbox?: SandboxProvider;
    /** Whom commits are attributed to, and what pushes are allowed with; `readGitConfiguration` finds it. */
    readonly git?: GitConfiguration;
}

/**
 * The workspace kernel: every operation on files of the workspace, from any door or command, goes through one of these, with one
 * guard and one policy. All paths are relative to the root or absolute inside it. All failures are `WorkspaceError`s;
 * a `not-found` names the nearest existing paths.
 */
export class WorkspaceTools {
    private constructor(
        readonly guard: PathGuard,
        /** Where commands run; undefined when the workspace was opened without a sandbox. */
        readonly sandbox: SandboxProvider | undefined,
        private readonly gitConfiguration: GitConfiguration
    ) {}

    /** Opens the workspace in a directory, which may be a link. The policy holds for every operation. */
    static async open(root: string, policy: Policy, options: WorkspaceOptions = {}): Promise<WorkspaceTools> {
        const guard = await PathGuard.open(root, policy);
        if (options.sandbox?.isolates.files) {
            // What cannot be taken away keeps nobody from the files; the next command tries again and says so.
            await refuseLeftovers(guard).catch(() => undefined);
        }
        return new WorkspaceTools(guard, options.sandbox, options.git ?? DEFAULT_GIT_CONFIGURATION);
    }

    /**
     * Answers whether a path may be used as intended, for callers that work on it by other means: editors, which keep unsaved text,
     * and terminals. A file that is yet to be written need not exist.
     */
    async locate(path: string, intent: LocateIntent, options: ChangeOptions = {}): Promise<WorkspaceLocation> {
        if (intent === 'write-file') {
            return this.guard.withWritable(path, options, ({ relativePath, existing, directory }) =>
                Promise.resolve({
                    ...this.location(relativePath, 'file', existing !== undefined),
                    missingParents: this.parentsBelow(directory.realPath, relativePath)
                })
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

    /** Reads a text file whole, up to the policy's limit, or a part of it. Describes binary files in the error. */
    read(request: ReadRequest, options: ReadOptions = {}): Promise<ReadResult> {
        return runOperation('read', request, options, () =>
            this.suggesting(request.path, options, () => readFile(this.guard, request, options))
        );
    }

    /** The same for callers to whom the description of a binary file is an answer. */
    readOrDescribe(request: ReadRequest, options: ReadOptions = {}): Promise<ReadResult | BinaryDescription> {
        return runOperation('read', request, options, () =>
            this.suggesting(request.path, options, () => readOrDescribe(this.guard, request, options))
        );
    }

    /** Lists a directory, or everything below it, sorted and capped; sensitive entries by name only. */
    list(request: ListRequest = {}, options: OperationOptions = {}): Promise<ListResult> {
        return runOperation('list', request, options, () =>
            this.suggesting(request.path ?? '.', options, () => listDirectory(this.guard, request, options))
        );
    }

    /** Finds files by a glob over their paths; never sensitive ones. */
    glob(request: GlobRequest, options: OperationOptions = {}): Promise<GlobResult> {
        return runOperation('glob', request, options, () =>
            this.suggesting(request.path ?? '.', options, () => globFiles(this.guard, request, options))
        );
    }

    /** Finds lines of text files by a pattern; never those of sensitive files. */
    grep(request: GrepRequest, options: GrepOptions = {}): Promise<GrepResult> {
        return runOperation('grep', request, options, () =>
            this.suggesting(request.path, options, () => grepFiles(this.guard, request, options))
        );
    }

    /** Finds files by words of their names, best match first, without those that `.gitignore` names unless asked for. */
    search(request: SearchRequest, options: SearchOptions = {}): Promise<SearchResult> {
        return runOperation('search', request, options, () => searchFiles(this.guard, request, options));
    }

    /** Describes a file or directory. */
    stat(request: StatRequest, options: OperationOptions = {}): Promise<StatResult> {
        return runOperation('stat', request, options, () =>
            this.suggesting(request.path, options, () => statEntry(this.guard, request, options))
        );
    }

    /** Tells what the workspace is and what bounds the work in it. */
    info(request: InfoRequest = {}, options: OperationOptions = {}): Promise<InfoResult> {
        return runOperation('info', request, options, () => Promise.resolve(workspaceInfo(this.guard)));
    }

    /** Makes a directory with its missing parents; one that exists is left as it is. */
    makeDirectory(request: MakeDirectoryRequest, given: ChangeOptions = {}): Promise<MakeDirectoryResult> {
        return runChange('makeDirectory', request, given, options => makeDirectory(this.guard, request, options));
    }

    /** Writes a text file atomically, with its missing parents. Can be told to refuse when the file is not the one that was read. */
    write(request: WriteRequest, given: ChangeOptions = {}): Promise<WriteResult> {
        return runChange(
            'write',
            request,
            given,
            options => writeFile(this.guard, request, options),
            () => proposeWrite(this.guard, request, given)
        );
    }

    /**
     * Reads a file whole that may be written, a sensitive one too, so that it can be brought back. No agent can ask for it, and no agent
     * may be told the text: it is for the person alone.
     * @param path from the root, all links resolved
     */
    readReplaceable(path: string): Promise<ReplaceableText> {
        return readReplaceable(this.guard, path);
    }

    /** Takes away a file that was written before, if nobody has changed it since. No agent can ask for it: it takes a write back. */
    remove(request: RemoveRequest, options: ChangeOptions = {}): Promise<void> {
        return removeMadeFile(this.guard, request, options);
    }

    /** Replaces an exact text in a file, in one place or in all. */
    edit(request: EditRequest, given: ChangeOptions = {}): Promise<EditResult> {
        return runChange(
            'edit',
            request,
            given,
            options => this.suggesting(request.path, options, () => editFile(this.guard, request, options)),
            () => proposeEdit(this.guard, request, given)
        );
    }

    /** Inserts, replaces and deletes lines of a file and replaces by regular expressions, all or nothing. */
    modify(request: ModifyRequest, given: ChangeOptions = {}): Promise<ModifyResult> {
        return runChange(
            'modify',
            request,
            given,
            options => this.suggesting(request.path, options, () => modifyFile(this.guard, request, options)),
            () => proposeModify(this.guard, request, given)
        );
    }

    /** Applies a unified diff to several files, all or nothing; can only tell what it would do. */
    patch(request: PatchRequest, given: ChangeOptions = {}): Promise<PatchResult> {
        return runChange(
            'patch',
            request,
            given,
            options => applyPatch(this.guard, request, options),
            path => proposePatch(this.guard, request, path, given)
        );
    }

    /**
     * Runs a command line, if the policy allows it or a person agrees. A command that fails is a result; one that is stopped ends in the
     * error `timeout` or `cancelled`, which holds what it had written.
     */
    exec(request: ExecRequest, options: ExecOptions = {}): Promise<ExecResult> {
        const run = (): Promise<ExecResult> => executeCommand(this.guard, this.requireSandbox(), request, options);
        return runOperation('exec', request, options, run, ({ exitCode, warning }) => {
            const remarks = [...(exitCode === 0 ? [] : [`Exit code ${exitCode}`]), ...(warning === undefined ? [] : [warning])];
            return remarks.length === 0 ? undefined : remarks.join('. ');
        });
    }

    /**
     * Shows or changes the repository in the root of the workspace. No program that the repository names runs, no content of a sensitive file
     * is shown or committed, and what the policy protects is not checked out unless a person agreed.
     */
    git(request: GitRequest, options: ChangeOptions = {}): Promise<GitResult> {
        // Asked once, however often files need a person's word on the way.
        let settled: Promise<void> | undefined;
        return runChange('git', request, options, async agreed => {
            await (settled ??= settleGit(this.guard, request, agreed));
            return executeGit(this.guard, this.requireSandbox(), this.gitConfiguration, request, agreed);
        });
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

    private parentsBelow(existing: string, relativePath: string): string[] {
        const parent = posix.dirname(relativePath);
        return parent === '.' || resolve(this.guard.root, parent) === existing ? [] : [parent, ...this.parentsBelow(existing, parent)];
    }

    private location(relativePath: string, kind: WorkspaceLocation['kind'], exists: boolean): WorkspaceLocation {
        return { relativePath, absolutePath: this.guard.givenPath(relativePath), kind, exists };
    }

    /** @param path what the caller asked for; undefined when that is one of several paths, which the error names */
    private async suggesting<T>(path: string | undefined, options: OperationOptions, operation: () => Promise<T>): Promise<T> {
        try {
            return await operation();
        } catch (error) {
            const missing = path ?? (error instanceof WorkspaceError ? error.details.path : undefined);
            throw options.nearNames === false ? error : await withNearNames(this.guard, error, missing ?? '.', options);
        }
    }
}

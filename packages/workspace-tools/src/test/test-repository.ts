import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { GitRequest, GitResult } from '../git/git-request';
import { GitConfiguration } from '../git/git-configuration';
import { ChangeOptions } from '../operation';
import { Policy } from '../policy';
import { LocalSandbox } from '../sandbox/local-sandbox';
import type { SandboxProvider } from '../sandbox/sandbox-provider';
import { WorkspaceTools } from '../workspace-tools';
import { useProviders } from './sandbox-providers';
import { TestWorkspace, useWorkspace } from './test-workspace';

/** Nothing of the machine's own settings counts in a test. */
const ENVIRONMENT = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'A Person',
    GIT_AUTHOR_EMAIL: 'person@example.com',
    GIT_COMMITTER_NAME: 'A Person',
    GIT_COMMITTER_EMAIL: 'person@example.com'
};

/** What a kernel answers to a request for git. */
export type AskGit = <Action extends GitRequest['action']>(
    request: GitRequest & { readonly action: Action },
    options?: ChangeOptions
) => Promise<Extract<GitResult, { action: Action }>>;

/** A repository in a workspace, as a person uses it. */
export class TestRepository {
    constructor(private readonly workspace: TestWorkspace) {}

    /** Runs git as the person does, in the root or elsewhere. */
    git(...args: string[]): string {
        return this.gitIn(this.workspace.root, ...args);
    }

    gitIn(folder: string, ...args: string[]): string {
        return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
    }

    /** Makes the repository with a first commit of these files. */
    create(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }): void {
        mkdirSync(this.workspace.root, { recursive: true });
        this.git('init', '--quiet', '--initial-branch=main');
        Object.entries(files).forEach(([path, content]) => this.workspace.file(path, content));
        this.git('add', '--force', '.');
        this.git('commit', '--quiet', '--allow-empty', '--message=First');
    }

    /** Opens the kernel; answers have the type of the action that was asked for. */
    async open(sandbox: SandboxProvider, git?: GitConfiguration): Promise<AskGit> {
        const tools = await WorkspaceTools.open(this.workspace.root, new Policy(), { sandbox, git });
        return async (request, options) => (await tools.git(request, options)) as Extract<GitResult, { action: typeof request.action }>;
    }
}

/** A workspace for a repository, and the kernel in it: without a sandbox of its own, or on every provider in turn. */
export function useRepository() {
    const workspace = useWorkspace();
    const providers = useProviders();
    const repository = new TestRepository(workspace);
    return {
        workspace,
        repository,
        local: (): Promise<AskGit> => repository.open(new LocalSandbox()),
        /** The same on every provider, each with a repository of these files. */
        onEach: async (
            test: (git: AskGit, sandbox: SandboxProvider) => Promise<void>,
            files?: Readonly<Record<string, string>>
        ): Promise<void> => {
            for (const sandbox of providers.all) {
                workspace.remove();
                workspace.create();
                repository.create(files);
                await test(await repository.open(sandbox), sandbox);
            }
        }
    };
}

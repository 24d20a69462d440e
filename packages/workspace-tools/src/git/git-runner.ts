import { throwIfCancelled } from '../cancellation';
import { runCommand } from '../exec/run-command';
import type { PathGuard } from '../path-guard';
import type { SandboxProvider } from '../sandbox/sandbox-provider';
import { WorkspaceError } from '../workspace-error';
import type { GitCredential } from './credential-provider';
import { checkArguments } from './git-arguments';
import { GitEffect, withGitAccess } from './git-access';
import { bothEnds, fitForOthers, withoutCredential } from './git-message';
import type { GitIdentity } from './git-request';
import { GitSettings, withGitSettings } from './git-settings';
import { Repository, openRepository } from './open-repository';

/** More than any answer of git that is not a diff has. */
const ANSWER_BYTES = 16 * 1024 * 1024;
/** Makes standard input descriptor 3, where the helper that git asks for a password finds it. */
const WITH_SECRET = ['/bin/sh', '-c', 'exec 3<&0 </dev/null; exec "$@"', 'sh'] as const;

/** One call of git. */
export interface GitCall {
    readonly args: readonly string[];
    readonly effect: GitEffect;
    readonly outputBytes?: number;
    /** What git reads from its standard input. */
    readonly input?: string;
    /** Handed to git when it asks for a password; lets it use the network, and is left out of what git says. */
    readonly credential?: GitCredential;
    /** Brings to an end what was begun: goes on although the caller has given up. */
    readonly evenWhenCancelled?: boolean;
}

/** How git ended. One that failed is an answer, too. */
export interface GitAnswer {
    readonly exitCode: number;
    readonly stdout: string;
    readonly stderr: string;
    readonly stdoutBytes: number;
    readonly truncated: boolean;
}

/** How one operation uses git. */
export interface GitUse {
    readonly identity: GitIdentity;
    readonly timeoutMs: number;
    /** Whether any of its calls changes the repository. */
    readonly toChange: boolean;
    readonly signal?: AbortSignal;
    /** Settings of the repository that do not count, although they run nothing. */
    readonly without?: RegExp;
}

/** Runs git in the repository of the workspace, in a sandbox and under settings of ours, until the time of the operation is up. */
export class GitRunner {
    private readonly endMs: number;

    private constructor(
        readonly guard: PathGuard,
        readonly repository: Repository,
        private readonly provider: SandboxProvider,
        private readonly settings: GitSettings,
        private readonly use: GitUse
    ) {
        this.endMs = performance.now() + use.timeoutMs;
    }

    /** Calls `work` with git in the repository of the workspace. */
    static async open<T>(guard: PathGuard, provider: SandboxProvider, use: GitUse, work: (git: GitRunner) => Promise<T>): Promise<T> {
        const repository = await openRepository(guard, use.toChange);
        return withGitSettings(guard.root, repository, use, settings => work(new GitRunner(guard, repository, provider, settings, use)));
    }

    /** Tells when whoever called has gone. */
    get signal(): AbortSignal | undefined {
        return this.use.signal;
    }

    /** Runs git once, within what is left of the call's time. Only with a credential it has a network. */
    async run({ args, effect, outputBytes = ANSWER_BYTES, input, credential, evenWhenCancelled }: GitCall): Promise<GitAnswer> {
        checkArguments(args);
        const signal = evenWhenCancelled ? undefined : this.use.signal;
        const timeoutMs = Math.max(evenWhenCancelled ? 5000 : 1, this.endMs - performance.now());
        const network = credential !== undefined;
        const env = {
            ...this.settings.environment,
            ...(effect === 'nothing' && { GIT_OPTIONAL_LOCKS: '0' }),
            ...(network && { GIT_ALLOW_PROTOCOL: 'https:http', GIT_ASKPASS: this.settings.askpass })
        };
        const program = network ? ([...WITH_SECRET, 'git', ...args] as const) : (['git', ...args] as const);
        return withGitAccess(
            this.guard,
            this.provider,
            this.repository,
            { effect, network, shown: [this.settings.folder] },
            async access => {
                try {
                    const secretInput = network ? `${credential.password}\n` : input;
                    const command = { args: program, cwd: this.guard.root, env, access, input: secretInput };
                    const answer = await runCommand(this.provider, command, { timeoutMs, outputBytes, signal });
                    const [stdout, stderr] = [answer.stdout, answer.stderr].map(text => withoutCredential(text, credential));
                    return { ...answer, stdout, stderr: bothEnds(stderr) };
                } catch (error) {
                    throw this.withoutOutput(error);
                }
            }
        );
    }

    /** A message of git, fit for others. */
    describe(text: string): string {
        return fitForOthers(text, { root: this.guard.root, settings: this.settings.folder });
    }

    /** What git wrote before it was stopped may be the content of a sensitive file. */
    private withoutOutput(error: unknown): unknown {
        if (!(error instanceof WorkspaceError) || !['timeout', 'cancelled'].includes(error.code)) {
            return error;
        }
        try {
            throwIfCancelled(this.use.signal);
        } catch (cancellation) {
            return cancellation;
        }
        return new WorkspaceError(
            'timeout',
            `Git did not end within ${this.use.timeoutMs} ms and was stopped. Look at the status of the repository, then try again with less.`,
            { limit: this.use.timeoutMs }
        );
    }
}

import type { PathOptions } from '../requested-path';

/** A command line to run, as an agent asks for it. */
export interface ExecRequest {
    /** Run by `bash -c`, or by `sh -c` where there is no bash. */
    readonly command: string;
    /** Directory of the workspace to run in; the root by default. */
    readonly cwd?: string;
    /** Time after which the command is ended; the policy's limit still holds. */
    readonly timeoutMs?: number;
    /** Variables beside the clean environment that every command gets. */
    readonly environment?: Readonly<Record<string, string>>;
}

/** What a person has to decide before a command runs. */
export interface CommandQuestion {
    /** The whole command line. */
    readonly command: string;
    /** Why it needs an answer, in words for a person. */
    readonly reason: string;
    /** The part of the command line that the reason is about. */
    readonly subCommand: string;
}

/** Asks a person; resolves to whether they agreed. */
export type CommandAsker = (question: CommandQuestion) => Promise<boolean>;

/** What the caller of a command decides, not the agent. */
export interface ExecOptions extends PathOptions {
    /** Ends the command with the error `cancelled`. */
    readonly signal?: AbortSignal;
    /** Who is asked when the policy wants a person's word; without it such a command is refused. */
    readonly ask?: CommandAsker;
    /** Bytes of each stream that are returned; the policy's limit still holds. */
    readonly outputBytes?: number;
    /** Lets the command use the network where the provider would prevent it. */
    readonly network?: boolean;
    /** Told before the command starts, once all checks are passed. A failure keeps the command from running. */
    readonly onWillRun?: () => Promise<void> | void;
}

/** How a command ended and what it wrote. A command that fails by itself is a result, not an error. */
export interface ExecResult {
    /** The beginning of each stream as text; bytes that are no UTF-8 are replaced. */
    readonly stdout: string;
    readonly stderr: string;
    /** As a shell reports it: 128 and the number of the signal for a command that was ended by one. */
    readonly exitCode: number;
    readonly durationMs: number;
    /** Whether one of the streams was cut. */
    readonly truncated: boolean;
    /** All bytes that the command wrote, the cut ones included. */
    readonly stdoutBytes: number;
    readonly stderrBytes: number;
    /** Name of the sandbox provider, and whether it kept the command from the network. */
    readonly provider: string;
    readonly networkIsolated: boolean;
}

import type { Readable } from 'node:stream';

/** A program to run for an agent. All paths are real and absolute, and the same inside and outside of every provider. */
export interface SandboxCommand {
    /** The program and its arguments; never a command line. */
    readonly args: readonly [string, ...string[]];
    /** A directory inside the workspace. */
    readonly cwd: string;
    /** The whole environment: nothing is inherited. */
    readonly env: Readonly<Record<string, string>>;
    /** What the program reads from its standard input, which is closed otherwise. Nobody else can see it. */
    readonly input?: string;
    /** What the program may see and change, for providers that can enforce it. */
    readonly access: SandboxAccess;
    /** Processes that it may have at once, for providers that can count them; it is ended when it has more. */
    readonly mostProcesses?: number;
    /** Memory that it and all that it starts may take together, for providers that can tell; it is ended when it takes more. */
    readonly mostMemoryBytes?: number;
}

/** What a provider keeps a program from, as far as its `isolates` promises. */
export interface SandboxAccess {
    /** The one place that may be written, apart from an empty home and temporary folder. */
    readonly workspace: string;
    /** Another absolute name of the workspace, where the provider can give it one. */
    readonly rootName?: string;
    /** Files and folders of the workspace that may be read but not changed; the workspace itself among them, but for what is pinned. */
    readonly readOnly: readonly string[];
    /** Folders of the workspace that may be changed, but not moved or replaced by others. */
    readonly pinned: readonly string[];
    /** Files that read as empty or as something else, and folders that look empty. */
    readonly masked: readonly MaskedPath[];
    /** Folders outside the workspace that are visible, although they may lie where nothing else is; they cannot be changed. */
    readonly shown: readonly string[];
    /** Absolute paths outside the workspace that must not be visible, whatever else of the machine is. They need not exist. */
    readonly hidden: readonly string[];
    /** Whether the program may use the network. */
    readonly network: boolean;
}

export interface MaskedPath {
    readonly path: string;
    readonly kind: 'file' | 'directory';
    /** What a file reads as, if not as empty. */
    readonly content?: string;
}

/** How a program ended: one of the first two is set. */
export interface SandboxExit {
    readonly exitCode?: number;
    readonly signal?: NodeJS.Signals;
    /** It was ended because it took too much of this. */
    readonly exceeded?: 'processes' | 'memory';
}

/** A program that was started. */
export interface SandboxProcess {
    readonly stdout: Readable;
    readonly stderr: Readable;
    /** Resolves once the program has ended and everything that it started is ended too, as far as the provider can. Never rejects. */
    readonly ended: Promise<SandboxExit>;
    /** Asks the program and what it started to end (SIGTERM). */
    terminate(): void;
    /** Ends the program and all that the provider can reach of what it started. */
    kill(): void;
}

/** What a provider keeps apart from the rest of the machine. */
export interface SandboxIsolation {
    /** Only the workspace can be written; masked files cannot be read. */
    readonly files: boolean;
    /** No network unless allowed. */
    readonly network: boolean;
    /** No process outlives its command, not even one that left the process group. */
    readonly processes: boolean;
}

/** Where commands of agents run. Implementations: `local`, `bubblewrap`, `gvisor`; `docs/sandbox-providers.md` shows how to add one. */
export interface SandboxProvider {
    /** Told in `/health` and in the log. */
    readonly name: string;
    readonly isolates: SandboxIsolation;
    /** Starts a program in the sandbox. @throws WorkspaceError `sandbox-failed` when that fails */
    start(command: SandboxCommand): Promise<SandboxProcess>;
}

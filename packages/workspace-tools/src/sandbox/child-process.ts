import { ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { orGone } from '../or-gone';
import { WorkspaceError, systemErrorCode } from '../workspace-error';
import type { SandboxExit, SandboxProcess } from './sandbox-provider';
import { strayDescriptors } from './stray-descriptors';

/** Once a program has ended, its pipes are read until they are silent for this long: one that left its group may hold them open. */
const SILENCE_MS = 100;
/** However much such a process writes, nobody waits for it longer than this. */
const LONGEST_DRAIN_MS = 1000;

/** How a provider starts and ends the program that stands for its sandbox. */
export interface ChildCommand {
    readonly file: string;
    readonly args: readonly string[];
    readonly cwd?: string;
    readonly env: Readonly<Record<string, string>>;
    /** What the program reads from its standard input; without it, that is closed. */
    readonly input?: string;
    /** Further descriptors, from 3 on. */
    readonly descriptors?: readonly ('pipe' | number)[];
    /** Called with the process as soon as it runs, before any of its output is read. */
    readonly terminate: (child: ChildProcess) => void;
    readonly kill: (child: ChildProcess) => void;
    /** Ends and removes what is left when the program has ended. */
    readonly cleanUp: (child: ChildProcess) => Promise<void> | void;
}

/** A process with two output streams, as every provider starts it: leader of a group of its own. */
type OutputProcess = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable; readonly pid: number };

/** Starts a program at the head of a process group of its own. */
export async function startChild(command: ChildCommand): Promise<SandboxProcess & { readonly child: ChildProcess }> {
    const child = spawnAlone(command);
    await started(child, command.file);
    beFirstVictim(child);
    // It may end without having read all.
    child.stdin?.on('error', () => undefined).end(command.input);
    const { stdout, stderr } = asOutputProcess(child);
    const ended = untilEnded(child, stdout, stderr, () => command.cleanUp(child));
    let running = true;
    void ended.then(() => (running = false));
    return {
        child,
        stdout,
        stderr,
        ended,
        terminate: () => running && command.terminate(child),
        kill: () => running && command.kill(child)
    };
}

/** Starts a program that gets the descriptors that it is meant to have, and none that this process happens to hold. */
function spawnAlone({ file, args, cwd, env, input, descriptors = [] }: ChildCommand): ChildProcess {
    const nothing = openSync('/dev/null', 'r');
    try {
        const stdio: ('ignore' | 'pipe' | number)[] = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...descriptors];
        for (const stray of strayDescriptors().filter(descriptor => descriptor >= stdio.length)) {
            while (stdio.length < stray) {
                stdio.push('ignore');
            }
            stdio[stray] = nothing;
        }
        // Node hands this one on by itself, unless it is named.
        return spawn(file, args, { cwd, env: { ...env, NODE_V8_COVERAGE: undefined }, stdio, detached: true });
    } finally {
        closeSync(nothing);
    }
}

/** When the memory of the machine is used up, the kernel ends commands before anything else. */
function beFirstVictim({ pid }: ChildProcess): void {
    if (process.platform === 'linux') {
        orGone(() => writeFileSync(`/proc/${pid}/oom_score_adj`, '1000'));
    }
}

/** What the program of a sandbox itself gets: nothing that an agent asked for may act outside of the sandbox. */
export function ownEnvironment(): Record<string, string> {
    return { PATH: process.env.PATH ?? '' };
}

/** Signals a whole process group; one that is gone is no failure. */
export function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
    if (leader === undefined) {
        return;
    }
    try {
        process.kill(-leader, signal);
    } catch (error) {
        if (systemErrorCode(error) !== 'ESRCH') {
            throw error;
        }
    }
}

/** The exit code that a shell would report. */
export function shellExitCode({ exitCode, signal }: SandboxExit): number {
    return exitCode ?? 128 + (signal === undefined ? 0 : constants.signals[signal]);
}

function started(child: ChildProcess, file: string): Promise<void> {
    return new Promise((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', error =>
            reject(
                new WorkspaceError(
                    'sandbox-failed',
                    `The program "${file}" could not be started (${systemErrorCode(error) ?? 'unexpected error'}). ` +
                        'Check that it is installed, or choose another sandbox provider.',
                    {},
                    { cause: error }
                )
            )
        );
    });
}

function asOutputProcess(child: ChildProcess): OutputProcess {
    if (child.stdout === null || child.stderr === null || child.pid === undefined) {
        throw new Error('A process without output was started.');
    }
    return child as OutputProcess;
}

async function untilEnded(
    child: ChildProcess,
    stdout: Readable,
    stderr: Readable,
    cleanUp: () => Promise<void> | void
): Promise<SandboxExit> {
    const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
    const exit = await new Promise<SandboxExit>(resolve =>
        child.once('exit', (code, signal) => resolve({ exitCode: code ?? undefined, signal: signal ?? undefined }))
    );
    await cleanUp();
    await drained([stdout, stderr], closed);
    stdout.destroy();
    stderr.destroy();
    return exit;
}

/** Resolves when the streams are closed, have been silent for a while, or have gone on for too long. */
function drained(streams: readonly Readable[], closed: Promise<void>): Promise<void> {
    return new Promise(resolve => {
        const last = setTimeout(done, LONGEST_DRAIN_MS);
        const quiet = setTimeout(done, SILENCE_MS);
        const again = (): void => void quiet.refresh();
        function done(): void {
            clearTimeout(last);
            clearTimeout(quiet);
            streams.forEach(stream => stream.off('data', again));
            resolve();
        }
        streams.forEach(stream => {
            stream.on('data', again);
        });
        void closed.then(done);
    });
}

import { shellExitCode } from '../sandbox/child-process';
import type { SandboxCommand, SandboxProcess, SandboxProvider } from '../sandbox/sandbox-provider';
import { WorkspaceError } from '../workspace-error';
import type { ExecResult } from './exec-request';
import { OutputCollector } from './output-collector';

/** Time that a command gets to end by itself before it is killed. */
const TERMINATION_GRACE_MS = 5000;

/** Why a command may have waited in vain. */
const NO_NETWORK = 'It had no network: if it waits for one, that does not end. ';

export interface RunLimits {
    readonly timeoutMs: number;
    readonly outputBytes: number;
    /** Whether what it writes is wanted as bytes, too. */
    readonly wantsBytes?: boolean;
    readonly signal?: AbortSignal;
}

/**
 * Runs a program to its end, and ends it when its time is up or its caller gives up: first politely, then for good.
 * @throws WorkspaceError `timeout`, `cancelled` or `too-large`, with what the program had written; `sandbox-failed`
 */
export async function runCommand(provider: SandboxProvider, command: SandboxCommand, limits: RunLimits): Promise<ExecResult> {
    refuseWhenCancelled(limits.signal);
    const startedAt = performance.now();
    const process = await provider.start(command);
    const stdout = new OutputCollector(process.stdout, limits.outputBytes);
    const stderr = new OutputCollector(process.stderr, limits.outputBytes);
    const { exit, cause } = await untilEnd(process, limits);
    const [out, err] = [stdout.kept, stderr.kept];
    const result: ExecResult = {
        stdout: out.text,
        stderr: err.text,
        exitCode: shellExitCode(exit),
        durationMs: Math.round(performance.now() - startedAt),
        truncated: out.truncated || err.truncated,
        stdoutBytes: stdout.totalBytes,
        stderrBytes: stderr.totalBytes,
        ...(limits.wantsBytes && { written: { stdout: out.bytes, stderr: err.bytes } }),
        provider: provider.name,
        networkIsolated: provider.isolates.network && !command.access.network
    };
    if (cause === 'timeout') {
        throw new WorkspaceError(
            'timeout',
            `The command did not end within ${limits.timeoutMs} ms and was stopped. ${result.networkIsolated ? NO_NETWORK : ''}Run less at once, or give it more time where more is allowed.`,
            { limit: limits.timeoutMs, execution: result }
        );
    }
    if (cause === 'cancelled') {
        throw cancelled(result);
    }
    if (exit.exceeded) {
        throw tookTooMuch(exit.exceeded, command, result);
    }
    return result;
}

function tookTooMuch(what: 'processes' | 'memory', command: SandboxCommand, execution: ExecResult): WorkspaceError {
    const { mostProcesses, mostMemoryBytes = 0 } = command;
    return what === 'processes'
        ? new WorkspaceError(
              'too-large',
              `The command had more than ${mostProcesses} processes at once and was stopped. Have it start fewer of them.`,
              { limit: mostProcesses, execution }
          )
        : new WorkspaceError(
              'too-large',
              `The command took more than ${Math.round(mostMemoryBytes / 1024 ** 2)} MiB of memory and was stopped. Have it work on less at once.`,
              { limit: mostMemoryBytes, execution }
          );
}

async function untilEnd(
    process: SandboxProcess,
    { timeoutMs, signal }: RunLimits
): Promise<{ readonly exit: Awaited<SandboxProcess['ended']>; readonly cause?: 'timeout' | 'cancelled' }> {
    let cause: 'timeout' | 'cancelled' | undefined;
    let killer: NodeJS.Timeout | undefined;
    const stop = (because: 'timeout' | 'cancelled'): void => {
        if (cause === undefined) {
            cause = because;
            process.terminate();
            killer = setTimeout(() => process.kill(), TERMINATION_GRACE_MS);
        }
    };
    const cancel = (): void => stop('cancelled');
    const timer = setTimeout(() => stop('timeout'), timeoutMs);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) {
        cancel();
    }
    try {
        return { exit: await process.ended, cause };
    } finally {
        clearTimeout(timer);
        clearTimeout(killer);
        signal?.removeEventListener('abort', cancel);
    }
}

function refuseWhenCancelled(signal: AbortSignal | undefined): void {
    if (signal?.aborted) {
        throw cancelled();
    }
}

function cancelled(execution?: ExecResult): WorkspaceError {
    return new WorkspaceError('cancelled', 'The command was cancelled. Start it again if its result is still wanted.', {
        ...(execution && { execution })
    });
}

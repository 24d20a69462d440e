import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ripgrepMissing, ripgrepPath } from '../ripgrep';
import { WorkspaceError } from '../workspace-error';
import { watchMemory } from './watch-memory';

const LONGEST_COMPLAINT = 4096;
const LONGEST_REASON = 300;

interface RipgrepRun {
    readonly arguments: readonly string[];
    readonly cwd: string;
    /** What it searches instead of files, piece by piece. */
    readonly input?: readonly Buffer[];
    readonly signal?: AbortSignal;
    /** Most memory that it may take; no bound unless given. */
    readonly memoryBytes?: number;
}

/** Ripgrep took more memory than allowed, as it does for a line of gigabytes. */
export class RipgrepMemoryError extends Error {}

/**
 * Runs ripgrep and calls `take` with its output, piece by piece, until `take` answers false, `signal` aborts or all is said. The
 * process is gone when this returns.
 * @throws WorkspaceError `invalid-pattern` when ripgrep does not accept the pattern, `search-unavailable` when it does not start
 * @throws RipgrepMemoryError
 */
export async function runRipgrep(run: RipgrepRun, take: (piece: Buffer) => Promise<boolean>): Promise<void> {
    const { signal, cwd, input, memoryBytes } = run;
    const program = await ripgrepPath();
    if (signal?.aborted) {
        return;
    }
    const child = spawn(program, run.arguments, { cwd, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = [child.stdout, child.stderr];
    // Never rejects, since nobody waits for it while output comes.
    const exited = once(child, 'close').then(
        ([code]: unknown[]) => code,
        () => 'not-started'
    );
    let complaint = '';
    stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(0, LONGEST_COMPLAINT)));
    let [isStopped, isTooLarge] = [false as boolean, false as boolean];
    const stop = (): void => {
        isStopped = true;
        child.kill('SIGKILL');
    };
    signal?.addEventListener('abort', stop, { once: true });
    const unwatch =
        memoryBytes !== undefined && child.pid !== undefined
            ? watchMemory(child.pid, memoryBytes, () => {
                  isTooLarge = true;
                  stop();
              })
            : undefined;
    try {
        // A process that ends before it has read everything closes the pipe; how it ended tells the rest.
        const stdin = child.stdin?.on('error', () => undefined);
        if (stdin) {
            Readable.from(input ?? []).pipe(stdin);
        }
        for await (const piece of stdout ?? []) {
            if (isStopped || !(await take(piece as Buffer))) {
                break;
            }
        }
        if (!stdout?.readableEnded) {
            stop();
        }
        const end = await exited;
        if (isTooLarge) {
            throw new RipgrepMemoryError();
        }
        if (end === 'not-started') {
            throw ripgrepMissing();
        }
        if (end === 2 && !isStopped && complaint !== '') {
            throw invalidPattern(complaint);
        }
    } finally {
        unwatch?.();
        signal?.removeEventListener('abort', stop);
        child.kill('SIGKILL');
    }
}

function invalidPattern(complaint: string): WorkspaceError {
    const reason = /^error: (.+)$/m.exec(complaint)?.[1] ?? complaint.replace(/^rg: /, '').split('\n')[0];
    return new WorkspaceError(
        'invalid-pattern',
        `The pattern is not valid: ${reason.slice(0, LONGEST_REASON)}. Use the syntax of ripgrep, or search for a plain text.`
    );
}

import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WorkspaceError } from '../workspace-error';

/** Longest time that a listing works before it lets others run. */
const SLICE_MS = 10;

/** Which files are listed, and for how long. */
export interface ListFilesOptions {
    /** Globs in ripgrep's syntax; by default all but `.git`. Only from code, never from a caller: one of them may lift another rule. */
    readonly globs?: readonly string[];
    /** Whether files that `.gitignore` names are left out. */
    readonly honourGitignore: boolean;
    readonly signal?: AbortSignal;
}

/**
 * Calls `visit` with every file below a directory, hidden ones included and links excluded, as paths with `/` from that directory.
 * ripgrep finds them in a process of its own; the event loop is handed back every few milliseconds.
 * Ends early, without an error, when `signal` aborts.
 * @throws WorkspaceError `failed` when ripgrep does not start
 */
export async function listFiles(root: string, options: ListFilesOptions, visit: (path: string) => void): Promise<void> {
    const { signal } = options;
    if (signal?.aborted) {
        return;
    }
    const child = spawn(await ripgrepPath(), await toArguments(root, options), { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise<Error | undefined>(resolve => child.once('error', resolve).once('close', () => resolve(undefined)));
    const stop = (): void => {
        child.kill('SIGKILL');
        child.stdout.destroy();
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
        await visitNames(child.stdout, signal, visit);
    } catch (error) {
        if (!signal?.aborted) {
            throw error;
        }
    } finally {
        signal?.removeEventListener('abort', stop);
        stop();
    }
    const failure = await ended;
    if (failure) {
        throw ripgrepMissing();
    }
}

/** Loaded when first needed: on a machine without a binary for its platform everything but searching still works. */
async function ripgrepPath(): Promise<string> {
    try {
        return (await import('@vscode/ripgrep')).rgPath;
    } catch {
        // The module throws while it loads when it has no binary; its message names a package, ours what to do.
        throw ripgrepMissing();
    }
}

function ripgrepMissing(): WorkspaceError {
    return new WorkspaceError(
        'failed',
        'Files cannot be searched: ripgrep does not start on this machine. Ask the person to install the dependencies again.'
    );
}

async function visitNames(stdout: AsyncIterable<Buffer>, signal: AbortSignal | undefined, visit: (path: string) => void): Promise<void> {
    // Handles characters that are cut between two chunks.
    const decoder = new StringDecoder('utf8');
    let rest = '';
    let sliceEnd = performance.now() + SLICE_MS;
    for await (const chunk of stdout) {
        const paths = (rest + decoder.write(chunk)).split('\0');
        rest = paths.pop() ?? '';
        for (const path of paths) {
            visit(sep === '/' ? path : path.replaceAll(sep, '/'));
            if (performance.now() > sliceEnd) {
                await nextTurn();
                if (signal?.aborted) {
                    return;
                }
                sliceEnd = performance.now() + SLICE_MS;
            }
        }
    }
}

async function toArguments(root: string, options: ListFilesOptions): Promise<string[]> {
    const ignore = options.honourGitignore
        ? // Outside a repository `.gitignore` still counts, but not those of the directories above, such as the home directory.
          (await isInRepository(root))
            ? []
            : ['--no-require-git', '--no-ignore-parent']
        : ['--no-ignore'];
    const globs = (options.globs ?? ['!.git']).map(glob => `--glob=${glob}`);
    return ['--no-config', '--files', '--null', '--hidden', '--no-messages', ...ignore, ...globs];
}

async function isInRepository(directory: string): Promise<boolean> {
    try {
        await access(join(directory, '.git'));
        return true;
    } catch {
        // Not here, or not to be seen: look above.
        const parent = dirname(directory);
        return parent !== directory && isInRepository(parent);
    }
}

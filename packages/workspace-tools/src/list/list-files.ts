import { spawn } from 'node:child_process';
import { sep } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { TurnTaking } from '../turn-taking';
import { ignoreArguments, ripgrepMissing, ripgrepPath } from '../ripgrep';

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
 * @throws WorkspaceError `search-unavailable` when ripgrep does not start
 */
export async function listFiles(root: string, options: ListFilesOptions, visit: (path: string) => void): Promise<void> {
    const { signal } = options;
    const [program, args] = [await ripgrepPath(), toArguments(root, options)];
    if (signal?.aborted) {
        return;
    }
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
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

async function visitNames(stdout: AsyncIterable<Buffer>, signal: AbortSignal | undefined, visit: (path: string) => void): Promise<void> {
    // Handles characters that are cut between two chunks.
    const decoder = new StringDecoder('utf8');
    let rest = '';
    const turns = new TurnTaking();
    for await (const chunk of stdout) {
        const paths = (rest + decoder.write(chunk)).split('\0');
        rest = paths.pop() ?? '';
        for (const path of paths) {
            visit(sep === '/' ? path : path.replaceAll(sep, '/'));
            if (turns.isOver) {
                await turns.next();
                if (signal?.aborted) {
                    return;
                }
            }
        }
    }
}

function toArguments(root: string, options: ListFilesOptions): string[] {
    const globs = (options.globs ?? ['!.git']).map(glob => `--glob=${glob}`);
    return ['--no-config', '--files', '--null', '--hidden', '--no-messages', ...ignoreArguments(root, options), ...globs];
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { START_SCRIPT } from './running-application';

/** How a start ended that was not meant to succeed. */
export interface FailedStart {
    readonly code: number | null;
    /** All that a person reads in the terminal. */
    readonly output: string;
}

/** Starts the application and waits until it has given up. One that starts after all is ended as by Ctrl-C, with code 0. */
export async function failedStart(options: readonly string[], environment: Record<string, string> = {}): Promise<FailedStart> {
    const starter = spawn(process.execPath, [START_SCRIPT, ...options], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe']
    });
    let output = '';
    for (const stream of [starter.stdout, starter.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    starter.stdout.once('data', () => starter.kill('SIGINT'));
    await once(starter, 'close');
    return { code: starter.exitCode, output };
}

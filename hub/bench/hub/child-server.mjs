import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts a server that prints its address as JSON and ends with its standard input. */
export async function startServer(args, environment = {}) {
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...environment } });
    const [line] = await Promise.race([
        once(createInterface({ input: child.stdout }), 'line'),
        once(child, 'exit').then(([code]) => Promise.reject(new Error(`${args[0]} ended with code ${code}`)))
    ]);
    return {
        ...JSON.parse(line),
        pid: child.pid,
        async stop() {
            const ended = once(child, 'exit');
            child.stdin.end();
            await ended;
        }
    };
}

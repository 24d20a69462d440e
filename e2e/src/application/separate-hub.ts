import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** What `npx openspace-hub` runs. */
export const HUB_SCRIPT = resolve(__dirname, '../../../hub/lib/main.js');

/** A Hub that runs on its own, as for agents without an IDE. */
export class SeparateHub {
    private constructor(private readonly child: ChildProcess) {}

    /** Starts it; resolves when it is ready. */
    static async start(options: { workspace: string; port: number; tokenFile: string }): Promise<SeparateHub> {
        const { workspace, port, tokenFile } = options;
        const child = spawn(
            process.execPath,
            [HUB_SCRIPT, '--workspace', workspace, '--port', String(port), '--token-file', tokenFile, '--lifeline'],
            { stdio: ['pipe', 'pipe', 'ignore'] }
        );
        await once(createInterface({ input: child.stdout }), 'line');
        return new SeparateHub(child);
    }

    async stop(): Promise<void> {
        const ended = once(this.child, 'exit');
        this.child.kill('SIGTERM');
        await ended;
    }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { askingOpenCode } from './asking-opencode';

const PROGRAM = resolve(__dirname, '../../../node_modules/.bin/opencode');

/** An OpenCode server of the person's own, with the scripted model behind it. */
export class SeparateOpenCode {
    private constructor(
        readonly url: string,
        private readonly server: ChildProcess
    ) {}

    static async start(home: string, modelUrl: string): Promise<SeparateOpenCode> {
        await mkdir(home, { recursive: true });
        const server = spawn(PROGRAM, ['serve', '--hostname', '127.0.0.1', '--port', '0'], {
            cwd: home,
            env: { ...process.env, ...askingOpenCode(home, modelUrl) },
            stdio: ['ignore', 'pipe', 'inherit']
        });
        const url = await new Promise<string>((resolveUrl, reject) => {
            createInterface({ input: server.stdout }).on('line', line => {
                const found = /listening on (http:\/\/\S+)/.exec(line)?.[1];
                if (found !== undefined) {
                    resolveUrl(found);
                }
            });
            server.once('exit', code => reject(new Error(`OpenCode ended with code ${code ?? 'none'} before it was ready`)));
        });
        return new SeparateOpenCode(url, server);
    }

    stop(): void {
        this.server.kill();
    }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ownOpenCode } from './asking-opencode';
import type { HubAccess } from './running-application';

const PROGRAM = join(dirname(createRequire(__filename).resolve('opencode-ai/package.json')), 'bin', 'opencode.exe');

/** An OpenCode that knows nothing of the IDE but the Hub, which stands in its configuration as any MCP server would. */
export class ForeignOpenCode {
    private constructor(
        private readonly child: ChildProcess,
        private readonly url: string
    ) {}

    static async start(home: string, modelUrl: string, hub: HubAccess): Promise<ForeignOpenCode> {
        const server = { type: 'remote', url: `${hub.url}/mcp`, headers: { Authorization: `Bearer ${hub.token}` }, oauth: false };
        await mkdir(home, { recursive: true });
        const child = spawn(PROGRAM, ['serve', '--hostname', '127.0.0.1', '--port', '0'], {
            cwd: home,
            env: { ...process.env, ...ownOpenCode(home, modelUrl, { mcp: { hub: server } }) },
            stdio: ['ignore', 'pipe', 'ignore']
        });
        const url = await new Promise<string>((resolve, reject) => {
            child.once('exit', code => reject(new Error(`OpenCode ended with code ${code ?? 'none'} before it was ready.`)));
            createInterface({ input: child.stdout }).on('line', line => {
                const address = /listening on (http:\/\/\S+)/.exec(line)?.[1];
                if (address !== undefined) {
                    resolve(address);
                }
            });
        });
        return new ForeignOpenCode(child, url);
    }

    /** Sends a message in a new session and waits for the answer. */
    async ask(text: string): Promise<void> {
        const { id } = (await this.post('/session', { title: text })) as { id: string };
        await this.post(`/session/${id}/message`, { parts: [{ type: 'text', text }] });
    }

    stop(): void {
        this.child.kill('SIGKILL');
    }

    private async post(path: string, body: object): Promise<unknown> {
        const response = await fetch(this.url + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body)
        });
        return response.json();
    }
}

import assert from 'node:assert/strict';
import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { SandboxName } from '@openspace/workspace-tools';

const PROGRAM = resolve(__dirname, '..', '..', 'bin', 'openspace-hub.js');

/** An answer of the tool interface. */
export interface AttackAnswer {
    readonly stdout?: string;
    readonly stderr?: string;
    readonly exit_code?: number;
    readonly refused?: readonly string[];
    readonly error?: { readonly code: string; readonly message: string };
}

/** A Hub as a person starts it, a process of its own, with a workspace beside a folder that no command may reach. */
export class AttackedHub {
    private readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-attack-')));
    private child?: ChildProcess;
    private url = '';
    private token = '';

    constructor() {
        mkdirSync(this.path());
        mkdirSync(this.outside());
        mkdirSync(join(this.base, 'temporary'));
        writeFileSync(this.outside('secret.txt'), 'OUTSIDE');
    }

    path(...segments: string[]): string {
        return join(this.base, 'root', ...segments);
    }

    outside(...segments: string[]): string {
        return join(this.base, 'outside', ...segments);
    }

    file(name: string, content = ''): void {
        mkdirSync(dirname(this.path(name)), { recursive: true });
        writeFileSync(this.path(name), content);
    }

    text(name: string): string {
        return readFileSync(this.path(name), 'utf8');
    }

    /** Git as the person uses it in the workspace. */
    person(...args: string[]): string {
        const identity = ['-c', 'user.name=P', '-c', 'user.email=p@example.com'];
        return execFileSync('git', ['-C', this.path(), ...identity, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    }

    /** Starts it again if it runs. @param descriptors what it inherits besides, by number */
    async start(sandbox: SandboxName, descriptors: Readonly<Record<number, number>> = {}): Promise<void> {
        await this.kill();
        const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'ignore'];
        for (const [descriptor, source] of Object.entries(descriptors)) {
            while (stdio.length < Number(descriptor)) {
                stdio.push('ignore');
            }
            stdio[Number(descriptor)] = source;
        }
        const child = spawn(process.execPath, [PROGRAM, '--workspace', this.path(), '--port', '0', '--sandbox', sandbox], {
            env: { ...process.env, OPENSPACE_STATE_DIR: join(this.base, 'state'), TMPDIR: join(this.base, 'temporary') },
            stdio
        });
        assert.ok(child.stdout);
        this.child = child;
        const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
        const ready = JSON.parse(line) as { url: string; tokenFile: string };
        this.url = ready.url;
        this.token = readFileSync(ready.tokenFile, 'utf8').trim();
    }

    async call(tool: string, body: unknown): Promise<AttackAnswer> {
        const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
        const response = await fetch(`${this.url}/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await response.json()) as AttackAnswer;
    }

    /** Runs a script in the sandbox that was written with the tools: nobody is asked about what it does. */
    async attack(script: string): Promise<AttackAnswer> {
        const written = await this.call('write', { file_path: '/workspace/attack.sh', content: script });
        assert.equal(written.error, undefined, JSON.stringify(written));
        const answer = await this.call('bash', { command: 'bash attack.sh' });
        assert.equal(answer.error, undefined, JSON.stringify(answer));
        return answer;
    }

    /** Ends it at once, as a crash would. */
    async kill(): Promise<void> {
        const child = this.child;
        this.child = undefined;
        if (child && child.exitCode === null && child.signalCode === null) {
            child.kill('SIGKILL');
            await once(child, 'exit');
        }
    }

    /** Processes that have to do with it. */
    get processes(): number[] {
        const names = readdirSync('/proc').filter(name => {
            try {
                return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(this.base);
            } catch {
                return false; // ended meanwhile
            }
        });
        return names.map(Number);
    }

    async stop(): Promise<void> {
        await this.kill();
        // None is left, unless a test has failed.
        this.processes.forEach(pid => process.kill(pid, 'SIGKILL'));
        rmSync(this.base, { recursive: true, force: true });
    }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { CommandManifest, CommandResultPost } from '@openspace/protocol';

const REPOSITORY = resolve(__dirname, '../../..');

/** What `npm start -- --json` prints when all is ready. */
interface ReadyLine {
    readonly url: string;
    readonly hubUrl: string;
    readonly hubTokenFile: string;
    readonly opencodeUrl: string;
    readonly workspace: string;
}

/** The real application, started as a person starts it, with a state directory of its own. */
export class RunningApplication implements ReadyLine {
    readonly url: string;
    readonly hubUrl: string;
    readonly hubTokenFile: string;
    readonly opencodeUrl: string;
    readonly workspace: string;

    private constructor(
        ready: ReadyLine,
        private readonly starter: ChildProcess,
        private readonly log: string[]
    ) {
        this.url = ready.url;
        this.hubUrl = ready.hubUrl;
        this.hubTokenFile = ready.hubTokenFile;
        this.opencodeUrl = ready.opencodeUrl;
        this.workspace = ready.workspace;
    }

    static async start(options: {
        workspace: string;
        stateDirectory: string;
        environment: Record<string, string>;
    }): Promise<RunningApplication> {
        const starter = spawn(
            process.execPath,
            [join(REPOSITORY, 'scripts', 'start.mjs'), '--json', '--port', '0', '--hub-port', '0', '--workspace', options.workspace],
            {
                env: { ...process.env, OPENSPACE_STATE_DIR: options.stateDirectory, ...options.environment },
                stdio: ['ignore', 'pipe', 'pipe']
            }
        );
        const log: string[] = [];
        createInterface({ input: starter.stderr }).on('line', line => log.push(line));
        const ready = await new Promise<ReadyLine>((resolveReady, reject) => {
            createInterface({ input: starter.stdout }).on('line', line => {
                if (line.startsWith('{')) {
                    resolveReady(JSON.parse(line) as ReadyLine);
                }
            });
            starter.once('exit', code =>
                reject(new Error(`The application ended with code ${code ?? 'none'} before it was ready:\n${log.join('\n')}`))
            );
        });
        return new RunningApplication(ready, starter, log);
    }

    /** What the application printed so far, for a failed test. */
    get output(): string {
        return this.log.join('\n');
    }

    /** Ends the application as Ctrl-C does. */
    async stop(): Promise<void> {
        const ended = new Promise<void>(resolveEnded => this.starter.once('exit', () => resolveEnded()));
        this.starter.kill('SIGINT');
        await ended;
    }

    async manifest(): Promise<CommandManifest> {
        return (await this.hub('/openspace/manifest')).json() as Promise<CommandManifest>;
    }

    async instructions(sessionId?: string): Promise<string> {
        return (await this.hub(`/openspace/instructions${sessionQuery(sessionId)}`)).text();
    }

    /** The results that the Hub has, of one session or of all, oldest first. */
    async results(sessionId?: string): Promise<CommandResultPost[]> {
        const response = await this.hub(`/openspace/command-results${sessionQuery(sessionId)}`);
        return ((await response.json()) as { results: CommandResultPost[] }).results;
    }

    private async hub(path: string): Promise<Response> {
        const token = (await readFile(this.hubTokenFile, 'utf8')).trim();
        const response = await fetch(this.hubUrl + path, { headers: { authorization: `Bearer ${token}` } });
        if (!response.ok) {
            throw new Error(`The Hub answered ${path} with ${response.status}: ${await response.text()}`);
        }
        return response;
    }
}

function sessionQuery(sessionId: string | undefined): string {
    return sessionId === undefined ? '' : `?session=${encodeURIComponent(sessionId)}`;
}

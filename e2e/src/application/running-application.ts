import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { CommandManifest, CommandResultPost } from '@openspace/protocol';
import { HUB_SCRIPT } from './separate-hub';
import { listeningPart, partProcess, terminalProcessesOf, type ApplicationPart } from './part-process';

/** What a program such as the one that shows the audit may write. */
const LONGEST_OUTPUT_BYTES = 64 * 1024 ** 2;

/** What `npm start` runs. */
export const START_SCRIPT = resolve(__dirname, '../../../scripts/start.mjs');

/** A call as the audit has it. */
interface AuditedCall {
    readonly command: string;
    readonly session: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly outcome?: string;
    readonly code?: string;
}

/** What `npm start -- --json` prints when all is ready. */
interface ReadyLine {
    readonly url: string;
    /** Null, like the others, for a part that could not be started. */
    readonly hubUrl: string | null;
    readonly hubTokenFile: string | null;
    readonly opencodeUrl: string | null;
    readonly workspace: string;
}

/** Settings of a person by their names, as they stand in the person's settings file. */
export type Settings = Readonly<Record<string, unknown>>;

/** The settings of a person who lets the agent do what it wants. Every test starts with them, unless it is about that. */
export const CONSENTED: Settings = {
    'openspace.agent.consent': 'allow',
    'openspace.agent.confirmation': 'never'
};

/** The address of the Hub and its token. */
export interface HubAccess {
    readonly url: string;
    readonly token: string;
}

/** The real application, started as a person starts it, with a state directory of its own. */
export class RunningApplication {
    /** The address that was printed: it opens the IDE in one browser, once. */
    readonly printedUrl: string;
    readonly hubUrl: string | null;
    readonly hubTokenFile: string | null;
    readonly opencodeUrl: string | null;
    readonly workspace: string;

    private constructor(
        ready: ReadyLine,
        private readonly starter: ChildProcess,
        private readonly log: string[],
        private readonly environment: NodeJS.ProcessEnv,
        private readonly configDirectory: string,
        private readonly settings: Settings
    ) {
        this.printedUrl = ready.url;
        this.hubUrl = ready.hubUrl;
        this.hubTokenFile = ready.hubTokenFile;
        this.opencodeUrl = ready.opencodeUrl;
        this.workspace = ready.workspace;
    }

    static async start(options: {
        workspace: string;
        stateDirectory: string;
        environment: Record<string, string>;
        /** The person's settings, in a file of this application's own. */
        settings?: Settings;
        /** Whether that file is there when it starts. */
        hasSettingsFile?: boolean;
        port?: number;
        hubPort?: number;
        /** Gets each line that a person would read while the application starts. */
        onOutput?: (line: string) => void;
    }): Promise<RunningApplication> {
        const ports = ['--port', String(options.port ?? 0), '--hub-port', String(options.hubPort ?? 0)];
        const configDirectory = `${options.stateDirectory}-config`;
        const settings = options.settings ?? CONSENTED;
        if (options.hasSettingsFile ?? true) {
            await writeSettings(configDirectory, settings);
        }
        const environment = {
            ...process.env,
            // Terminals start the same shell on every machine, without the startup files of whoever runs the tests.
            SHELL: '/bin/bash',
            HOME: join(options.stateDirectory, 'home'),
            THEIA_CONFIG_DIR: configDirectory,
            OPENSPACE_STATE_DIR: options.stateDirectory,
            ...options.environment
        };
        const starter = spawn(process.execPath, [START_SCRIPT, '--json', ...ports, '--workspace', options.workspace], {
            env: environment,
            stdio: ['ignore', 'pipe', 'pipe']
        });
        const log: string[] = [];
        createInterface({ input: starter.stderr }).on('line', line => {
            log.push(line);
            options.onOutput?.(line);
        });
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
        return new RunningApplication(ready, starter, log, environment, configDirectory, settings);
    }

    /** Where the application keeps its own state. */
    get stateDirectory(): string {
        return this.environment.OPENSPACE_STATE_DIR ?? '';
    }

    /** Where the person's settings stand. */
    get settingsFile(): string {
        return join(this.configDirectory, 'settings.json');
    }

    /** The person changes the settings file while the application runs; without settings to those that it was started with. */
    async changeSettings(settings: Settings = this.settings): Promise<void> {
        await writeSettings(this.configDirectory, settings);
    }

    /** The person's settings as they stand in their file now. */
    async readSettings(): Promise<Settings> {
        return JSON.parse(await readFile(this.settingsFile, 'utf8')) as Settings;
    }

    /** Whether the person's settings are those that it was started with. */
    async hasItsSettings(): Promise<boolean> {
        return (await readFile(this.settingsFile, 'utf8')) === JSON.stringify(this.settings);
    }

    /** An address that opens the IDE in one browser, once: a new one each time, as a person gets it for a second browser. */
    get url(): string {
        return this.run(START_SCRIPT, '--link', '--port', new URL(this.printedUrl).port).trim();
    }

    /** The IDE's address for a browser that was let in. */
    get address(): string {
        return new URL(this.printedUrl).origin;
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

    /** Kills one of its processes as hard as can be, and answers with a way to see whether another one takes connections in its place. */
    kill(part: ApplicationPart): () => boolean {
        const killed = partProcess(this.starter.pid ?? 0, part);
        process.kill(killed, 'SIGKILL');
        return () => this.isListening(part, killed);
    }

    /** Whether one of its processes takes connections now, other than a former one. */
    isListening(part: ApplicationPart, former?: number): boolean {
        return ![undefined, former].includes(listeningPart(this.starter.pid ?? 0, part));
    }

    /** Makes one of its processes hang, and answers with a way to let it go on. */
    pause(part: ApplicationPart): () => void {
        const pid = partProcess(this.starter.pid ?? 0, part);
        process.kill(pid, 'SIGSTOP');
        return () => process.kill(pid, 'SIGCONT');
    }

    /** How many processes run now in terminals of the IDE. */
    terminalProcesses(): number {
        return terminalProcessesOf(partProcess(this.starter.pid ?? 0, 'backend')).length;
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

    /** From now on: the results that the Hub gets, oldest first. The Hub forgets old ones meanwhile, so their number tells nothing. */
    async watchResults(): Promise<() => Promise<CommandResultPost[]>> {
        const known = new Set((await this.results()).map(({ callId }) => callId));
        return async () => (await this.results()).filter(({ callId }) => !known.has(callId));
    }

    /** Every call that any part of the application has noted. Throws when the audit is not as it was written. */
    auditedCalls(): AuditedCall[] {
        this.run(HUB_SCRIPT, 'audit', 'verify');
        const lines = this.run(HUB_SCRIPT, 'audit', 'show', '--json', '--last', '1000000').split('\n');
        return lines.filter(line => line !== '').map(line => JSON.parse(line) as AuditedCall);
    }

    /** How another program reaches the Hub. */
    async hubAccess(): Promise<HubAccess> {
        if (this.hubUrl === null || this.hubTokenFile === null) {
            throw new Error('The application was started without a Hub.');
        }
        return { url: this.hubUrl, token: (await readFile(this.hubTokenFile, 'utf8')).trim() };
    }

    private run(program: string, ...args: string[]): string {
        return execFileSync(process.execPath, [program, ...args], {
            env: this.environment,
            encoding: 'utf8',
            maxBuffer: LONGEST_OUTPUT_BYTES
        });
    }

    private async hub(path: string): Promise<Response> {
        const { url, token } = await this.hubAccess();
        const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
        if (!response.ok) {
            throw new Error(`The Hub answered ${path} with ${response.status}: ${await response.text()}`);
        }
        return response;
    }
}

async function writeSettings(configDirectory: string, settings: Settings): Promise<void> {
    await mkdir(configDirectory, { recursive: true });
    await writeFile(join(configDirectory, 'settings.json'), JSON.stringify(settings));
}

function sessionQuery(sessionId: string | undefined): string {
    return sessionId === undefined ? '' : `?session=${encodeURIComponent(sessionId)}`;
}

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startTestHub, TestHub, TestHubOptions } from './test-hub';

/** What a door answered. */
export interface DoorAnswer {
    readonly status: number;
    readonly body: Record<string, unknown>;
    readonly headers: Record<string, string | string[] | undefined>;
}

/** A Hub with a workspace on disk beside a directory that no tool may reach. */
export class WorkspaceHub {
    /** Holds the workspace and what lies beside it. */
    base = '';
    hub!: TestHub;

    /** Lays out the directories. */
    create(): void {
        this.base = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-door-')));
        mkdirSync(this.path());
        mkdirSync(this.outside);
        writeFileSync(join(this.outside, 'secret.txt'), 'outside');
    }

    async start(options: Omit<TestHubOptions, 'workspace'> = {}): Promise<void> {
        this.hub = await startTestHub({
            ...options,
            workspace: this.path(),
            agentBench: { artifacts: this.artifacts, ...options.agentBench }
        });
    }

    /** Another Hub for the same files. */
    async restart(options: Omit<TestHubOptions, 'workspace'> = {}): Promise<void> {
        await this.hub.stop();
        await this.start(options);
    }

    async stop(): Promise<void> {
        await this.hub.stop();
        rmSync(this.base, { recursive: true, force: true });
    }

    get outside(): string {
        return join(this.base, 'outside');
    }

    get artifacts(): string {
        return join(this.base, 'artifacts');
    }

    /** A state directory for servers that a test starts itself. */
    get state(): string {
        return join(this.base, 'state');
    }

    path(...segments: string[]): string {
        return join(this.base, 'root', ...segments);
    }

    file(name: string, content: string | Uint8Array = ''): string {
        const path = this.path(name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        return path;
    }

    text(name: string): string {
        return readFileSync(this.path(name), 'utf8');
    }

    /** @param body sent as it is if it is a string, else as JSON */
    async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<DoorAnswer> {
        const response = await this.hub.send({ method: 'POST', path, body, headers });
        return { status: response.status, body: JSON.parse(response.text) as DoorAnswer['body'], headers: response.headers };
    }
}

/** Lays out and starts the Hub of a suite anew for every test of it. */
export function useHub<T extends WorkspaceHub>(fixture: T): T {
    beforeEach(async () => {
        fixture.create();
        await fixture.start();
    });
    afterEach(() => fixture.stop());
    return fixture;
}

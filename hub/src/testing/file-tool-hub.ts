import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { connectMcpClient } from './mcp-client';
import { startTestHub, TestHub } from './test-hub';
import { callerOfClient, fail, succeed, ToolCaller } from './tool-caller';

/** A Hub with a workspace on disk beside a directory that no tool may reach, and the SDK's client connected to it. */
export class FileToolHub {
    private base = '';
    private client?: Client;
    hub!: TestHub;
    tools!: ToolCaller;

    async start(): Promise<void> {
        this.base = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-mcp-')));
        mkdirSync(this.path());
        mkdirSync(this.outside);
        writeFileSync(join(this.outside, 'secret.txt'), 'outside');
        this.hub = await startTestHub(undefined, this.path());
        this.client = (await connectMcpClient(this.hub)).client;
        this.tools = callerOfClient(this.client);
        // So the client knows the schemas that it checks results by.
        await this.tools.list();
    }

    async stop(): Promise<void> {
        await this.client?.close();
        await this.hub.stop();
        rmSync(this.base, { recursive: true, force: true });
    }

    get outside(): string {
        return join(this.base, 'outside');
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

    succeed(tool: string, args: Record<string, unknown>): Promise<string> {
        return succeed(this.tools, tool, args);
    }

    fail(tool: string, args: Record<string, unknown>): Promise<string> {
        return fail(this.tools, tool, args);
    }
}

/** A fresh one for every test of the surrounding suite. */
export function useFileToolHub(): FileToolHub {
    const fixture = new FileToolHub();
    beforeEach(() => fixture.start());
    afterEach(() => fixture.stop());
    return fixture;
}

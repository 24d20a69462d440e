import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { connectMcpClient } from './mcp-client';
import { callerOfClient, fail, succeed, ToolCaller } from './tool-caller';
import { WorkspaceHub } from './workspace-hub';

/** A Hub with a workspace on disk, and the SDK's client connected to it. */
export class FileToolHub extends WorkspaceHub {
    private client?: Client;
    tools!: ToolCaller;

    override async start(): Promise<void> {
        await super.start();
        this.client = (await connectMcpClient(this.hub)).client;
        this.tools = callerOfClient(this.client);
        // So the client knows the schemas that it checks results by.
        await this.tools.list();
    }

    override async stop(): Promise<void> {
        await this.client?.close();
        await super.stop();
    }

    succeed(tool: string, args: Record<string, unknown>): Promise<string> {
        return succeed(this.tools, tool, args);
    }

    fail(tool: string, args: Record<string, unknown>): Promise<string> {
        return fail(this.tools, tool, args);
    }
}

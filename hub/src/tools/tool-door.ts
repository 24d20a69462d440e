import { randomUUID } from 'node:crypto';
import { OperationAudit, summarizeArguments, WorkspaceError } from '@openspace/workspace-tools';
import { CallAudit } from '../audit/call-audit';
import { HubError } from '../hub-error';
import { ROOT_NAME } from './answer-path';
import { HubWorkspace } from './hub-workspace';
import { toolError } from './kernel-error-answers';
import { AnyToolRequest, ToolName } from './tool-requests';
import { Tool, TOOLS, ToolOptions } from './tools';

/** Who calls. */
export interface ToolCaller {
    readonly sessionId: string;
    /** Aborted when the caller is gone. */
    readonly signal: AbortSignal;
}

/** The tool interface: translates its requests into operations of the kernel and back. Every call is noted in the audit. */
export class ToolDoor {
    constructor(
        private readonly workspace: HubWorkspace,
        private readonly audit: CallAudit
    ) {}

    /** @throws {HubError} as the tool interface answers a failure */
    async call(name: ToolName, request: AnyToolRequest, { sessionId, signal }: ToolCaller): Promise<object> {
        const options: ToolOptions = {
            rootName: ROOT_NAME,
            parentSegments: 'resolve',
            signal,
            audit: this.noteOperations(name, sessionId)
        };
        const perform = TOOLS[name] as Tool<AnyToolRequest>;
        const kernel = await this.workspace.open().catch(() => {
            this.note(name, request, sessionId, { outcome: 'failed', code: 'no-workspace' });
            throw new HubError(503, 'no_workspace', 'The folder of the workspace cannot be opened. Make sure that it is there.');
        });
        try {
            return await perform(kernel, request, options);
        } catch (error) {
            throw error instanceof WorkspaceError ? toolError(error) : error;
        }
    }

    /** Notes a request that is none of this tool. */
    refuse(name: ToolName, request: unknown, sessionId: string): void {
        this.note(name, request, sessionId, { outcome: 'refused', code: 'invalid-argument' });
    }

    /** Notes a request that never became an operation. */
    private note(name: ToolName, request: unknown, sessionId: string, end: { outcome: 'failed' | 'refused'; code: string }): void {
        const args = typeof request === 'object' && request !== null ? summarizeArguments({ ...request }) : {};
        this.audit.note({ ...this.describe(name, sessionId), args, ...end, durationMs: 0 });
    }

    private noteOperations(name: ToolName, sessionId: string): OperationAudit {
        const call = this.describe(name, sessionId);
        return {
            started: ({ risk, args }) => this.audit.begin({ ...call, risk, args }),
            finished: ({ risk, args, outcome, code, durationMs }) =>
                this.audit.note({ ...call, risk, args, outcome, code, durationMs: Math.round(durationMs) })
        };
    }

    private describe(name: ToolName, session: string) {
        return { callId: randomUUID(), session, workspace: this.workspace.root, client: 'tools', command: `tools.${name}` };
    }
}

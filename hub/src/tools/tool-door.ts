import { WorkspaceError } from '@openspace/workspace-tools';
import { toolError } from '../workspace/kernel-error-answers';
import { WorkspaceCall, WorkspaceCaller, WorkspaceCalls } from '../workspace/workspace-calls';
import { ROOT_NAME } from './answer-path';
import { AnyToolRequest, ToolName } from './tool-requests';
import { Tool, TOOLS } from './tools';

/** The tool interface: translates its requests into operations of the kernel and back. */
export class ToolDoor {
    constructor(private readonly calls: WorkspaceCalls) {}

    /** @throws {HubError} as the tool interface answers a failure */
    async call(name: ToolName, request: AnyToolRequest, caller: WorkspaceCaller): Promise<object> {
        const perform = TOOLS[name] as Tool<AnyToolRequest>;
        try {
            return await this.calls.perform(
                toolCall(name, request, caller),
                { rootName: ROOT_NAME, parentSegments: 'resolve' },
                (kernel, options) => perform(kernel, request, options)
            );
        } catch (error) {
            throw error instanceof WorkspaceError ? toolError(error) : error;
        }
    }

    /** Notes a request that is none of this tool. */
    refuse(name: ToolName, request: unknown, caller: WorkspaceCaller, problem: string): void {
        this.calls.refuse(toolCall(name, request, caller), { message: problem });
    }
}

function toolCall(name: ToolName, request: unknown, caller: WorkspaceCaller): WorkspaceCall {
    return { command: `tools.${name}`, request, caller };
}

import { WorkspaceError } from '@openspace/workspace-tools';
import { WapAnswer, wapError } from '../workspace/kernel-error-answers';
import { WorkspaceCall, WorkspaceCaller, WorkspaceCalls } from '../workspace/workspace-calls';
import { AnyWapRequest, WapToolName } from './wap-requests';
import { WAP_TOOLS, WapTool } from './wap-tools';

/** The workspace agent protocol: translates its requests into operations of the kernel and back. */
export class WapDoor {
    constructor(private readonly calls: WorkspaceCalls) {}

    /** Calls a tool and answers in the protocol's shapes, errors too. */
    async call(name: WapToolName, request: AnyWapRequest, caller: WorkspaceCaller): Promise<WapAnswer> {
        const perform = WAP_TOOLS[name] as WapTool<AnyWapRequest>;
        try {
            const body = await this.calls.perform(wapCall(name, request, caller), { parentSegments: 'resolve' }, (kernel, options) =>
                perform(kernel, request, options)
            );
            return { status: 200, body };
        } catch (error) {
            if (error instanceof WorkspaceError) {
                return wapError(error);
            }
            throw error;
        }
    }

    /** Notes and answers a request that is none of this tool. */
    refuse(name: WapToolName, request: unknown, caller: WorkspaceCaller, problem: { message: string; isTooMuch: boolean }): WapAnswer {
        const message = `${problem.message}. Correct the request and send it again.`;
        this.calls.refuse(wapCall(name, request, caller), { message });
        return wapError(new WorkspaceError(problem.isTooMuch ? 'too-large' : 'invalid-argument', message));
    }
}

function wapCall(name: WapToolName, request: unknown, caller: WorkspaceCaller): WorkspaceCall {
    return { command: `wap.${name}`, request, caller };
}

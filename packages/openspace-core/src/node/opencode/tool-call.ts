import type { ToolPart } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { AgentToolCall } from '../../common';

/** A tool of OpenCode's own as the chat shows it. */
export function describeTool({ callID, tool, state }: ToolPart): AgentToolCall {
    const call = { callId: callID, name: tool, input: JSON.stringify(state.input) };
    switch (state.status) {
        case 'completed':
            return { ...call, finished: true, output: state.output };
        case 'error':
            return { ...call, finished: true, output: state.error };
        default:
            return { ...call, finished: false };
    }
}

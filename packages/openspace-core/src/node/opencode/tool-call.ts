import type { ToolPart } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { AgentToolCall } from '../../common';
import { hubToolName, SESSION_ARGUMENT } from './opencode-config';

/** A tool call of the agent as the chat shows it: without what our plugin adds to it. */
export function describeTool({ callID, tool, state }: ToolPart): AgentToolCall {
    const input = JSON.stringify({ ...state.input, [SESSION_ARGUMENT]: undefined });
    const call = { callId: callID, name: hubToolName(tool), input };
    switch (state.status) {
        case 'completed':
            return { ...call, finished: true, output: state.output };
        case 'error':
            return { ...call, finished: true, error: state.error };
        default:
            return { ...call, finished: false };
    }
}

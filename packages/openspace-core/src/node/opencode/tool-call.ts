import { TOOL_REFUSALS, type CommandOutcome } from '@openspace/protocol';
import type { ToolPart } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { AgentToolCall } from '../../common';
import { hubToolName, isHubTool, SESSION_ARGUMENT } from './opencode-config';

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

/**
 * How a call of one of the Hub's tools ended; undefined for other tools, and as long as it goes on. Of one that was not done OpenCode
 * keeps nothing but the text.
 */
export function toolOutcome({ tool, state }: ToolPart): CommandOutcome | undefined {
    if (!isHubTool(tool)) {
        return undefined;
    }
    switch (state.status) {
        case 'completed':
            return 'done';
        case 'error':
            return Object.values(TOOL_REFUSALS).some(words => state.error.startsWith(`Error: ${words}`)) ? 'refused' : 'failed';
        default:
            return undefined;
    }
}

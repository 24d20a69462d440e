import { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TOOL_REFUSALS } from '@openspace/protocol';
import { CallResult } from '../link/ide-link';

/** Refusals of the guard and the policy: the document's text for them. */
const DENIALS = ['denied', 'outside-workspace', 'sensitive-file', 'protected-path'];

/** The result of a command as a tool gives it: a text for the model, and the same as structured content. */
export function toolResult({ outcome, result }: CallResult): CallToolResult {
    const { success, output, data } = result;
    const isError = outcome !== 'done' || !success;
    const text = isError ? errorText(outcome, result) : [output, dataText(data)].filter(part => part !== undefined).join('\n');
    return {
        content: [{ type: 'text', text: text === '' ? 'Done.' : text }],
        structuredContent: { outcome, ...result },
        ...(isError && { isError })
    };
}

/** Code of a call of a tool that does not exist, for the audit. */
export const NO_SUCH_TOOL = 'no-such-tool';

/** So much of a name that nobody knows is given back and noted. */
export function shortName(name: string): string {
    return name.slice(0, 200);
}

/** The answer to a call of a tool that does not exist. */
export function noSuchTool(name: string): CallToolResult {
    const text = `Error: There is no tool ${JSON.stringify(shortName(name))}. List the tools to see which there are now.`;
    return { content: [{ type: 'text', text }], isError: true };
}

function errorText(outcome: CallResult['outcome'], { code = '', error = 'The command gave no reason.' }: CallResult['result']): string {
    const { byRules, otherwise } = TOOL_REFUSALS;
    const refusal = DENIALS.includes(code) ? [byRules] : outcome === 'refused' ? [otherwise] : [];
    return `Error: ${[...refusal, error].join(' ')}`;
}

function dataText(data: unknown): string | undefined {
    const isEmpty = data === undefined || data === null || (typeof data === 'object' && Object.keys(data).length === 0);
    return isEmpty ? undefined : JSON.stringify(data);
}

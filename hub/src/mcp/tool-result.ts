import { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { CallResult } from '../link/ide-link';

/** Refusals of the guard and the policy: the document's text for them. */
const DENIALS = ['denied', 'outside-workspace', 'sensitive-file', 'protected-path'];

/** The result of a command as a tool gives it: a text for the model, and the same as structured content. */
export function toolResult({ outcome, result }: CallResult): CallToolResult {
    const { success, output, error, data } = result;
    const isError = outcome !== 'done' || !success;
    const text = isError ? errorText(result.code, error) : [output, dataText(data)].filter(part => part !== undefined).join('\n');
    return {
        content: [{ type: 'text', text: text === '' ? 'Done.' : text }],
        structuredContent: { outcome, ...result },
        ...(isError && { isError })
    };
}

/** A call that could not even be tried. */
export function toolError(message: string): CallToolResult {
    return { content: [{ type: 'text', text: `Error: ${message}` }], isError: true };
}

function errorText(code: string | undefined, error = 'The command gave no reason.'): string {
    return `Error: ${DENIALS.includes(code ?? '') ? 'Access denied. ' : ''}${error}`;
}

function dataText(data: unknown): string | undefined {
    const isEmpty = data === undefined || data === null || (typeof data === 'object' && Object.keys(data).length === 0);
    return isEmpty ? undefined : JSON.stringify(data);
}

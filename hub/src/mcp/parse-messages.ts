import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';
import { parseJsonBody } from '../security/json-body';

/** All that requests, notifications and answers consist of. */
const FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/**
 * Parses what an MCP client sends, as `parseJsonBody` does. A client may not say much about itself, since its session keeps that.
 *
 * @throws {HubError} 400 that says what is wrong with the body, or 413 for a message "initialize" that is too long
 */
export function parseMessages(body: Buffer): unknown {
    const content = parseJsonBody(body);
    // The SDK would refuse it too, but with an error that lists all fields that do not belong there.
    const unknown = [content]
        .flat()
        .map(unknownField)
        .find(field => field !== undefined);
    if (unknown !== undefined) {
        const field = JSON.stringify(unknown.slice(0, 100));
        throw new HubError(400, 'invalid_json', `The body is no message of JSON-RPC 2.0: it has the field ${field}. Leave that out.`);
    }
    if (body.length > HUB_LIMITS.mcpHelloBytes && isInitializeRequest(content)) {
        const message = `The message "initialize" may have at most ${HUB_LIMITS.mcpHelloBytes} bytes. Say less in its clientInfo and its capabilities.`;
        throw new HubError(413, 'hello_too_large', message);
    }
    return content;
}

function unknownField(message: unknown): string | undefined {
    return typeof message === 'object' && message !== null ? Object.keys(message).find(field => !FIELDS.has(field)) : undefined;
}

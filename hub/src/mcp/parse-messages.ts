import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';
import { parseJsonBody } from '../security/json-body';

/**
 * Parses what an MCP client sends, as `parseJsonBody` does. A client may not say much about itself, since its session keeps that.
 *
 * @throws {HubError} 400 that says what is wrong with the body, or 413 for a message "initialize" that is too long
 */
export function parseMessages(body: Buffer): unknown {
    const content = parseJsonBody(body);
    if (body.length > HUB_LIMITS.mcpHelloBytes && isInitializeRequest(content)) {
        const message = `The message "initialize" may have at most ${HUB_LIMITS.mcpHelloBytes} bytes. Say less in its clientInfo and its capabilities.`;
        throw new HubError(413, 'hello_too_large', message);
    }
    return content;
}

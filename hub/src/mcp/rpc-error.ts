import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { errorBody, errorSchema, HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';
import { mebibytes } from '../mebibytes';

/** What MCP clients get: errors of their protocol, and what is refused before it comes to that. */
export const rpcErrorSchema = {
    title: 'McpError',
    anyOf: [
        {
            type: 'object',
            properties: {
                jsonrpc: { const: '2.0' },
                error: {
                    type: 'object',
                    properties: { code: { type: 'integer' }, message: { type: 'string' } },
                    required: ['code', 'message']
                },
                id: { type: ['string', 'number', 'null'] }
            },
            required: ['jsonrpc', 'error', 'id']
        },
        errorSchema
    ]
};

/** An error that belongs to no message of the client, in the shape of JSON-RPC. */
export function rpcError(code: ErrorCode, message: string): object {
    return { jsonrpc: '2.0', error: { code, message }, id: null };
}

/** What a client is told whose message is too long to be taken, over HTTP or standard input. */
export const MESSAGE_TOO_LARGE = `A message may have at most ${HUB_LIMITS.doorBodyBytes} bytes (${mebibytes(HUB_LIMITS.doorBodyBytes)}). Send less at once: write a large file as several smaller ones.`;

/** A refusal of the Hub itself, as MCP clients read it: what is no message has an error in their protocol, all else is HTTP's. */
export function rpcRefusal(refusal: HubError): object {
    switch (refusal.code) {
        case 'invalid_json':
            return rpcError(ErrorCode.ParseError, refusal.message);
        case 'body_too_large':
            return rpcError(ErrorCode.InvalidRequest, MESSAGE_TOO_LARGE);
        case 'too_many_values':
        case 'hello_too_large':
            return rpcError(ErrorCode.InvalidRequest, refusal.message);
        default:
            return errorBody(refusal);
    }
}

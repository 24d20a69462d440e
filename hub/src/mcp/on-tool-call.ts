import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
    CallToolRequest,
    CallToolRequestSchema,
    CallToolResult,
    RequestSchema,
    ServerNotification,
    ServerRequest
} from '@modelcontextprotocol/sdk/types.js';

/** A call whose parameters the library has yet to check: it takes those that do not fit for a failure of its own unless it looks itself. */
const UncheckedCallSchema = CallToolRequestSchema.extend({ params: RequestSchema.shape.params });

/** Has the calls of tools answered; those that are none are refused as invalid parameters. */
export function onToolCall(
    { server: protocol }: McpServer,
    answer: (
        call: CallToolRequest['params'] & { readonly arguments: Record<string, unknown> },
        extra: RequestHandlerExtra<ServerRequest, ServerNotification>
    ) => Promise<CallToolResult>
): void {
    protocol.setRequestHandler(UncheckedCallSchema, (request, extra) => {
        // By now the library has.
        const params = request.params as CallToolRequest['params'];
        return answer({ ...params, arguments: params.arguments ?? {} }, extra);
    });
}

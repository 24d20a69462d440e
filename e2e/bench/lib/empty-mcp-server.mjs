// An MCP server of the same SDK as the Hub's with one tool that does nothing: it prints its address and ends with its parent.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const server = new McpServer({ name: 'empty', version: '1.0' });
server.registerTool('empty', {}, () => ({ content: [{ type: 'text', text: 'Done.' }] }));
const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
await server.connect(transport);
const http = createServer((request, response) => void transport.handleRequest(request, response));
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}`));
process.stdin.once('close', () => process.exit(0)).resume();

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { StdioConnection } from './stdio-connection';

describe('StdioConnection', () => {
    const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
    const request = (id: number): string => line({ id, method: 'tools/call', params: { name: 'read_file', arguments: {} } });

    it('waits for the answer to every request but those that were cancelled', async () => {
        const input = new PassThrough();
        const connection = new StdioConnection(input, new PassThrough().resume());
        await connection.start();
        input.end(request(1) + request(2) + line({ method: 'notifications/cancelled', params: { requestId: 1 } }));
        await connection.ended;
        let isAnswered = false;
        const answered = connection.answered().then(() => (isAnswered = true));
        await connection.send({ jsonrpc: '2.0', id: 3, result: {} });
        assert.equal(isAnswered, false);
        await connection.send({ jsonrpc: '2.0', id: 2, result: {} });
        await answered;
    });
});

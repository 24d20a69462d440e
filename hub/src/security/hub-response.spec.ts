import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, Server } from 'node:http';
import { AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { HubResponse } from './hub-response';
import { RESPONSE_HEADERS } from './response-headers';

describe('HubResponse', () => {
    let server: Server;
    afterEach(() => server.close().closeAllConnections());

    /** The whole answer to one request, as it was sent. */
    async function answerOf(serve: (response: HubResponse) => void): Promise<string> {
        server = createServer({ ServerResponse: HubResponse }, (_request: IncomingMessage, response) =>
            serve(HubResponse.of({ raw: response }))
        );
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
        socket.end('GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n');
        return text(socket);
    }
    const linesOf = (answer: string, name: string): string[] => answer.split('\r\n').filter(line => line.startsWith(`${name}: `));

    it('has the headers of every answer once, however its head is written', async () => {
        const ways: ((response: HubResponse) => void)[] = [
            response => response.end('body'),
            response => response.writeHead(200, { 'x-own': 'own' }).end(),
            response => response.writeHead(200, ['x-own', 'own']).end(),
            response => response.writeHead(200, 'Fine', { 'x-own': 'own' }).end(),
            response => {
                response.setHeader('x-own', 'own');
                response.flushHeaders();
                response.end();
            }
        ];
        for (const [index, way] of ways.entries()) {
            const answer = await answerOf(response => {
                response.mark('x-marked', 'marked');
                way(response);
            });
            for (const [name, value] of Object.entries({
                ...RESPONSE_HEADERS,
                'x-marked': 'marked',
                ...(index > 0 && { 'x-own': 'own' })
            })) {
                assert.deepEqual(linesOf(answer, name), [`${name}: ${value}`], answer);
            }
            server.close().closeAllConnections();
        }
    });

    it('tells once that it has ended, however often it is ended', async () => {
        let ended = 0;
        await answerOf(response => {
            response.whenEnded(() => ended++);
            response.end('body');
            response.end();
        });
        assert.equal(ended, 1);
    });

    it('is known as the latest answer of its connection', async () => {
        let latest: HubResponse | undefined;
        let given: HubResponse | undefined;
        await answerOf(response => {
            given = response;
            latest = HubResponse.latestOn(response.req.socket);
            response.end();
        });
        assert.equal(latest, given);
        assert.ok(latest);
    });
});

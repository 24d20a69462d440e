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

    const ASKED = 'GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n';
    /** All that is answered to what is asked, as it was sent. */
    async function answerOf(serve: (response: HubResponse) => void, asked = ASKED): Promise<string> {
        server = createServer({ ServerResponse: HubResponse }, (_request: IncomingMessage, response) =>
            serve(HubResponse.of({ raw: response }))
        );
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
        socket.end(asked);
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

    it('says the same at once as in pieces, to every client', async () => {
        const body = Buffer.from('Tea → täglich\n'.repeat(2_000));
        const type = 'text/plain; charset=utf-8';
        const ways: ((response: HubResponse) => void)[] = [
            response => response.writeHead(200, ['content-type', type, 'content-length', String(body.length)]).end(body),
            response => response.endAtOnce(type, body.toString('latin1'))
        ];
        for (const asked of [
            ASKED,
            'GET / HTTP/1.0\r\n\r\n',
            'HEAD / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n',
            `GET / HTTP/1.1\r\nhost: here\r\n\r\n${ASKED}`
        ]) {
            const answers: string[] = [];
            for (const way of ways) {
                let ended = 0;
                const given: (() => void)[] = [];
                const count = asked.match(/HTTP/g)?.length;
                const answer = await answerOf(response => {
                    response.whenEnded(() => ended++);
                    response.mark('x-marked', 'marked');
                    given.push(() => way(response));
                    if (given.length === count) {
                        // The first of two answers is given last.
                        given.reverse().forEach(give => give());
                    }
                }, asked);
                assert.equal(ended, answer.match(/^HTTP/gm)?.length);
                const lines = answer.split(/\r\n|(?<=\n)(?=HTTP)/).map(line => line.replace(/^(x-request-id|Date): .*/, '$1'));
                answers.push(lines.sort().join('\r\n'));
                server.close().closeAllConnections();
            }
            assert.equal(answers[1], answers[0]);
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

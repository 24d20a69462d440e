import assert from 'node:assert/strict';
import { Container } from '@theia/core/shared/inversify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inTime, OpenCodeClientProvider } from './opencode-client';
import { OpenCodeServer } from './opencode-server';

describe('A request to OpenCode', () => {
    for (const [when, begin] of [
        ['is not answered', false],
        ['is answered in part', true]
    ] as const) {
        it(`that ${when} ends in time, with a reason for a person`, async () => {
            const server = createServer((_request, response) => {
                if (begin) {
                    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
                }
            });
            server.listen(0, '127.0.0.1');
            await once(server, 'listening');
            const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
            const container = new Container();
            container.bind<Pick<OpenCodeServer, 'current'>>(OpenCodeServer).toConstantValue({ current: () => ({ url }) });
            container.bind(OpenCodeClientProvider).toSelf();
            const client = await container.get(OpenCodeClientProvider).client();
            await assert.rejects(
                client.session.list({}, inTime(50)),
                /OpenCode, the agent's server, has not answered for 0\.05 s; try again/
            );
            server.closeAllConnections();
            server.close();
        });
    }
});

import assert from 'node:assert/strict';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container, injectable } from '@theia/core/shared/inversify';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents } from './opencode-events';
import { OpenCodeServer } from './opencode-server';

@injectable()
class ImpatientEvents extends OpenCodeEvents {
    protected override silenceMs = 50;
}

/** A server of events that says hello on each stream and then nothing, as one does whose network is gone. */
class SilentServer {
    readonly streams: ServerResponse[] = [];
    protected readonly server: Server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify({ payload: { type: 'server.connected', properties: {} } })}\n\n`);
        this.streams.push(response);
    });

    async start(): Promise<string> {
        this.server.listen(0, '127.0.0.1');
        await once(this.server, 'listening');
        return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    stop(): void {
        this.server.closeAllConnections();
        this.server.close();
    }
}

describe('OpenCodeEvents', () => {
    it('opens a stream again that has gone silent, and tells of the gap', async () => {
        const server = new SilentServer();
        const url = await server.start();
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind<Pick<OpenCodeServer, 'current' | 'patienceMs' | 'onWillChange' | 'wrongSetting'>>(OpenCodeServer).toConstantValue({
            current: () => ({ url }),
            patienceMs: 1_000,
            onWillChange: new Emitter<void>().event,
            wrongSetting: undefined
        });
        container.bind(OpenCodeClientProvider).toSelf().inSingletonScope();
        container.bind(ImpatientEvents).toSelf().inSingletonScope();
        const events = container.get(ImpatientEvents);
        const told: string[] = [];
        events.onDidBreak(() => told.push('broken'));
        const again = new Promise<void>(resolve => {
            events.onDidConnect(() => {
                told.push('open');
                if (told.length === 3) {
                    resolve();
                }
            });
        });
        events.start();
        await again;
        events.stop();
        server.stop();
        assert.deepEqual(told, ['open', 'broken', 'open']);
    });
});

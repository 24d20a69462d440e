import assert from 'node:assert/strict';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container, injectable } from '@theia/core/shared/inversify';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../testing/until';
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents } from './opencode-events';
import { OpenCodeServer } from './opencode-server';

@injectable()
class ImpatientEvents extends OpenCodeEvents {
    protected override silenceMs = 50;
}

/** Does not really wait between its attempts, and stops after a few. */
@injectable()
class CountingEvents extends OpenCodeEvents {
    readonly pausesMs: number[] = [];

    protected override async pause(ms: number): Promise<void> {
        this.pausesMs.push(ms);
        if (this.pausesMs.length === 6) {
            this.stop();
        }
        await Promise.resolve();
    }
}

/** A server of events that says hello on each stream and then nothing, as one does whose network is gone. */
class SilentServer {
    readonly streams: ServerResponse[] = [];
    protected readonly server: Server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        this.streams.push(response);
        this.tell('server.connected');
    });

    /** Tells events on the stream that was opened last. */
    tell(...types: string[]): void {
        types.forEach(type => this.streams.at(-1)?.write(`data: ${JSON.stringify({ payload: { type, properties: {} } })}\n\n`));
    }

    /** Ends that stream. */
    end(): void {
        this.streams.at(-1)?.end();
    }

    /** Resolves when that stream is gone. */
    async left(): Promise<void> {
        await Promise.all(this.streams.slice(-1).map(stream => once(stream, 'close')));
    }

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

/** The stream of events of the server at this address. */
function eventsOf(url: string, type: new () => OpenCodeEvents): OpenCodeEvents {
    const container = new Container();
    container.bind(ILogger).toConstantValue(new MockLogger());
    container
        .bind<Pick<OpenCodeServer, 'current' | 'patienceMs' | 'onWillChange' | 'wrongSetting' | 'findTrouble'>>(OpenCodeServer)
        .toConstantValue({
            current: () => ({ url }),
            patienceMs: 1_000,
            onWillChange: new Emitter<void>().event,
            wrongSetting: undefined,
            findTrouble: () => Promise.resolve(undefined)
        });
    container.bind(OpenCodeClientProvider).toSelf().inSingletonScope();
    container.bind(OpenCodeEvents).to(type).inSingletonScope();
    return container.get(OpenCodeEvents);
}

describe('OpenCodeEvents', () => {
    it('tells of each stream once that it listens: with its first event, not with the hello of the server', async () => {
        const server = new SilentServer();
        const events = eventsOf(await server.start(), OpenCodeEvents);
        const told: string[] = [];
        events.onDidConnect(() => told.push('open'));
        events.onDidReceive(({ type }) => told.push(type));
        events.onDidListen(() => told.push('listens'));
        events.onDidBreak(() => told.push('broken'));
        events.start();
        for (const stream of [1, 2]) {
            await until(() => told.filter(each => each === 'open').length === stream);
            server.tell('server.heartbeat', 'session.idle');
            await until(() => told.filter(each => each === 'session.idle').length === stream);
            server.end();
        }
        events.stop();
        server.stop();
        const whole = ['open', 'server.heartbeat', 'listens', 'session.idle'];
        assert.deepEqual(told, [...whole, 'broken', ...whole]);
    });

    it('tries again after pauses that grow up to two seconds, while there is no server', async () => {
        const server = new SilentServer();
        const url = await server.start();
        server.stop();
        const events = eventsOf(url, CountingEvents) as CountingEvents;
        events.start();
        await until(() => events.pausesMs.length === 6);
        assert.deepEqual(events.pausesMs, [200, 400, 800, 1_600, 2_000, 2_000]);
    });

    it('begins with a short pause again once a stream was open', async () => {
        const server = new SilentServer();
        const events = eventsOf(await server.start(), CountingEvents) as CountingEvents;
        events.onDidConnect(() => server.end());
        events.start();
        await until(() => events.pausesMs.length === 6);
        server.stop();
        assert.deepEqual(new Set(events.pausesMs), new Set([200]));
    });

    it('opens a stream again that has gone silent, and tells of the gap', async () => {
        const server = new SilentServer();
        const events = eventsOf(await server.start(), ImpatientEvents);
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

    it('lets everybody go who waits for a stream that is closed for good, and tells of no gap', async () => {
        const server = new SilentServer();
        const events = eventsOf(await server.start(), OpenCodeEvents);
        const told: string[] = [];
        events.onDidBreak(() => told.push('broken'));
        events.start();
        await events.whenConnected();
        server.end();
        await until(() => told.length === 1);
        server.stop();
        const waiting = assert.rejects(events.whenConnected(3_600_000), /does not answer/);
        events.stop();
        await waiting;
        assert.deepEqual(told, ['broken']);
    });

    it('tells of no gap when it is closed for good while it is open', async () => {
        const server = new SilentServer();
        const events = eventsOf(await server.start(), OpenCodeEvents);
        let gaps = 0;
        events.onDidBreak(() => gaps++);
        events.start();
        await events.whenConnected();
        const left = server.left();
        events.stop();
        await left;
        server.stop();
        assert.equal(gaps, 0);
    });
});

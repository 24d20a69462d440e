import '../../browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { FrontendIdProvider } from '@theia/core/lib/browser/messaging/frontend-id-provider';
import type { WebSocketConnectionSource } from '@theia/core/lib/browser/messaging/ws-connection-source';
import { ILogger } from '@theia/core/lib/common';
import type { Channel } from '@theia/core/lib/common/message-rpc/channel';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { SocketWriteBuffer } from '@theia/core/lib/common/messaging/socket-write-buffer';
import { MessagingContainer } from '@theia/core/lib/node/messaging/default-messaging-service';
import { MessagingListener } from '@theia/core/lib/node/messaging/messaging-listeners';
import { WebsocketEndpoint } from '@theia/core/lib/node/messaging/websocket-endpoint';
import { ReconnectableSocketChannel } from '@theia/core/lib/node/messaging/websocket-frontend-connection-service';
import { WsRequestValidator } from '@theia/core/lib/node/ws-request-validators';
import { Container, injectable } from '@theia/core/shared/inversify';
import * as fc from 'fast-check';
import { ResumableConnectionSource } from '../../browser/connection/resumable-connection-source';
import { MessageBuffer } from '../../common/message-buffer';
import { heardIn, say } from '../../common/testing/fake-socket';
import { CuttableRelay } from '../testing/cuttable-relay';
import { until } from '../testing/until';
import { ResumableChannel } from './resumable-channel';
import { ResumableConnections } from './resumable-connections';

/** The page's end, as quick to come back as the test. */
@injectable()
class NearbyPage extends ResumableConnectionSource {
    static address = '';

    get isUpgraded(): boolean {
        return this.socket.io.engine.transport.name === 'websocket';
    }

    get isConnected(): boolean {
        return this.socket.connected;
    }

    leave(): void {
        this.socket.disconnect();
    }

    protected override createWebSocket(): WebSocketConnectionSource['socket'] {
        const socket = super.createWebSocket(`${NearbyPage.address}/services`);
        socket.io.reconnectionDelay(1);
        socket.io.reconnectionDelayMax(10);
        // What stands for a browser's requests in Node repeats one that broke off without its body, and waits for ever.
        socket.io.opts.transports = ['websocket'];
        return socket;
    }

    protected override createSocketIoPath(): string {
        return '/socket.io';
    }
}

@injectable()
class SmallBuffer extends MessageBuffer {
    protected override maxMessages = 5;
}

/** What happens between two moments: the sizes of what each end says, and what the network does then. */
interface Moment {
    readonly byPage: readonly number[];
    readonly byBackend: readonly number[];
    readonly network: 'stays' | 'is cut' | 'is cut unnoticed' | 'is cut twice' | 'is away while more is said';
    readonly awaits: 'nothing' | 'a message' | 'every message';
}

const sizes = fc.array(fc.oneof(fc.nat(100), fc.nat(20_000), fc.nat(150_000)), { maxLength: 6 });
const moments = fc.array(
    fc.record<Moment>({
        byPage: sizes,
        byBackend: sizes,
        network: fc.constantFrom('stays', 'is cut', 'is cut unnoticed', 'is cut twice', 'is away while more is said'),
        awaits: fc.constantFrom('nothing', 'a message', 'every message')
    }),
    { minLength: 5, maxLength: 15 }
);

/** An end of the connection: what it has said, and what it has heard since it was opened. */
class Speaker {
    readonly said: string[] = [];
    readonly heard: string[];
    isClosed = false;

    constructor(readonly channel: Channel) {
        this.heard = heardIn(channel);
        channel.onClose(() => (this.isClosed = true));
    }

    say(size: number): void {
        const text = `${this.said.length} ${'x'.repeat(size)}`;
        this.said.push(text);
        say(this.channel, text);
    }
}

describe('The connection of a page with the backend, over a real network', () => {
    let server: Server;
    let network: CuttableRelay;
    let page: NearbyPage;
    let atPage: Speaker[];
    let atBackend: Speaker[];
    /** How often the page has come through. */
    let opened: number;

    /** Begins with the given ends, and resolves once they are connected. */
    async function connect(buffers: { readonly page?: typeof MessageBuffer; readonly backend?: typeof MessageBuffer } = {}): Promise<void> {
        [atPage, atBackend, opened] = [[], [], 0];
        const backend = new Container();
        backend.bind(ILogger).toConstantValue(new MockLogger());
        backend.bind<object>(WsRequestValidator).toConstantValue({ allowWsUpgrade: () => Promise.resolve(true) });
        backend.bind<object>(MessagingListener).toConstantValue({ onDidWebSocketUpgrade: () => undefined });
        backend.bind(WebsocketEndpoint).toSelf().inSingletonScope();
        backend.bind(MessagingContainer).toConstantValue(backend);
        backend.bind(SocketWriteBuffer).to(buffers.backend ?? MessageBuffer);
        backend.bind(ReconnectableSocketChannel).to(ResumableChannel);
        backend.bind(ResumableConnections).toSelf();
        backend.get(ResumableConnections).registerConnectionHandler('/services', (_, channel) => atBackend.push(new Speaker(channel)));
        server = createServer();
        backend.get(WebsocketEndpoint).onStart(server);
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        network = await CuttableRelay.start((server.address() as AddressInfo).port);

        const browser = new Container();
        browser.bind(SocketWriteBuffer).to(buffers.page ?? MessageBuffer);
        browser.bind<FrontendIdProvider>(FrontendIdProvider).toConstantValue({ getId: () => 'page' });
        browser.bind(NearbyPage).toSelf();
        NearbyPage.address = network.url;
        page = browser.get(NearbyPage);
        page.onSocketDidOpen(() => opened++);
        page.onConnectionDidOpen(channel => atPage.push(new Speaker(channel)));
        await until(() => atPage.length === 1 && page.isUpgraded);
    }

    async function disconnect(): Promise<void> {
        page.leave();
        network.stop();
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
    }

    before(() => {
        process.env['FRONTEND_CONNECTION_TIMEOUT'] = '-1';
        mock.method(console, 'info', () => undefined);
    });
    after(() => {
        delete process.env['FRONTEND_CONNECTION_TIMEOUT'];
        mock.restoreAll();
    });

    function cut(): void {
        network.cut();
        network.mend();
    }

    async function live({ byPage, byBackend, network: what, awaits }: Moment): Promise<void> {
        const [[browser], [backend]] = [atPage, atBackend];
        const talk = (): void => {
            byPage.forEach(size => browser.say(size));
            byBackend.forEach(size => backend.say(size));
        };
        talk();
        const unheard = (): number => browser.said.length + backend.said.length - browser.heard.length - backend.heard.length;
        const before = { unheard: unheard(), opened };
        if (awaits === 'a message') {
            await until(() => unheard() <= 0 || unheard() < before.unheard);
        }
        if (what === 'is cut unnoticed') {
            network.cutUnnoticed();
        } else if (what === 'is away while more is said') {
            network.cut();
            await until(() => !page.isConnected);
            talk();
            network.mend();
        } else if (what !== 'stays') {
            cut();
        }
        if (what === 'is cut twice') {
            await until(() => opened > before.opened);
            cut();
        }
        if (awaits === 'every message') {
            await until(() => unheard() <= 0);
        }
    }

    it('brings every message once and in order, both ways, however often the network is cut', async () => {
        await fc.assert(
            fc.asyncProperty(moments, async story => {
                await connect();
                try {
                    for (const moment of story) {
                        await live(moment);
                    }
                    const [[browser], [backend]] = [atPage, atBackend];
                    [browser, backend].forEach(end => end.say(0));
                    const isOver = (to: Speaker, from: Speaker): boolean => to.isClosed || to.heard.at(-1) === from.said.at(-1);
                    await until(() => isOver(backend, browser) && isOver(browser, backend));
                    assert.deepEqual([atPage.length, atBackend.length], [1, 1]);
                    assert.deepEqual(backend.heard.map(shortened), browser.said.map(shortened));
                    assert.deepEqual(browser.heard.map(shortened), backend.said.map(shortened));
                } finally {
                    await disconnect();
                }
            }),
            // What fails takes too long to be told in fewer words.
            { numRuns: 8, endOnFailure: true }
        );
    });

    for (const [who, buffers] of [
        ['page', { page: SmallBuffer }],
        ['backend', { backend: SmallBuffer }]
    ] as const) {
        it(`begins anew when the ${who} has said more than it keeps while the network was away`, async () => {
            await connect(buffers);
            try {
                const [former, other] = who === 'page' ? [atPage[0], atBackend[0]] : [atBackend[0], atPage[0]];
                former.say(10);
                await until(() => other.heard.length === 1);
                network.cut();
                [1, 2, 3, 4, 5, 6, 7].forEach(size => former.say(size));
                network.mend();
                await until(() => atPage.length === 2);
                assert.deepEqual([atPage[0].isClosed, atBackend[0].isClosed, other.heard.length], [true, true, 1]);
                const [browser, backend] = [atPage[1], atBackend[1]];
                [browser, backend].forEach(end => end.say(20));
                await until(() => backend.heard.length > 0 && browser.heard.length > 0);
                assert.deepEqual([backend.heard, browser.heard], [browser.said, backend.said]);
            } finally {
                await disconnect();
            }
        });
    }
});

function shortened(text: string): string {
    return `${text.slice(0, 10)} of ${text.length}`;
}

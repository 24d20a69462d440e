import assert from 'node:assert/strict';
import type { Channel } from '@theia/core/lib/common/message-rpc';
import { ConnectionManagementMessages } from '@theia/core/lib/common/messaging/connection-management';
import { SocketWriteBuffer } from '@theia/core/lib/common/messaging/socket-write-buffer';
import { MessagingContainer } from '@theia/core/lib/node/messaging/default-messaging-service';
import { WebsocketEndpoint } from '@theia/core/lib/node/messaging/websocket-endpoint';
import { ReconnectableSocketChannel } from '@theia/core/lib/node/messaging/websocket-frontend-connection-service';
import { Container, injectable } from '@theia/core/shared/inversify';
import { mock } from 'node:test';
import { MessageBuffer, RECEIVED_MESSAGES } from '../../common/message-buffer';
import { FakeSocket, heardIn, say } from '../../common/testing/fake-socket';
import { ResumableChannel, type PageSocket } from './resumable-channel';
import { ResumableConnections } from './resumable-connections';

const { INITIAL_CONNECT, RECONNECT } = ConnectionManagementMessages;

/** How long a connection waits for its page. */
const PATIENCE_MS = 30_000;

@injectable()
class SmallBuffer extends MessageBuffer {
    protected override maxMessages = 2;
}

describe('ResumableConnections', () => {
    let open: (socket: PageSocket) => void;
    let channels: Channel[];

    beforeEach(() => {
        process.env['FRONTEND_CONNECTION_TIMEOUT'] = String(PATIENCE_MS);
        const container = new Container();
        const endpoint: Pick<WebsocketEndpoint, 'registerConnectionHandler'> = {
            registerConnectionHandler: (_path, handle) => (open = socket => handle({}, socket))
        };
        container.bind<object>(WebsocketEndpoint).toConstantValue(endpoint);
        container.bind(MessagingContainer).toConstantValue(container);
        container.bind(SocketWriteBuffer).to(SmallBuffer);
        container.bind(ReconnectableSocketChannel).to(ResumableChannel);
        container.bind(ResumableConnections).toSelf();
        channels = [];
        container.get(ResumableConnections).registerConnectionHandler('/services', (_params, channel) => channels.push(channel));
        mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    });

    afterEach(() => {
        mock.timers.reset();
        delete process.env['FRONTEND_CONNECTION_TIMEOUT'];
    });

    /** A page opens a socket, and says what it is for. */
    function connect(...purpose: unknown[]): FakeSocket {
        const socket = new FakeSocket();
        const end: object = socket;
        open(end as PageSocket);
        socket.receive(...(purpose as [string]));
        return socket;
    }

    it('sends a page that is back what it lacks, in order, and tells it what the backend has', () => {
        const before = connect(INITIAL_CONNECT, 'page');
        const [channel] = channels;
        const heard = heardIn(channel);
        before.receiveMessage('hello');
        ['arrived', 'lost on its way'].forEach(text => say(channel, text));
        before.disconnect();
        say(channel, 'kept');
        const after = connect(RECONNECT, 'page', 1, 0);
        say(channel, 'new');
        after.receiveMessage('here I am');
        assert.deepEqual(after.told, [
            [RECEIVED_MESSAGES, 1],
            [RECONNECT, true]
        ]);
        assert.deepEqual(after.messages, ['lost on its way', 'kept', 'new']);
        assert.deepEqual(heard, ['hello', 'here I am']);
        assert.equal(channels.length, 1);
    });

    it('knows for how long a page is away, until it is back', () => {
        const before = connect(INITIAL_CONNECT, 'page');
        const [channel] = channels;
        assert.ok(channel instanceof ResumableChannel);
        mock.timers.tick(1_000);
        assert.equal(channel.awayMs, 0);
        before.disconnect();
        mock.timers.tick(1_000);
        assert.equal(channel.awayMs, 1_000);
        connect(RECONNECT, 'page', 0, 0);
        assert.equal(channel.awayMs, 0);
    });

    for (const [who, received, first] of [
        ['the page lacks a message that is not kept any more', 0, 0],
        ['the backend lacks a message that the page does not keep any more', 3, 1],
        ['the page claims to have what was never said', 4, 0],
        ['the page does not tell what it has', undefined, undefined]
    ] as const) {
        it(`closes the connection, and lets the page begin anew, when ${who}`, () => {
            const before = connect(INITIAL_CONNECT, 'page');
            const [channel] = channels;
            let isClosed = false;
            channel.onClose(() => (isClosed = true));
            ['one', 'two', 'three'].forEach(text => say(channel, text));
            before.disconnect();
            const after = connect(RECONNECT, 'page', received, first);
            assert.ok(isClosed);
            assert.deepEqual(after.told, [[RECONNECT, false]]);
            assert.deepEqual(after.messages, []);
        });
    }

    it('takes nothing from a socket that the page has left, and does not mistake its end for that of the page', () => {
        const left = connect(INITIAL_CONNECT, 'page');
        const [channel] = channels;
        const heard = heardIn(channel);
        let isClosed = false;
        channel.onClose(() => (isClosed = true));
        const present = connect(RECONNECT, 'page', 0, 0);
        assert.equal(left.connected, false);
        left.receiveMessage('late');
        left.receive('disconnect', 'ping timeout');
        say(channel, 'here');
        mock.timers.tick(PATIENCE_MS);
        assert.equal(isClosed, false);
        assert.deepEqual([heard, present.messages], [[], ['here']]);
    });

    it('does not mistake the end of a socket of before for that of a connection that was begun anew', () => {
        const left = connect(INITIAL_CONNECT, 'page');
        connect(INITIAL_CONNECT, 'page');
        let isClosed = false;
        channels[1].onClose(() => (isClosed = true));
        left.receive('disconnect', 'ping timeout');
        mock.timers.tick(PATIENCE_MS);
        assert.equal(isClosed, false);
    });

    it('closes the connection of a page that says what it has on the socket with which it began', () => {
        const socket = connect(INITIAL_CONNECT, 'page');
        let isClosed = false;
        channels[0].onClose(() => (isClosed = true));
        socket.receive(RECONNECT, 'page', 0, 0);
        assert.ok(socket.connected);
        socket.disconnect();
        mock.timers.tick(PATIENCE_MS);
        assert.ok(isClosed);
    });

    it('leaves a socket without telling the page to leave, so that one that is there comes back', () => {
        const left = connect(INITIAL_CONNECT, 'page');
        let isTold = false;
        left.disconnect = () => {
            isTold = true;
            return left;
        };
        connect(RECONNECT, 'page', 0, 0);
        assert.equal(isTold, false);
    });

    it('closes a connection whose page does not come back', () => {
        const socket = connect(INITIAL_CONNECT, 'page');
        let isClosed = false;
        channels[0].onClose(() => (isClosed = true));
        socket.disconnect();
        mock.timers.tick(PATIENCE_MS - 1);
        assert.equal(isClosed, false);
        mock.timers.tick(1);
        assert.ok(isClosed);
    });
});

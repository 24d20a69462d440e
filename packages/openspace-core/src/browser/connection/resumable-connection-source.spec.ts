import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { FrontendIdProvider } from '@theia/core/lib/browser/messaging/frontend-id-provider';
import type { WebSocketConnectionSource } from '@theia/core/lib/browser/messaging/ws-connection-source';
import type { Channel } from '@theia/core/lib/common/message-rpc/channel';
import { ConnectionManagementMessages } from '@theia/core/lib/common/messaging/connection-management';
import { SocketWriteBuffer } from '@theia/core/lib/common/messaging/socket-write-buffer';
import { Container, injectable } from '@theia/core/shared/inversify';
import { MessageBuffer, RECEIVED_MESSAGES } from '../../common/message-buffer';
import { FakeSocket, heardIn, say } from '../../common/testing/fake-socket';
import { ResumableConnectionSource } from './resumable-connection-source';

const { INITIAL_CONNECT, RECONNECT } = ConnectionManagementMessages;

type Socket = WebSocketConnectionSource['socket'];

/** A page whose network is the test. */
@injectable()
class TestedSource extends ResumableConnectionSource {
    readonly fake = new FakeSocket(false);

    protected override createWebSocket(): Socket {
        const socket: object = this.fake;
        return socket as Socket;
    }
}

describe('ResumableConnectionSource', () => {
    let socket: FakeSocket;
    let channels: Channel[];
    let timesGoneOn: number;

    beforeEach(() => {
        const container = new Container();
        container.bind(SocketWriteBuffer).to(MessageBuffer);
        container.bind<FrontendIdProvider>(FrontendIdProvider).toConstantValue({ getId: () => 'page' });
        container.bind(TestedSource).toSelf();
        const source = container.get(TestedSource);
        channels = [];
        timesGoneOn = 0;
        source.onDidGoOn(() => timesGoneOn++);
        source.onConnectionDidOpen(channel => channels.push(channel));
        socket = source.fake;
        socket.receive(INITIAL_CONNECT);
        socket.told.length = 0;
    });

    it('says what the backend lacks before what is said since the network is back', () => {
        const [channel] = channels;
        ['arrived', 'lost on its way'].forEach(text => say(channel, text));
        socket.disconnect();
        say(channel, 'kept');
        socket.connect();
        say(channel, 'new');
        assert.deepEqual(socket.messages, ['arrived', 'lost on its way']);
        socket.receive(RECEIVED_MESSAGES, 1);
        assert.equal(timesGoneOn, 0);
        socket.receive(RECONNECT, true);
        assert.equal(timesGoneOn, 1);
        say(channel, 'later');
        assert.deepEqual(socket.messages.slice(2), ['lost on its way', 'kept', 'new', 'later']);
    });

    it('tells the backend how much it has, and from where on it keeps what it said', () => {
        const [channel] = channels;
        const heard = heardIn(channel);
        ['one', 'two'].forEach(text => socket.receiveMessage(text));
        ['three', 'four', 'five'].forEach(text => say(channel, text));
        socket.disconnect().connect();
        socket.receive(RECEIVED_MESSAGES, 3);
        socket.receive(RECONNECT, true);
        socket.disconnect().connect();
        assert.deepEqual(heard, ['one', 'two']);
        assert.deepEqual(socket.told, [
            [RECONNECT, 'page', 2, 0],
            [RECONNECT, 'page', 2, 3]
        ]);
    });

    it('says nothing twice when the network is lost again before the backend has answered', () => {
        const [channel] = channels;
        say(channel, 'lost');
        socket.disconnect().connect();
        socket.disconnect().connect();
        socket.receive(RECEIVED_MESSAGES, 0);
        socket.receive(RECONNECT, true);
        assert.deepEqual(socket.messages, ['lost', 'lost']);
    });

    it('begins anew when more was said before the answer than is kept', () => {
        const [channel] = channels;
        say(channel, 'lost');
        socket.disconnect().connect();
        for (let said = 0; said < 20; said++) {
            say(channel, `${said} ${'x'.repeat(1024 * 1024)}`);
        }
        socket.receive(RECEIVED_MESSAGES, 0);
        socket.receive(RECONNECT, true);
        assert.deepEqual(socket.messages, ['lost']);
        assert.deepEqual(socket.told.at(-1), [INITIAL_CONNECT, 'page']);
    });

    it('opens one channel although the socket broke before the first answer', () => {
        socket.disconnect().connect();
        socket.receive(RECONNECT, false);
        socket.disconnect().connect();
        socket.receive(INITIAL_CONNECT);
        assert.equal(channels.length, 2);
    });

    it('begins anew, and counts anew, when the backend cannot go on', () => {
        const [former] = channels;
        let isClosed = false;
        former.onClose(() => (isClosed = true));
        socket.receiveMessage('of before');
        say(former, 'of before');
        socket.disconnect().connect();
        socket.receive(RECONNECT, false);
        say(former, 'for nobody');
        socket.receive(INITIAL_CONNECT);
        assert.ok(isClosed);
        const [, channel] = channels;
        const heard = heardIn(channel);
        socket.receiveMessage('one');
        say(channel, 'two');
        socket.disconnect().connect();
        assert.deepEqual(heard, ['one']);
        assert.deepEqual(socket.messages, ['of before', 'two']);
        assert.deepEqual(socket.told, [
            [RECONNECT, 'page', 1, 0],
            [INITIAL_CONNECT, 'page'],
            [RECONNECT, 'page', 1, 0]
        ]);
    });
});

describe('The socket of a page', () => {
    it('finds a backend that is back within two seconds', () => {
        /** Makes its socket as a page does, and does not use it. */
        class Source extends ResumableConnectionSource {
            longestDelayMs(): number {
                const socket = this.createWebSocket('http://127.0.0.1:1/services');
                socket.disconnect();
                return socket.io.reconnectionDelayMax();
            }
        }
        assert.equal(new Source().longestDelayMs(), 2_000);
    });
});

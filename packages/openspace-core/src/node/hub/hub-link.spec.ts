import assert from 'node:assert/strict';
import { HUB_LINK_PATH, type CommandCall, type HubMessage, type IdeMessage } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket, { WebSocketServer } from 'ws';
import type { CommandExecution } from '../../common';
import { CommandAudit } from '../ledger/command-audit';
import { CommandLedger } from '../ledger/command-ledger';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { bindGivenSettings } from '../testing/given-settings';
import { ConversationPass } from './conversation-pass';
import { HubClient } from './hub-client';
import { HubLink } from './hub-link';
import { HubProcess } from './hub-process';

const TOKEN = 'x'.repeat(43);
const EXECUTE: HubMessage = {
    type: 'execute',
    callId: 'call-1',
    tabId: 'tab-1',
    sessionId: 'session',
    client: 'test',
    commandId: 'openspace.editor.open',
    args: { path: 'a.ts' }
};

/** The Hub's end of the link, as bare as can be. */
class BareHub {
    readonly received: IdeMessage[] = [];
    readonly handshakes: IncomingMessage[] = [];
    socket?: WebSocket;

    private constructor(readonly server: WebSocketServer) {
        server.on('connection', (socket, request) => {
            this.socket = socket;
            this.handshakes.push(request);
            socket.on('message', (data: Buffer) => {
                this.received.push(JSON.parse(data.toString()) as IdeMessage);
                server.emit('received');
            });
        });
    }

    static async listen(port = 0): Promise<BareHub> {
        const server = new WebSocketServer({
            port,
            host: '127.0.0.1',
            path: HUB_LINK_PATH,
            verifyClient: (info: { req: IncomingMessage }) => info.req.headers.authorization === `Bearer ${TOKEN}`
        });
        await once(server, 'listening');
        return new BareHub(server);
    }

    get port(): number {
        return (this.server.address() as AddressInfo).port;
    }

    send(message: unknown): void {
        this.socket?.send(typeof message === 'string' ? message : JSON.stringify(message));
    }

    /** The first message of the IDE, come or to come, that passes the test. */
    async message(isIt: (message: IdeMessage) => boolean): Promise<IdeMessage> {
        for (;;) {
            const found = this.received.find(isIt);
            if (found) {
                return found;
            }
            await once(this.server, 'received');
        }
    }

    async stop(): Promise<void> {
        this.server.clients.forEach(client => client.terminate());
        const closed = once(this.server, 'close');
        this.server.close();
        await closed;
    }
}

describe('HubLink', () => {
    const { OPENSPACE_HUB_URL: url, OPENSPACE_HUB_TOKEN_FILE: tokenFile } = process.env;
    let folder: string;
    let hub: BareHub;
    let link: HubLink;
    let tabs: TabRegistry;
    let ledger: CommandLedger;
    let pass: ConversationPass;
    let calls: CommandCall[];
    let answer: (call: CommandCall) => CommandExecution | undefined;

    const tab = (tabId: string, workspaceUri = 'file:///home/ada/sample'): ConnectedTab => ({
        tabId,
        workspaceUri,
        client: {
            onSessionEnded: () => undefined,
            onAgentCommand: call => {
                calls.push(call);
                const execution = answer(call);
                if (execution) {
                    ledger.commandFinished(tabId, call.callId, execution);
                }
            }
        }
    });
    const isTabs =
        (...ids: string[]) =>
        (message: IdeMessage): boolean =>
            message.type === 'tabs' && message.tabs.map(({ tabId }) => tabId).join() === ids.join();

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-hub-link-'));
        hub = await BareHub.listen();
        await writeFile(join(folder, 'token'), TOKEN, { mode: 0o600 });
        Object.assign(process.env, {
            OPENSPACE_HUB_URL: `http://127.0.0.1:${hub.port}`,
            OPENSPACE_HUB_TOKEN_FILE: join(folder, 'token')
        });
        calls = [];
        answer = () => ({ outcome: 'done', result: { success: true, output: 'Opened.' } });
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container
            .bind(HubClient)
            .toConstantValue({ postResult: () => undefined, setOwner: () => undefined } as Partial<HubClient> as HubClient);
        container
            .bind(CommandAudit)
            .toConstantValue({ begin: () => undefined, end: () => undefined } as Partial<CommandAudit> as CommandAudit);
        bindGivenSettings(container);
        [HubProcess, TabRegistry, CommandLedger, ConversationPass, HubLink].forEach(part =>
            container.bind(part).toSelf().inSingletonScope()
        );
        pass = container.get(ConversationPass);
        [tabs, ledger, link] = [container.get(TabRegistry), container.get(CommandLedger), container.get(HubLink)];
        tabs.connect(tab('tab-1'));
        link.start();
        await container.get(HubProcess).start(folder);
    });
    afterEach(async () => {
        link.stop();
        await hub.stop();
        await rm(folder, { recursive: true });
        for (const [name, value] of Object.entries({ OPENSPACE_HUB_URL: url, OPENSPACE_HUB_TOKEN_FILE: tokenFile })) {
            if (value === undefined) {
                Reflect.deleteProperty(process.env, name);
            } else {
                process.env[name] = value;
            }
        }
    });

    it('tells the Hub which tabs there are, and whenever that changes', async () => {
        await hub.message(isTabs('tab-1'));
        tabs.connect(tab('tab-2', 'file:///home/ada/other'));
        await hub.message(isTabs('tab-1', 'tab-2'));
        ledger.setOwner('chat', 'tab-1');
        assert.deepEqual(await hub.message(isTabs('tab-2', 'tab-1')), {
            type: 'tabs',
            tabs: [
                { tabId: 'tab-2', workspace: '/home/ada/other', sessions: [] },
                { tabId: 'tab-1', workspace: '/home/ada/sample', sessions: ['chat'] }
            ]
        });
    });

    it('executes what the Hub asks for in the tab that it names', async () => {
        tabs.connect(tab('tab-2'));
        await hub.message(isTabs('tab-1', 'tab-2'));
        hub.send(EXECUTE);
        assert.deepEqual(await hub.message(({ type }) => type === 'result'), {
            type: 'result',
            callId: 'call-1',
            outcome: 'done',
            result: { success: true, output: 'Opened.' }
        });
        assert.deepEqual(calls, [{ callId: 'call-1', sessionId: 'session', commandId: 'openspace.editor.open', args: { path: 'a.ts' } }]);
    });

    it('tells the Hub of a call of its own that waits for a person, and of no other', async () => {
        answer = () => undefined;
        await hub.message(isTabs('tab-1'));
        hub.send(EXECUTE);
        while (calls.length === 0) {
            await new Promise(resolve => setImmediate(resolve));
        }
        ledger.waitForPerson('a call of the chat');
        ledger.waitForPerson('call-1');
        assert.deepEqual(await hub.message(({ type }) => type === 'waiting'), { type: 'waiting', callId: 'call-1' });
        ledger.commandFinished('tab-1', 'call-1', { outcome: 'done', result: { success: true } });
        await hub.message(({ type }) => type === 'result');
    });

    it('believes only who has the pass that it speaks for a conversation', async () => {
        answer = ({ callId }) => {
            callers.push(ledger.runningCommand(callId)?.caller);
            return { outcome: 'done', result: { success: true } };
        };
        const callers: unknown[] = [];
        ledger.setOwner('chat', 'tab-1');
        await hub.message(isTabs('tab-1'));
        for (const [index, shown] of [{ pass: pass.value }, { pass: 'made-up' }, { connection: 'a' }].entries()) {
            hub.send({ ...EXECUTE, callId: String(index), sessionId: 'chat', ...shown });
            await hub.message(message => message.type === 'result' && message.callId === String(index));
        }
        assert.deepEqual(callers, [
            { client: 'test', isConversation: true },
            { client: 'test', isConversation: false },
            { client: 'test', connection: 'a', isConversation: false }
        ]);
    });

    it('sends a result that is too large without its data', async () => {
        answer = () => ({ outcome: 'done', result: { success: true, output: 'Read.', data: '\u20ac'.repeat(3 * 1024 * 1024) } });
        await hub.message(isTabs('tab-1'));
        hub.send(EXECUTE);
        const message = await hub.message(({ type }) => type === 'result');
        assert.deepEqual(message, { type: 'result', callId: 'call-1', outcome: 'done', result: { success: true, output: 'Read.' } });
    });

    it('survives messages that it does not know', async () => {
        await hub.message(isTabs('tab-1'));
        ['', '{', '{"type":"other"}', JSON.stringify({ ...EXECUTE, more: 1 })].forEach(text => hub.send(text));
        hub.send(EXECUTE);
        await hub.message(({ type }) => type === 'result');
        assert.equal(calls.length, 1);
    });

    it('links again when the Hub is back, and sends no result of an earlier link', async () => {
        answer = () => undefined;
        await hub.message(isTabs('tab-1'));
        hub.send(EXECUTE);
        while (calls.length === 0) {
            await new Promise(resolve => setImmediate(resolve));
        }
        const { port } = hub;
        await hub.stop();
        hub = await BareHub.listen(port);
        await hub.message(isTabs('tab-1'));
        ledger.commandFinished('tab-1', 'call-1', { outcome: 'done', result: { success: true } });
        answer = () => ({ outcome: 'done', result: { success: true } });
        hub.send({ ...EXECUTE, callId: 'call-2' });
        const message = await hub.message(({ type }) => type === 'result');
        assert.equal(message.type === 'result' && message.callId, 'call-2');
    });

    it('reads the token anew when the Hub refuses it', async () => {
        await hub.message(isTabs('tab-1'));
        await writeFile(join(folder, 'token'), 'y'.repeat(43));
        const { port } = hub;
        await hub.stop();
        const refused = new WebSocketServer({ port, host: '127.0.0.1', verifyClient: () => false });
        const seen = new Promise<string | undefined>(resolve => {
            refused.options.verifyClient = (info: { req: IncomingMessage }) => {
                resolve(info.req.headers.authorization);
                return false;
            };
        });
        assert.equal(await seen, `Bearer ${TOKEN}`);
        const retried = new Promise<string | undefined>(resolve => {
            refused.options.verifyClient = (info: { req: IncomingMessage }) => {
                resolve(info.req.headers.authorization);
                return false;
            };
        });
        assert.equal(await retried, `Bearer ${'y'.repeat(43)}`);
        await new Promise(resolve => refused.close(resolve));
        hub = await BareHub.listen(port);
    });
});

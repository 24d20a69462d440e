import assert from 'node:assert/strict';
import {
    ADVICE_LINK_VERSION,
    HUB_LINK_PASS_HEADER,
    HUB_LINK_PATH,
    HUB_LINK_VERSION,
    HUB_LINK_VERSION_HEADER,
    LIMITS,
    NETWORK_LINK_VERSION,
    REFUSAL_LINK_VERSION,
    QUEUE_LINK_VERSION,
    type CommandCall,
    type HubMessage,
    type IdeMessage
} from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import WebSocket, { WebSocketServer } from 'ws';
import type { CommandExecution, ReplacedDocument } from '../../common';
import { ActivityLog } from '../activity/activity-log';
import { PersonQuestions } from '../approval/person-questions';
import { CommandAudit } from '../ledger/command-audit';
import { CommandLedger } from '../ledger/command-ledger';
import { KeptPauses } from '../ledger/kept-pauses';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { TabDocuments } from '../tab/tab-documents';
import { bindGivenSettings, type GivenSettings } from '../testing/given-settings';
import { FileHistories } from '../undo/file-histories';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { ConversationPass } from './conversation-pass';
import { DoorDocuments } from './door-documents';
import { DoorQuestions } from './door-questions';
import { HubClient } from './hub-client';
import { HubLink } from './hub-link';
import { HubProcess } from './hub-process';

const TOKEN = 't'.repeat(43);
const KEY = 'x'.repeat(43);
const IDE_PORT = 3000;
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

    static async listen(port = 0, version?: number): Promise<BareHub> {
        const server = new WebSocketServer({
            port,
            host: '127.0.0.1',
            path: HUB_LINK_PATH,
            verifyClient: (info: { req: IncomingMessage }) => info.req.headers.authorization === `Bearer ${KEY}`
        });
        if (version !== undefined) {
            server.on('headers', (headers: string[]) => headers.push(`${HUB_LINK_VERSION_HEADER}: ${version}`));
        }
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
    const { OPENSPACE_STATE_DIR: stateDirectory } = process.env;
    const { OPENSPACE_HUB_URL: url, OPENSPACE_HUB_TOKEN_FILE: tokenFile } = process.env;
    let folder: string;
    let hub: BareHub;
    let link: HubLink;
    let tabs: TabRegistry;
    let ledger: CommandLedger;
    let pass: ConversationPass;
    let settings: GivenSettings;
    let activity: ActivityLog;
    let documents: TabDocuments;
    let histories: FileHistories;
    let questions: PersonQuestions;
    let calls: CommandCall[];
    let ended: string[];
    let answer: (call: CommandCall) => CommandExecution | undefined;

    const tab = (tabId: string, workspaceUri = 'file:///home/ada/sample'): ConnectedTab => ({
        tabId,
        workspaceUri,
        client: {
            onSessionEnded: sessionId => void ended.push(sessionId),
            onCommandStopped: () => undefined,
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

    /** A backend that links itself to the Hub, and before knows what the one before has kept and these tabs. */
    const startBackend = async (...connected: ConnectedTab[]): Promise<void> => {
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind(HubClient).toConstantValue({
            postResult: () => undefined,
            setOwner: () => undefined,
            forgetSession: () => undefined
        } as Partial<HubClient> as HubClient);
        container
            .bind(CommandAudit)
            .toConstantValue({ begin: () => undefined, end: () => undefined } as Partial<CommandAudit> as CommandAudit);
        settings = bindGivenSettings(container);
        [HubProcess, TabRegistry, CommandLedger, KeptPauses, ConversationPass, HubLink].forEach(part =>
            container.bind<object>(part).toSelf().inSingletonScope()
        );
        [ActivityLog, DoorDocuments, DoorQuestions, FileHistories, TabDocuments, WorkspaceKernels].forEach(part =>
            container.bind<object>(part).toSelf().inSingletonScope()
        );
        [activity, documents, histories] = [container.get(ActivityLog), container.get(TabDocuments), container.get(FileHistories)];
        questions = container.get(PersonQuestions);
        pass = container.get(ConversationPass);
        [tabs, ledger, link] = [container.get(TabRegistry), container.get(CommandLedger), container.get(HubLink)];
        container.get(KeptPauses).start(IDE_PORT);
        connected.forEach(each => tabs.connect(each));
        link.start();
        await container.get(HubProcess).start(folder);
    };

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-hub-link-'));
        process.env['OPENSPACE_STATE_DIR'] = join(folder, 'state');
        hub = await BareHub.listen();
        await writeFile(join(folder, 'token'), TOKEN, { mode: 0o600 });
        await writeFile(join(folder, 'token.link'), KEY, { mode: 0o600 });
        Object.assign(process.env, {
            OPENSPACE_HUB_URL: `http://127.0.0.1:${hub.port}`,
            OPENSPACE_HUB_TOKEN_FILE: join(folder, 'token')
        });
        calls = [];
        ended = [];
        answer = () => ({ outcome: 'done', result: { success: true, output: 'Opened.' } });
        await startBackend(tab('tab-1'));
    });
    afterEach(async () => {
        link.stop();
        await hub.stop();
        if (stateDirectory === undefined) {
            Reflect.deleteProperty(process.env, 'OPENSPACE_STATE_DIR');
        } else {
            process.env['OPENSPACE_STATE_DIR'] = stateDirectory;
        }
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

    it('ends the sessions of callers that are gone', async () => {
        await hub.message(isTabs('tab-1'));
        for (const connection of ['a', 'b']) {
            hub.send({ ...EXECUTE, callId: connection, sessionId: `session of ${connection}`, connection });
            await hub.message(message => message.type === 'result' && message.callId === connection);
        }
        hub.send({ type: 'connections', connections: ['b'] });
        hub.send({ ...EXECUTE, callId: 'last' });
        await hub.message(message => message.type === 'result' && message.callId === 'last');
        assert.deepEqual(ended, ['session of a']);
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

    it('lets the Hub know the pass by its digest alone', async () => {
        await hub.message(isTabs('tab-1'));
        const { headers } = hub.handshakes[0];
        assert.equal(headers[HUB_LINK_PASS_HEADER], createHash('sha256').update(pass.value).digest('base64url'));
        assert.ok(!JSON.stringify([headers, hub.received]).includes(pass.value));
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

    describe('with a Hub that wants to know how much waits', () => {
        const isQueue =
            (waiting: number) =>
            (message: IdeMessage): boolean =>
                message.type === 'queue' && message.waiting === waiting;

        const linkAgain = async (version: number): Promise<void> => {
            const { port } = hub;
            await hub.stop();
            hub = await BareHub.listen(port, version);
            await hub.message(isTabs('tab-1'));
        };

        it('tells it at once, when that has changed, and always the last number', async () => {
            await linkAgain(QUEUE_LINK_VERSION);
            await hub.message(isQueue(0));
            answer = () => undefined;
            ledger.setOwner('chat', 'tab-1');
            ['a', 'b', 'c'].forEach(path => ledger.submit('chat', 'message', { cmd: 'openspace.editor.open', args: { path } }));
            await hub.message(isQueue(2));
            hub.received.length = 0;
            ledger.cancel('chat');
            await hub.message(isQueue(0));
        });

        it('counts the calls that a pause holds, and tells a new link what waits now', async () => {
            await linkAgain(QUEUE_LINK_VERSION);
            ledger.paused.set('tab-1', true);
            hub.send({ type: 'hold', callId: 'held', tabId: 'tab-1' });
            hub.send(EXECUTE);
            await hub.message(isQueue(2));
            await linkAgain(QUEUE_LINK_VERSION);
            await hub.message(isQueue(1));
        });

        it('tells a Hub of an older version nothing that it does not know', async () => {
            await linkAgain(QUEUE_LINK_VERSION - 1);
            hub.send(EXECUTE);
            await hub.message(({ type }) => type === 'result');
            assert.ok(!hub.received.some(({ type }) => type === 'queue'));
        });
    });

    describe('while the person has paused the agent of a tab', () => {
        const HOLD = { type: 'hold', callId: 'held', tabId: 'tab-1' };
        const answered = (): Promise<IdeMessage> => hub.message(({ type }) => type === 'answer');

        beforeEach(async () => {
            const { port } = hub;
            await hub.stop();
            hub = await BareHub.listen(port, HUB_LINK_VERSION);
            await hub.message(isTabs('tab-1'));
            ledger.paused.set('tab-1', true);
            await hub.message(message => message.type === 'tabs' && message.tabs[0].paused === true);
            hub.send(HOLD);
            while (ledger.loadOf('tab-1').queued === 0) {
                await new Promise(resolve => setImmediate(resolve));
            }
        });

        it('lets a call of a door go on when the agent may, and tells the Hub', async () => {
            ledger.paused.set('tab-1', false);
            assert.deepEqual(await answered(), { type: 'answer', callId: 'held', allowed: true });
            await hub.message(message => message.type === 'tabs' && message.tabs[0].paused === undefined);
            assert.equal(ledger.loadOf('tab-1').queued, 0);
            hub.received.length = 0;
            hub.send(HOLD);
            assert.deepEqual(await answered(), { type: 'answer', callId: 'held', allowed: true });
        });

        it('refuses a call of a door when the person says stop', async () => {
            ledger.cancelTab('tab-1');
            assert.deepEqual(await answered(), {
                type: 'answer',
                callId: 'held',
                allowed: false,
                reason: 'The person said stop before this was done.'
            });
        });

        it('refuses a call of a door when the tab does not come back', async () => {
            ledger.paused.forget('tab-1');
            assert.deepEqual(await answered(), {
                type: 'answer',
                callId: 'held',
                allowed: false,
                reason: 'The window of the IDE was closed, so nothing was done.',
                advice: 'Try again when it is open.'
            });
        });

        it('holds the calls of doors while the tab is loaded anew, until it is gone', async () => {
            const awayTabs = (isAway: boolean) => (message: IdeMessage) =>
                message.type === 'tabs' && (message.away !== undefined) === isAway;
            const away = tabs.get('tab-1');
            assert.ok(away);
            hub.received.length = 0;
            tabs.disconnect(away);
            const held = { tabId: 'tab-1', workspace: '/home/ada/sample', sessions: [], paused: true };
            assert.deepEqual(await hub.message(awayTabs(true)), { type: 'tabs', tabs: [], away: [held] });
            hub.received.length = 0;
            tabs.connect(away);
            assert.deepEqual(await hub.message(awayTabs(false)), { type: 'tabs', tabs: [held] });
            assert.equal(ledger.loadOf('tab-1').queued, 1);
            hub.received.length = 0;
            tabs.disconnect(away, LIMITS.tabGoneMs);
            await hub.message(awayTabs(true));
            assert.deepEqual(await hub.message(awayTabs(false)), { type: 'tabs', tabs: [] });
            assert.equal((await answered()).type, 'answer');
        });

        it('holds the calls of doors from the first word of the next backend when this one was killed', async () => {
            link.stop();
            hub.received.length = 0;
            await startBackend();
            await hub.message(({ type }) => type === 'policy');
            const held = { tabId: 'tab-1', workspace: '/home/ada/sample', sessions: [], paused: true };
            assert.deepEqual(hub.received[0], { type: 'tabs', tabs: [], away: [held] });
            hub.send(HOLD);
            await hub.message(message => message.type === 'queue' && message.waiting === 1);
            tabs.connect(tab('tab-1'));
            await hub.message(isTabs('tab-1'));
            assert.equal(ledger.loadOf('tab-1').queued, 1);
            ledger.paused.set('tab-1', false);
            assert.deepEqual(await answered(), { type: 'answer', callId: 'held', allowed: true });
        });

        it('does not hold a call that was withdrawn any more', async () => {
            hub.send({ type: 'withdraw', callId: 'held' });
            assert.equal((await answered()).type, 'answer');
            assert.equal(ledger.loadOf('tab-1').queued, 0);
        });
    });

    it('tells a call of a door that waited as long as for an answer that the person has paused agents', async () => {
        await hub.message(isTabs('tab-1'));
        ledger.paused.set('tab-1', true);
        settings.change({ 'openspace.limits.commandTimeoutSeconds': 15 });
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
            hub.send({ type: 'hold', callId: 'held', tabId: 'tab-1' });
            while (ledger.loadOf('tab-1').queued === 0) {
                await new Promise(resolve => setImmediate(resolve));
            }
            mock.timers.tick(15_000 - 1);
            await new Promise(resolve => setImmediate(resolve));
            assert.equal(ledger.loadOf('tab-1').queued, 1);
            mock.timers.tick(1);
        } finally {
            mock.timers.reset();
        }
        const answer = await hub.message(({ type }) => type === 'answer');
        assert.match('reason' in answer ? (answer.reason ?? '') : '', /has paused agents/);
    });

    it('remembers what a call of a door did to files, and each of them can be told', async () => {
        await hub.message(isTabs('tab-1'));
        const change = { type: 'file-changed', callId: 'op', workspace: folder, encoding: 'utf8', madeParents: [] };
        hub.send({ ...change, path: 'a.txt', before: 'one', after: 'two' });
        hub.send({ ...change, path: 'b.txt', before: 'gone' });
        hub.send({ ...change, path: 'c.txt', before: 'same', after: 'same' });
        hub.send(EXECUTE);
        await hub.message(({ type }) => type === 'result');
        assert.deepEqual(histories.callsIn(folder), [
            { callId: 'op', writeId: 'op', path: 'a.txt', undone: false },
            { callId: 'op', writeId: 'op#2', path: 'b.txt', undone: false }
        ]);
        assert.deepEqual(histories.find(folder, 'op#2')?.history.statesOf('op#2'), { before: 'gone', after: undefined });
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
        await hub.message(message => message.type === 'result' && message.outcome === 'done');
        assert.equal(calls.length, 1);
    });

    it('answers what it does not understand, so that nobody waits for ever', async () => {
        await hub.message(isTabs('tab-1'));
        const question = { action: 'write', path: '', rule: 'x', reason: 'y' };
        hub.send({ ...EXECUTE, callId: 'execute', more: 1 });
        hub.send({ type: 'ask', callId: 'ask', tabId: 'tab-1', sessionId: 's', client: 'tools', question });
        hub.send({ type: 'consent', callId: 'consent', tabId: 'tab-1' });
        hub.send({ type: 'hold', callId: 'hold' });
        hub.send({ type: 'find-document', callId: 'find', workspace: '/', path: '', sessionId: 's' });
        hub.send({ type: 'replace-document', callId: 'replace' });
        const result = await hub.message(({ type }) => type === 'result');
        assert.ok(result.type === 'result' && result.callId === 'execute' && result.outcome === 'refused');
        for (const callId of ['ask', 'consent', 'hold']) {
            const answered = await hub.message(message => message.type === 'answer' && message.callId === callId);
            assert.ok(answered.type === 'answer' && !answered.allowed);
            assert.match(answered.reason ?? '', /does not understand what the Hub sent, so nothing was done/);
        }
        const found = await hub.message(({ type }) => type === 'document');
        assert.ok(found.type === 'document' && found.callId === 'find' && found.trouble !== undefined);
        const replaced = await hub.message(({ type }) => type === 'replaced');
        assert.ok(replaced.type === 'replaced' && replaced.callId === 'replace' && replaced.error !== undefined);
        assert.deepEqual(calls, []);
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

    it('reads the key anew when the Hub refuses it', async () => {
        await hub.message(isTabs('tab-1'));
        await writeFile(join(folder, 'token.link'), 'y'.repeat(43));
        const { port } = hub;
        await hub.stop();
        const refused = new WebSocketServer({ port, host: '127.0.0.1', verifyClient: () => false });
        const seen = new Promise<string | undefined>(resolve => {
            refused.options.verifyClient = (info: { req: IncomingMessage }) => {
                resolve(info.req.headers.authorization);
                return false;
            };
        });
        assert.equal(await seen, `Bearer ${KEY}`);
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

    describe('with a Hub that has doors to the workspace', () => {
        let root: string;
        const ask = (changes: object = {}): object => ({
            ...{ type: 'ask', callId: 'ask-1', tabId: 'tab-1', sessionId: 'door-session', client: 'tools', connection: 'door-session' },
            question: { action: 'run', command: 'rm -rf x', cwd: '', reason: 'it deletes', subCommand: 'rm -rf x' },
            ...changes
        });
        const nextQuestion = async () => {
            for (;;) {
                const question = questions.openIn('tab-1').at(0);
                if (question) {
                    return question;
                }
                await new Promise(resolve => questions.onDidChange(resolve));
            }
        };

        beforeEach(async () => {
            root = join(folder, 'workspace');
            await mkdir(root);
            tabs.connect(tab('tab-1', FileUri.create(root).toString()));
            const { port } = hub;
            await hub.stop();
            hub = await BareHub.listen(port, HUB_LINK_VERSION);
            await hub.message(isTabs('tab-1'));
        });

        it('publishes the policy of the settings, and whenever they change', async () => {
            assert.ok(await hub.message(message => message.type === 'policy' && message.confirmation === 'risky'));
            settings.change({
                'openspace.agent.sensitiveFiles': ['*.secret'],
                'openspace.agent.confirmation': 'always',
                'openspace.agent.network': true
            });
            const published = await hub.message(message => message.type === 'policy' && message.confirmation === 'always');
            assert.ok(published.type === 'policy');
            assert.deepEqual([published.sensitiveFiles, published.network], [['*.secret'], true]);
            assert.ok(published.forbiddenPaths.includes('/nowhere'), 'the folder of the settings');
        });

        it('tells the Hub, unless it is too old for that, that no agent may act', async () => {
            settings.change({ 'openspace.agent.consent': 'refuse' });
            assert.ok(await hub.message(message => message.type === 'policy' && message.refusesAgents === true));
            const { port } = hub;
            await hub.stop();
            hub = await BareHub.listen(port, REFUSAL_LINK_VERSION - 1);
            const published = await hub.message(({ type }) => type === 'policy');
            assert.ok(!('refusesAgents' in published), 'the Hub would drop the link');
        });

        it('tells a Hub of an older version nothing of the network, and all the rest of the policy', async () => {
            const { port } = hub;
            await hub.stop();
            hub = await BareHub.listen(port, NETWORK_LINK_VERSION - 1);
            await hub.message(isTabs('tab-1'));
            settings.change({ 'openspace.agent.sensitiveFiles': ['*.secret'], 'openspace.agent.network': true });
            const published = await hub.message(message => message.type === 'policy' && message.sensitiveFiles.length > 0);
            assert.ok(!('network' in published), 'the Hub would drop the link');
        });

        it('closes every secret that the environment names', async () => {
            process.env['OPENSPACE_GITHUB_APP_KEY_FILE'] = '/keys/app.pem';
            try {
                settings.change({ 'openspace.agent.confirmation': 'always' });
                const published = await hub.message(message => message.type === 'policy' && message.confirmation === 'always');
                assert.ok(published.type === 'policy');
                for (const secret of ['/keys/app.pem', join(folder, 'token'), join(folder, 'token.link')]) {
                    assert.ok(published.forbiddenPaths.includes(secret), secret);
                }
            } finally {
                Reflect.deleteProperty(process.env, 'OPENSPACE_GITHUB_APP_KEY_FILE');
            }
        });

        it('asks the person with the client named, keeps what was allowed for the session, and carries a refusal back', async () => {
            hub.send(ask());
            const question = await nextQuestion();
            assert.ok(question.kind === 'confirmation');
            assert.deepEqual([question.text, question.client, question.place], ['rm -rf x', 'tools', root]);
            questions.answer('tab-1', question.questionId, { allowed: true, scope: 'session', pattern: 'rm -rf *' });
            const isAnswer = (id: string) => (message: IdeMessage) => message.type === 'answer' && message.callId === id;
            assert.deepEqual(await hub.message(isAnswer('ask-1')), { type: 'answer', callId: 'ask-1', allowed: true });
            hub.send(ask({ callId: 'ask-2' }));
            assert.deepEqual(await hub.message(isAnswer('ask-2')), { type: 'answer', callId: 'ask-2', allowed: true });
            const elsewhere = { action: 'run', command: 'rm -rf x', cwd: 'precious', reason: 'it deletes', subCommand: 'rm -rf x' };
            hub.send(ask({ callId: 'ask-4', question: elsewhere }));
            const another = await nextQuestion();
            assert.ok(another.kind === 'confirmation');
            assert.equal(another.place, join(root, 'precious'));
            questions.answer('tab-1', another.questionId, { allowed: true, scope: 'once' });
            assert.deepEqual(await hub.message(isAnswer('ask-4')), { type: 'answer', callId: 'ask-4', allowed: true });
            hub.send(ask({ callId: 'ask-3', sessionId: 'other', connection: 'other' }));
            questions.answer('tab-1', (await nextQuestion()).questionId, { allowed: false, message: 'Not today.' });
            const refusal = await hub.message(isAnswer('ask-3'));
            assert.ok(refusal.type === 'answer' && !refusal.allowed);
            assert.match(refusal.reason ?? '', /Not today\."$/);
            assert.match(refusal.advice ?? '', /ask the person/);
        });

        it('tells a Hub that knows of no advice what to do next with the reason', async () => {
            const { port } = hub;
            await hub.stop();
            hub = await BareHub.listen(port, ADVICE_LINK_VERSION - 1);
            await hub.message(isTabs('tab-1'));
            hub.send(ask());
            questions.answer('tab-1', (await nextQuestion()).questionId, { allowed: false });
            const refusal = await hub.message(({ type }) => type === 'answer');
            assert.ok(refusal.type === 'answer' && refusal.advice === undefined);
            assert.match(refusal.reason ?? '', /nothing was done\. .*ask the person/);
        });

        it('shows the variables that a command is to get, and lets nothing that was allowed without them cover it', async () => {
            hub.send(ask());
            questions.answer('tab-1', (await nextQuestion()).questionId, { allowed: true, scope: 'workspace', pattern: 'rm -rf x' });
            await hub.message(message => message.type === 'answer' && message.callId === 'ask-1');
            const run = { action: 'run', command: 'rm -rf x', cwd: '', reason: 'it deletes', subCommand: 'rm -rf x' };
            hub.send(ask({ callId: 'ask-2', question: { ...run, environment: { BASH_ENV: './evil.sh', A: '\u202eb' } } }));
            const question = await nextQuestion();
            assert.ok(question.kind === 'confirmation');
            assert.equal(question.text, 'BASH_ENV=./evil.sh\nA=\\u{202e}b\nrm -rf x');
            assert.deepEqual([question.pattern, question.scopes], [undefined, []]);
        });

        it('asks first whether agents may act at all, and nothing of a person who does not want to be asked', async () => {
            settings.change({ 'openspace.agent.consent': 'refuse' });
            hub.send(ask());
            const refusal = await hub.message(({ type }) => type === 'answer');
            assert.ok(refusal.type === 'answer' && !refusal.allowed);
            settings.change({ 'openspace.agent.consent': 'allow', 'openspace.agent.confirmation': 'never' });
            hub.send(ask({ callId: 'ask-2' }));
            await hub.message(message => message.type === 'answer' && message.allowed);
            // What nobody may change stays refused.
            hub.send(ask({ callId: 'ask-3', question: { action: 'write', path: '.git/config', rule: 'x', reason: 'y' } }));
            await hub.message(message => message.type === 'answer' && message.callId === 'ask-3' && !message.allowed);
        });

        it('tells before anything is changed whether agents may act at all, and the person what is wanted', async () => {
            const wants = { operation: 'exec', args: { command: 'npm\ninstall' } };
            const answerTo = async (callId: string): Promise<boolean> => {
                hub.send({ type: 'consent', callId, tabId: 'tab-1', sessionId: 'door-session', client: 'tools', wants });
                const message = await hub.message(each => each.type === 'answer' && each.callId === callId);
                return message.type === 'answer' && message.allowed;
            };
            settings.change({ 'openspace.agent.consent': 'refuse' });
            assert.equal(await answerTo('consent-1'), false);
            settings.change({ 'openspace.agent.consent': 'ask' });
            const answered = answerTo('consent-2');
            const question = await nextQuestion();
            assert.deepEqual([question.kind, question.client], ['consent', 'tools']);
            assert.deepEqual(question.kind === 'consent' && question.wants, {
                commandId: 'door',
                operation: 'exec',
                target: { kind: 'command', text: 'npm install' }
            });
            questions.answer('tab-1', question.questionId, { allowed: true, remember: false });
            assert.equal(await answered, true);
            assert.equal(await answerTo('consent-3'), true);
        });

        it('closes a question whose caller is gone, and all when the link is lost', async () => {
            hub.send(ask());
            await nextQuestion();
            hub.send({ type: 'withdraw', callId: 'ask-1' });
            await hub.message(message => message.type === 'answer' && !message.allowed);
            assert.deepEqual(questions.openIn('tab-1'), []);
            hub.send(ask({ callId: 'ask-2' }));
            await nextQuestion();
            hub.socket?.terminate();
            while (questions.openIn('tab-1').length > 0) {
                await new Promise(resolve => setImmediate(resolve));
            }
        });

        it('finds and replaces documents in the tabs, the one with unsaved text first, and remembers what was there', async () => {
            tabs.connect(tab('tab-2', FileUri.create(root).toString()));
            const replaced: unknown[] = [];
            const client = (text: string, unsaved: boolean) => ({
                findDocument: () => Promise.resolve({ text, version: 'v1', unsaved, readState: 'never' as const }),
                replaceDocument: (replacement: { uri: string; text: string }): Promise<ReplacedDocument> => {
                    replaced.push([replacement.uri, replacement.text]);
                    return Promise.resolve({ version: 'v2', saved: !unsaved, before: text, after: replacement.text });
                }
            });
            documents.connect('tab-1', client('mine', true));
            documents.connect('tab-2', client('saved', false));
            hub.send({ type: 'find-document', callId: 'find', workspace: root, path: 'a.txt', sessionId: 's' });
            const found = await hub.message(({ type }) => type === 'document');
            assert.ok(found.type === 'document');
            assert.deepEqual([found.document?.tabId, found.document?.text, found.document?.unsaved], ['tab-1', 'mine', true]);
            hub.send({
                ...{ type: 'replace-document', callId: 'replace', operationId: 'op', tabId: 'tab-1', workspace: root, path: 'a.txt' },
                ...{ version: 'v1', text: 'ours', sessionId: 's', client: 'tools' }
            });
            assert.deepEqual(await hub.message(({ type }) => type === 'replaced'), {
                type: 'replaced',
                callId: 'replace',
                replaced: { version: 'v2', saved: false }
            });
            assert.deepEqual(replaced, [[FileUri.create(join(root, 'a.txt')).toString(), 'ours']]);
            assert.deepEqual(histories.callsIn(root), [{ callId: 'op', writeId: 'op', path: 'a.txt', undone: false }]);
        });

        it('replaces nothing for a caller that is gone before the person lets agents act', async () => {
            const replaced: unknown[] = [];
            documents.connect('tab-1', {
                findDocument: () => Promise.resolve(undefined),
                replaceDocument: replacement => {
                    replaced.push(replacement);
                    return Promise.resolve({ version: 'v2', saved: true, before: 'a', after: 'b' });
                }
            });
            settings.change({ 'openspace.agent.consent': 'ask' });
            hub.send({
                ...{ type: 'replace-document', callId: 'replace', operationId: 'op', tabId: 'tab-1', workspace: root, path: 'a.txt' },
                ...{ version: 'v1', text: 'ours', sessionId: 's', client: 'tools' }
            });
            await nextQuestion();
            hub.send({ type: 'withdraw', callId: 'replace' });
            const answered = await hub.message(({ type }) => type === 'replaced');
            assert.ok(answered.type === 'replaced' && answered.error !== undefined);
            assert.deepEqual([replaced, questions.openIn('tab-1')], [[], []]);
        });

        it('cuts what the person says to what the Hub takes', async () => {
            hub.send(ask());
            questions.answer('tab-1', (await nextQuestion()).questionId, { allowed: false, message: 'x'.repeat(30_000) });
            const refusal = await hub.message(({ type }) => type === 'answer');
            assert.ok(refusal.type === 'answer' && refusal.reason !== undefined && refusal.reason.length <= 20_000);
        });

        it('says that nothing is open in a page that was closed before it could tell', async () => {
            for (const callId of ['silent', 'broken']) {
                const answer = new Deferred<undefined>();
                const page = { findDocument: () => answer.promise, replaceDocument: () => Promise.reject(new Error('gone')) };
                documents.connect('tab-1', page);
                hub.send({ type: 'find-document', callId, workspace: root, path: 'a.txt', sessionId: 's' });
                hub.send({ ...EXECUTE, callId: `after ${callId}` });
                await hub.message(message => message.type === 'result' && message.callId === `after ${callId}`);
                if (callId === 'broken') {
                    answer.reject(new Error('The connection was closed'));
                }
                documents.disconnect('tab-1', page);
                const found = await hub.message(message => message.type === 'document' && message.callId === callId);
                assert.deepEqual(found, { type: 'document', callId });
            }
        });

        it('does not say that nothing is open when a page cannot tell', async () => {
            const failing = {
                findDocument: () => Promise.reject(new Error('gone')),
                replaceDocument: () => Promise.reject(new Error('gone'))
            };
            documents.connect('tab-1', failing);
            hub.send({ type: 'find-document', callId: 'find', workspace: root, path: 'a.txt', sessionId: 's' });
            const found = await hub.message(({ type }) => type === 'document');
            assert.ok(found.type === 'document' && found.trouble !== undefined);
        });

        it('notes what the doors do, for the workspace in which they do it', async () => {
            const noted = new Promise<void>(resolve => {
                activity.onDidChange(({ entry }) => entry.state === 'done' && resolve());
            });
            const shown = {
                ...{ type: 'activity', callId: 'op', workspace: root, sessionId: 's', client: 'tools', command: 'tools.edit' },
                ...{ operation: 'edit', risk: 'write', args: { path: 'a.txt' } }
            };
            hub.send(shown);
            hub.send({ ...shown, end: { outcome: 'done', durationMs: 3 } });
            await noted;
            const entries = activity.entriesOf(FileUri.create(root).toString(), 'tab-1');
            assert.deepEqual(
                entries.map(({ client, operation, state }) => [client, operation, state]),
                [['tools', 'edit', 'done']]
            );
            assert.deepEqual(entries[0].target, { kind: 'file', path: 'a.txt' });
            assert.deepEqual(activity.entriesOf('file:///elsewhere', 'tab-1'), []);
        });
    });

    it('tells a Hub of before nothing that it does not know', async () => {
        await hub.message(isTabs('tab-1'));
        settings.change({ 'openspace.agent.confirmation': 'always' });
        hub.send(EXECUTE);
        await hub.message(({ type }) => type === 'result');
        assert.deepEqual(
            hub.received.filter(({ type }) => type === 'policy'),
            []
        );
    });
});

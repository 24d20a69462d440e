import assert from 'node:assert/strict';
import {
    cutAt,
    Gate,
    requestPurpose,
    scriptedBrain,
    startModelServer,
    systemText,
    type ModelBrain,
    type ModelServer,
    type ScriptedReply
} from '@openspace/guide-model';
import type { CommandCall, CommandDefinition, CommandResultPost } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandExecution, ConversationEvent, TurnEvent } from '../../common';
import { HubClient } from '../hub/hub-client';
import { HubProcess } from '../hub/hub-process';
import { CommandAudit } from '../ledger/command-audit';
import { CommandLedger } from '../ledger/command-ledger';
import { TabRegistry } from '../tab/tab-registry';
import { bindGivenSettings } from '../testing/given-settings';
import { AgentRequests } from './agent-requests';
import { Conversations } from './conversations';
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents } from './opencode-events';
import { OpenCodeProxy } from './opencode-proxy';
import { OpenCodeServer } from './opencode-server';
import { RunningTurns } from './running-turns';
import { TurnRunner } from './turn-runner';

const TAB = 'tab-1';
const OPEN = '%%OS{"cmd":"openspace.editor.open","args":{"path":"a.ts","line":3}}%%';
const OPEN_COMMAND: CommandDefinition = {
    id: 'openspace.editor.open',
    name: 'Open',
    description: 'Opens a file.',
    category: 'Editor',
    arguments_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
    example: { path: 'a.ts' },
    risk: 'view'
};

const READ = '%%OS{"cmd":"openspace.file.read","args":{"path":"a.ts"}}%%';
const READ_COMMAND: CommandDefinition = {
    ...OPEN_COMMAND,
    id: 'openspace.file.read',
    name: 'Read',
    description: 'Reads a file.',
    risk: 'read'
};

/** The whole backend path but Theia itself: the real OpenCode, the real Hub, the scripted model, and a tab that only records. */
class Backend {
    readonly calls: CommandCall[] = [];
    readonly endedSessions: string[] = [];
    followUpRounds = 8;
    execution: CommandExecution = { outcome: 'done', result: { success: true, output: 'Opened.' } };
    protected brain: ModelBrain = scriptedBrain([]);
    protected readonly container = new Container();
    protected turn = 0;

    private constructor(
        protected readonly folder: string,
        readonly model: ModelServer
    ) {}

    static async start(): Promise<Backend> {
        const folder = await mkdtemp(join(tmpdir(), 'openspace-proxy-'));
        const holder: { backend?: Backend } = {};
        const model = await startModelServer({ brain: request => holder.backend?.brain(request) ?? '' });
        const backend = new Backend(folder, model);
        await backend.layBait();
        holder.backend = backend;
        await backend.startParts();
        return backend;
    }

    get workspace(): string {
        return join(this.folder, 'workspace');
    }

    get proxy(): OpenCodeProxy {
        return this.container.get(OpenCodeProxy);
    }

    /** The proxy of a backend that was started anew, with the same OpenCode. */
    restarted(): OpenCodeProxy {
        const container = this.container.createChild();
        for (const part of [Conversations, RunningTurns, TurnRunner, OpenCodeProxy]) {
            container.bind(part).toSelf().inSingletonScope();
        }
        return container.get(OpenCodeProxy);
    }

    get requests(): AgentRequests {
        return this.container.get(AgentRequests);
    }

    get hub(): HubClient {
        return this.container.get(HubClient);
    }

    answer(...replies: ScriptedReply[]): void {
        this.brain = scriptedBrain(replies);
    }

    /** Sends a message; answers with the events of the whole turn. */
    async ask(text: string, conversationId = `conversation ${++this.turn}`): Promise<ConversationEvent[]> {
        const turn = await this.begin(text, conversationId);
        return turn.finished;
    }

    async begin(text: string, conversationId: string): Promise<{ events: ConversationEvent[]; finished: Promise<ConversationEvent[]> }> {
        const events: ConversationEvent[] = [];
        let finish: (events: ConversationEvent[]) => void = () => undefined;
        const finished = new Promise<ConversationEvent[]>(resolve => (finish = resolve));
        const send = (event: ConversationEvent): void => {
            events.push(event);
            if (event.kind === 'end' || event.kind === 'error') {
                finish(events);
            }
        };
        await this.proxy.prompt(
            { conversationId, turnId: `turn ${++this.turn}`, text, followUpRounds: this.followUpRounds },
            { tabId: TAB, workspace: this.workspace, send }
        );
        return { events, finished };
    }

    /** The result that the Hub gets sooner or later; the ledger does not wait for the Hub. */
    async result(isWanted: (result: CommandResultPost) => boolean): Promise<CommandResultPost> {
        const { url, token } = this.container.get(HubProcess).current();
        for (;;) {
            const response = await fetch(`${url}/openspace/command-results`, { headers: { authorization: `Bearer ${token}` } });
            const found = ((await response.json()) as { results: CommandResultPost[] }).results.find(isWanted);
            if (found) {
                return found;
            }
        }
    }

    async stop(): Promise<void> {
        this.container.get(OpenCodeEvents).stop();
        await Promise.all([this.container.get(HubProcess).stop(), this.container.get(OpenCodeServer).stop()]);
        await this.model.close();
        await rm(this.folder, { recursive: true, force: true });
    }

    /** A workspace, and a folder above it, that want OpenCode to run their code; the marks tell which of them succeeded. */
    protected async layBait(): Promise<void> {
        await mkdir(this.workspace, { recursive: true });
        for (const [index, place] of [this.workspace, this.folder].entries()) {
            const plugin = (name: string): string =>
                `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(this.folder, `mark-${index}-${name}`))}, ''); export const Bait = async () => ({});`;
            for (const folder of ['plugin', 'plugins']) {
                await mkdir(join(place, '.opencode', folder), { recursive: true });
                await writeFile(join(place, '.opencode', folder, 'bait.js'), plugin(folder));
            }
            await writeFile(join(place, 'bait.js'), plugin('config'));
            await writeFile(join(place, 'opencode.json'), JSON.stringify({ plugin: ['./bait.js'], permission: { '*': 'allow' } }));
        }
    }

    async bitten(): Promise<string[]> {
        return (await readdir(this.folder)).filter(name => name.startsWith('mark-'));
    }

    protected async startParts(): Promise<void> {
        Object.assign(process.env, {
            OPENSPACE_STATE_DIR: join(this.folder, 'state'),
            OPENSPACE_HUB_PORT: '0',
            OPENSPACE_LLM_BASE_URL: this.model.url,
            OPENSPACE_LLM_MODEL: 'scripted'
        });
        this.container.bind(ILogger).toConstantValue(new MockLogger());
        bindGivenSettings(this.container);
        for (const part of [
            TabRegistry,
            HubProcess,
            HubClient,
            CommandAudit,
            CommandLedger,
            OpenCodeServer,
            OpenCodeClientProvider,
            OpenCodeEvents,
            AgentRequests,
            Conversations,
            RunningTurns,
            TurnRunner,
            OpenCodeProxy
        ]) {
            this.container.bind(part).toSelf().inSingletonScope();
        }
        const ledger = this.container.get(CommandLedger);
        const onAgentCommand = (call: CommandCall): void => {
            this.calls.push(call);
            ledger.commandFinished(TAB, call.callId, this.execution);
        };
        const tabs = this.container.get(TabRegistry);
        tabs.connect({ tabId: TAB, client: { onAgentCommand, onSessionEnded: sessionId => this.endedSessions.push(sessionId) } });
        tabs.setCommands(TAB, [OPEN_COMMAND, READ_COMMAND]);
        await Promise.all([this.container.get(HubProcess).start(this.workspace), this.container.get(OpenCodeServer).start()]);
        this.container.get(OpenCodeEvents).start();
        this.hub.publishManifest(TAB, this.workspace, [OPEN_COMMAND]);
    }
}

function textOf(events: readonly TurnEvent[]): string {
    return events.map(event => (event.kind === 'text' ? event.text : '')).join('');
}

describe('OpenCodeProxy with the real OpenCode and the real Hub', function () {
    this.timeout(60_000);
    const environment = { ...process.env };
    let backend: Backend;

    before(async () => {
        backend = await Backend.start();
    });

    after(async () => {
        await backend.stop();
        for (const name of Object.keys(process.env).filter(key => key.startsWith('OPENSPACE_') && !(key in environment))) {
            // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- an environment has no other way to forget
            delete process.env[name];
        }
    });

    beforeEach(() => {
        backend.calls.length = 0;
        backend.execution = { outcome: 'done', result: { success: true, output: 'Opened.' } };
    });

    it('hands on the text and turns the block into one command', async () => {
        backend.answer(`Look ${OPEN} here.`);
        const events = await backend.ask('Where?');
        assert.equal(textOf(events), 'Look  here.');
        assert.equal(events.at(-1)?.kind, 'end');
        assert.deepEqual(
            backend.calls.map(({ commandId, args }) => ({ commandId, args })),
            [{ commandId: 'openspace.editor.open', args: { path: 'a.ts', line: 3 } }]
        );
        const result = await backend.result(({ callId }) => callId === backend.calls[0]?.callId);
        assert.equal(result.outcome, 'done');
    });

    it('sends the text on before the block is complete, and nothing of the block', async () => {
        const gate = new Gate();
        const [begin = '', end = ''] = cutAt(OPEN, [20]);
        backend.answer(['Look ', begin, { kind: 'gate', gate }, end, ' here.']);
        const { events, finished } = await backend.begin('Where?', 'gated');
        await gate.reached;
        while (textOf(events) !== 'Look ') {
            await new Promise(resolve => setImmediate(resolve));
        }
        gate.open();
        assert.equal(textOf(await finished), 'Look  here.');
    });

    it('gives the model the whole instructions as its system message', async () => {
        backend.answer('Yes.');
        await backend.ask('Do you know the commands?');
        const request = backend.model.requests.findLast(each => JSON.stringify(each.messages).includes('Do you know the commands?'));
        const instructions = (await backend.hub.instructions('other', TAB)) ?? '';
        assert.match(instructions, /openspace\.editor\.open/);
        assert.ok(request && systemText(request).includes(instructions.trim()));
    });

    it('tells the agent in its next instructions what failed', async () => {
        backend.execution = { outcome: 'failed', result: { success: false, code: 'not-found', error: 'There is no a.ts.' } };
        backend.answer(OPEN, 'I see.');
        await backend.ask('Open it', 'failing');
        await backend.ask('And now?', 'failing');
        const request = backend.model.requests.findLast(each => JSON.stringify(each.messages).includes('And now?'));
        assert.match(request ? systemText(request) : '', /openspace\.editor\.open → FAILED.*There is no a\.ts\./);
    });

    it('never runs a block in code, in reasoning, or in what the person wrote', async () => {
        const fenced = `Like this:\n\n\`\`\`\n${OPEN}\n\`\`\`\n`;
        backend.answer([{ kind: 'reasoning', text: OPEN }, fenced]);
        const events = await backend.ask(`What does ${OPEN} do?`);
        assert.equal(textOf(events).trimEnd(), fenced.trimEnd());
        assert.deepEqual(backend.calls, []);
    });

    it('refuses a malformed block, keeps the text and goes on', async () => {
        backend.answer(`a %%OS{not json}%% b ${OPEN} c`);
        const events = await backend.ask('Go');
        assert.equal(textOf(events), 'a  b  c');
        assert.equal(backend.calls.length, 1);
        assert.equal((await backend.result(({ result }) => result.code === 'malformed')).outcome, 'refused');
    });

    it('keeps one OpenCode session for a conversation', async () => {
        backend.answer('One.', 'Two.');
        await backend.ask('First question', 'long talk');
        await backend.ask('Second question', 'long talk');
        const request = backend.model.requests.findLast(each => JSON.stringify(each.messages).includes('Second question'));
        assert.ok(JSON.stringify(request?.messages).includes('First question'));
    });

    it('ends the turn when it is aborted, and takes the next message', async () => {
        const gate = new Gate();
        backend.answer(['Let me think', { kind: 'gate', gate }], 'Fresh.');
        const { finished } = await backend.begin('Think', 'aborted');
        await gate.reached;
        await backend.proxy.abort('aborted');
        assert.equal((await finished).at(-1)?.kind, 'end');
        gate.open();
        assert.equal(textOf(await backend.ask('Again', 'aborted')), 'Fresh.');
    });

    it('refuses a second message while the first is being answered', async () => {
        const gate = new Gate();
        backend.answer(['Wait', { kind: 'gate', gate }]);
        const { finished } = await backend.begin('One', 'busy');
        await gate.reached;
        await assert.rejects(backend.ask('Two', 'busy'), /still answering/);
        gate.open();
        await finished;
    });

    it('says that the key was refused', async () => {
        backend.answer([{ kind: 'response', status: 401, body: { error: { message: 'bad key' } } }]);
        const last = (await backend.ask('Hello')).at(-1);
        assert.ok(last?.kind === 'error');
        assert.match(last.message, /OPENSPACE_LLM_API_KEY/);
    });

    it('sends the agent what it asked to read, in the same turn', async () => {
        backend.execution = {
            outcome: 'done',
            result: { success: true, output: 'Read a.ts.', data: { content: 'line 1\nline 2' } }
        };
        backend.answer(`Let me look. ${READ}`, 'It has two lines.');
        const events = await backend.ask('How long is a.ts?');
        assert.equal(textOf(events), 'Let me look. \n\nIt has two lines.');
        assert.deepEqual(
            events.filter(({ kind }) => kind !== 'text').map(({ kind }) => kind),
            ['results', 'end']
        );
        const request = backend.model.requests.findLast(each => JSON.stringify(each.messages).includes('How long is a.ts?'));
        assert.match(JSON.stringify(request?.messages.at(-1)), /line 1\\nline 2/);
    });

    it('tells the agent at once what was refused, but not that it showed a block as code', async () => {
        backend.answer('Try %%OS{oops}%% this.', 'Sorry.', `Like \`${OPEN}\` this.`);
        assert.equal(textOf(await backend.ask('Break it')), 'Try  this.\n\nSorry.');
        const shown = await backend.ask('Show it');
        assert.ok(!shown.some(({ kind }) => kind === 'results'));
    });

    it('stops sending results after the rounds that were allowed', async () => {
        backend.followUpRounds = 2;
        backend.execution = { outcome: 'done', result: { success: true, output: 'Read.' } };
        backend.answer(READ, READ, READ, 'never asked for');
        const events = await backend.ask('Read for ever');
        backend.followUpRounds = 8;
        assert.equal(events.filter(({ kind }) => kind === 'results').length, 2);
        assert.equal(backend.calls.length, 3);
        assert.equal(events.at(-1)?.kind, 'end');
    });

    it('shows reasoning apart from the text', async () => {
        backend.answer([{ kind: 'reasoning', text: 'Hmm.' }, 'Done.']);
        const events = await backend.ask('Think');
        assert.deepEqual(
            events.map(event => ('text' in event ? [event.kind, event.text] : [event.kind])),
            [['reasoning', 'Hmm.'], ['text', 'Done.'], ['end']]
        );
    });

    it('brings a question of the model to the person and the answer back', async () => {
        const questions = [
            {
                question: 'Green or black?',
                header: 'Tea',
                options: [
                    { label: 'Green', description: 'grassy' },
                    { label: 'Black', description: 'strong' }
                ]
            }
        ];
        backend.answer([{ kind: 'toolCall', name: 'question', args: { questions } }], 'Black it is.');
        const { events, finished } = await backend.begin('Make tea', 'tea');
        let asked = events.find(event => event.kind === 'request');
        while (!asked) {
            await new Promise(resolve => setImmediate(resolve));
            asked = events.find(event => event.kind === 'request');
        }
        assert.deepEqual(
            asked.request.questions[0]?.options.map(({ value }) => value),
            ['Green', 'Black']
        );
        await backend.requests.answer(asked.request.requestId, [['Black']]);
        assert.equal(textOf(await finished), 'Black it is.');
        assert.match(JSON.stringify(backend.model.requests.at(-1)?.messages.at(-1)), /Black/);
    });

    it('runs nothing more once the person has said stop', async () => {
        const gate = new Gate();
        backend.answer(['Watch: ', { kind: 'gate', gate }, OPEN]);
        const { finished } = await backend.begin('Go', 'stopped');
        await gate.reached;
        const stopped = backend.proxy.abort('stopped');
        gate.open();
        await stopped;
        assert.equal((await finished).at(-1)?.kind, 'end');
        assert.deepEqual(backend.calls, []);
    });

    it('does not even send the message when the person says stop before it is on its way', async () => {
        backend.answer('Too late.');
        const turn = backend.begin('Never mind', 'early stop');
        await backend.proxy.abort('early stop');
        const { finished } = await turn;
        assert.equal((await finished).at(-1)?.kind, 'end');
        assert.ok(!backend.model.requests.some(request => JSON.stringify(request).includes('Never mind')));
    });

    it('rebuilds a conversation from what OpenCode keeps, and runs nothing', async () => {
        backend.execution = { outcome: 'done', result: { success: true, output: 'Read a.ts.', data: { content: 'line 1\nline 2' } } };
        backend.answer([{ kind: 'reasoning', text: 'Hmm.' }, `Let me look. ${READ}`], `Here ${OPEN}it is.`);
        const live = await backend.ask('How long is a.ts?', 'kept');
        const calls = backend.calls.length;
        const history = await backend.proxy.read('kept', backend.workspace);
        assert.equal(history?.title, 'How long is a.ts?');
        assert.equal(history.running, undefined);
        assert.deepEqual(
            history.exchanges.map(({ text }) => text),
            ['How long is a.ts?']
        );
        const [exchange] = history.exchanges;
        assert.equal(textOf(exchange.events), textOf(live));
        assert.deepEqual(
            exchange.events.map(({ kind }) => kind),
            ['reasoning', 'text', 'results', 'text']
        );
        assert.equal(backend.calls.length, calls);
    });

    it('goes on in the same session after a restart, and lists it with its own workspace only', async () => {
        backend.answer('One.', 'Two.');
        await backend.ask('My tea is sencha', 'before the restart');
        const proxy = backend.restarted();
        const before = await proxy.list(backend.workspace);
        assert.ok(before.some(({ conversationId, title }) => conversationId === 'before the restart' && title === 'My tea is sencha'));
        assert.deepEqual(await proxy.list('/elsewhere'), []);
        const events: ConversationEvent[] = [];
        await new Promise<void>((resolve, reject) => {
            const send = (event: ConversationEvent): void => {
                events.push(event);
                if (event.kind === 'end') {
                    resolve();
                }
            };
            const prompt = { conversationId: 'before the restart', turnId: 'after', text: 'Which tea?', followUpRounds: 0 };
            proxy.prompt(prompt, { tabId: TAB, workspace: backend.workspace, send }).catch(reject);
        });
        assert.equal(textOf(events), 'Two.');
        assert.match(JSON.stringify(backend.model.requests.at(-1)?.messages), /My tea is sencha/);
        assert.equal((await proxy.list(backend.workspace)).length, before.length);
    });

    it('lets a tab that comes late follow a running turn from its beginning, and keeps it out of the history', async () => {
        const gate = new Gate();
        backend.answer('Earlier.', [`Once ${OPEN}upon`, { kind: 'gate', gate }, ' a time.']);
        await backend.ask('First', 'followed');
        const { finished } = await backend.begin('Second', 'followed');
        await gate.reached;
        const history = await backend.proxy.read('followed', backend.workspace);
        assert.deepEqual(
            history?.exchanges.map(({ text }) => text),
            ['First']
        );
        assert.equal(history.running?.text, 'Second');
        const late: ConversationEvent[] = [];
        assert.ok(backend.proxy.follow(history.running.turnId, event => late.push(event)));
        gate.open();
        assert.equal(textOf(await finished), 'Once upon a time.');
        assert.equal(textOf(late), 'Once upon a time.');
        assert.equal(late.at(-1)?.kind, 'end');
        assert.equal(backend.calls.length, 1);
        const ended: ConversationEvent[] = [];
        assert.ok(
            backend.proxy.follow(history.running.turnId, event => ended.push(event)),
            'a turn that has just ended is still told'
        );
        assert.equal(ended.at(-1)?.kind, 'end');
        assert.ok(!backend.proxy.follow('unknown', () => undefined));
    });

    it('deletes a conversation for good, with the turn that runs in it', async () => {
        const gate = new Gate();
        backend.answer(['Wait', { kind: 'gate', gate }]);
        const { finished } = await backend.begin('Delete me', 'deleted');
        await gate.reached;
        backend.endedSessions.length = 0;
        await backend.proxy.delete('deleted', backend.workspace);
        assert.equal((await finished).at(-1)?.kind, 'end');
        assert.equal(await backend.proxy.read('deleted', backend.workspace), undefined);
        assert.ok(!(await backend.proxy.list(backend.workspace)).some(({ conversationId }) => conversationId === 'deleted'));
        assert.equal(backend.endedSessions.length, 1);
    });

    it('renames a conversation', async () => {
        backend.answer('Yes.');
        await backend.ask('Old name', 'renamed');
        await backend.proxy.rename('renamed', backend.workspace, 'New name');
        assert.equal((await backend.proxy.read('renamed', backend.workspace))?.title, 'New name');
    });

    it('asks the model for nothing but answers', () => {
        assert.deepEqual(
            backend.model.requests.filter(request => requestPurpose(request) !== 'turn'),
            []
        );
    });

    it('has not run a line of code that lies in the workspace or above it', async () => {
        // The last test on purpose: OpenCode loads plugins some seconds after a session's first message, and many came before.
        backend.answer('Still here.');
        await backend.ask('Are you there?');
        assert.deepEqual(await backend.bitten(), []);
    });
});

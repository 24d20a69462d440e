import assert from 'node:assert/strict';
import {
    cutAt,
    Gate,
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
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandExecution, ConversationEvent } from '../../common';
import { HubClient } from '../hub/hub-client';
import { HubProcess } from '../hub/hub-process';
import { CommandLedger } from '../ledger/command-ledger';
import { TabRegistry } from '../tab/tab-registry';
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents } from './opencode-events';
import { OpenCodeProxy } from './opencode-proxy';
import { OpenCodeServer } from './opencode-server';

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

/** The whole backend path but Theia itself: the real OpenCode, the real Hub, the scripted model, and a tab that only records. */
class Backend {
    readonly calls: CommandCall[] = [];
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
        holder.backend = backend;
        await backend.startParts();
        return backend;
    }

    get proxy(): OpenCodeProxy {
        return this.container.get(OpenCodeProxy);
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
        await this.proxy.prompt({ conversationId, turnId: `turn ${++this.turn}`, text }, { tabId: TAB, directory: this.folder, send });
        return { events, finished };
    }

    async results(): Promise<CommandResultPost[]> {
        const { url, token } = this.container.get(HubProcess).current();
        const response = await fetch(`${url}/openspace/command-results`, { headers: { authorization: `Bearer ${token}` } });
        return ((await response.json()) as { results: CommandResultPost[] }).results;
    }

    async stop(): Promise<void> {
        this.container.get(OpenCodeEvents).stop();
        await Promise.all([this.container.get(HubProcess).stop(), this.container.get(OpenCodeServer).stop()]);
        await this.model.close();
        await rm(this.folder, { recursive: true, force: true });
    }

    protected async startParts(): Promise<void> {
        Object.assign(process.env, {
            OPENSPACE_STATE_DIR: join(this.folder, 'state'),
            OPENSPACE_HUB_PORT: '0',
            OPENSPACE_LLM_BASE_URL: this.model.url,
            OPENSPACE_LLM_MODEL: 'scripted'
        });
        this.container.bind(ILogger).toConstantValue(new MockLogger());
        for (const part of [
            TabRegistry,
            HubProcess,
            HubClient,
            CommandLedger,
            OpenCodeServer,
            OpenCodeClientProvider,
            OpenCodeEvents,
            OpenCodeProxy
        ]) {
            this.container.bind(part).toSelf().inSingletonScope();
        }
        const ledger = this.container.get(CommandLedger);
        const onAgentCommand = (call: CommandCall): void => {
            this.calls.push(call);
            ledger.commandFinished(TAB, call.callId, this.execution);
        };
        this.container.get(TabRegistry).connect({ tabId: TAB, client: { onAgentCommand } });
        await Promise.all([this.container.get(HubProcess).start(this.folder), this.container.get(OpenCodeServer).start()]);
        this.container.get(OpenCodeEvents).start();
        this.hub.publishManifest(TAB, this.folder, [OPEN_COMMAND]);
    }
}

function textOf(events: ConversationEvent[]): string {
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
        const [result] = await backend.results();
        assert.deepEqual([result.outcome, result.callId], ['done', backend.calls[0]?.callId]);
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
        assert.ok((await backend.results()).some(({ outcome, result }) => outcome === 'refused' && result.code === 'malformed'));
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
});

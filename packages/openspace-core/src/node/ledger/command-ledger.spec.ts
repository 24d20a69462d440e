import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { CHAT_CLIENT, LIMITS, type CommandCall, type CommandDefinition, type CommandResultPost, type RiskClass } from '@openspace/protocol';
import type { AuditEvent } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container, injectable } from '@theia/core/shared/inversify';
import type { CommandExecution } from '../../common';
import { AgentConsent } from '../approval/agent-consent';
import { PersonQuestions } from '../approval/person-questions';
import { HubClient } from '../hub/hub-client';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { bindGivenSettings, type GivenSettings } from '../testing/given-settings';
import { KeepingLogger } from '../testing/keeping-logger';
import { CommandAudit } from './command-audit';
import { CommandLedger } from './command-ledger';
import type { FinishedCommand } from './command-progress';
import { reportResults } from './result-report';

const SESSION = 'session-1';
const OUTSIDE = { client: 'mcp: test', isConversation: false };
const DONE: CommandExecution = { outcome: 'done', result: { success: true } };

/** A browser tab that remembers its calls; `answer` decides how they end. */
class RecordingTab implements ConnectedTab {
    readonly calls: CommandCall[] = [];
    ledger?: CommandLedger;
    readonly endedSessions: string[] = [];
    /** The calls that the person has stopped. */
    readonly stopped: string[] = [];
    readonly client = {
        onCommandStopped: (callId: string): void => void this.stopped.push(callId),
        onSessionEnded: (sessionId: string): void => void this.endedSessions.push(sessionId),
        onAgentCommand: (call: CommandCall): void => {
            this.calls.push(call);
            void this.answer(call).then(execution => this.ledger?.commandFinished(this.tabId, call.callId, execution));
        }
    };

    constructor(
        readonly tabId: string,
        protected readonly answer: (call: CommandCall) => Promise<CommandExecution> = () => Promise.resolve(DONE),
        readonly workspaceUri?: string
    ) {}
}

/** Does not wait for a tab that is away. */
@injectable()
class ImpatientLedger extends CommandLedger {
    protected override ownerWaitMs = 0;
}

/** Gives up a tab as soon as it is away. */
@injectable()
class HastyRegistry extends TabRegistry {
    protected override goneAfterMs = 0;
}

/** Remembers what it is told to note. */
class RecordingAudit extends CommandAudit {
    protected override readonly logger: ILogger = new MockLogger();

    constructor(protected readonly events: AuditEvent[]) {
        super();
    }

    protected override append(event: AuditEvent): void {
        if (event.command === 'openspace.unwritable') {
            throw new Error('The disk is full.');
        }
        this.events.push(event);
    }
}

interface LedgerUnderTest {
    readonly ledger: CommandLedger;
    readonly registry: TabRegistry;
    readonly results: CommandResultPost[];
    readonly audited: AuditEvent[];
    readonly settings: GivenSettings;
    readonly consent: AgentConsent;
    readonly questions: PersonQuestions;
    readonly warnings: readonly string[];
}

function createLedger(...tabs: RecordingTab[]): LedgerUnderTest {
    const results: CommandResultPost[] = [];
    const audited: AuditEvent[] = [];
    const container = new Container();
    const logger = new KeepingLogger();
    container.bind(ILogger).toConstantValue(logger);
    container.bind(TabRegistry).to(HastyRegistry).inSingletonScope();
    container.bind(HubClient).toConstantValue({
        postResult: (result: CommandResultPost) => results.push(result),
        setOwner: () => undefined,
        forgetSession: () => undefined
    } as Partial<HubClient> as HubClient);
    container.bind(CommandAudit).toConstantValue(new RecordingAudit(audited));
    const settings = bindGivenSettings(container);
    container.bind(CommandLedger).to(ImpatientLedger).inSingletonScope();
    const registry = container.get(TabRegistry);
    tabs.forEach(tab => registry.connect(tab));
    const ledger = container.get(CommandLedger);
    tabs.forEach(tab => (tab.ledger = ledger));
    ledger.setOwner(SESSION, tabs[0]?.tabId ?? 'tab-1');
    return {
        ...{ ledger, registry, results, audited, settings },
        ...{ consent: container.get(AgentConsent), questions: container.get(PersonQuestions), warnings: logger.warnings }
    };
}

/** Waits until the tab has been handed a command. */
async function delivery(tab: RecordingTab): Promise<void> {
    while (tab.calls.length === 0) {
        await new Promise(resolve => setImmediate(resolve));
    }
}

/** Waits until the commands of a session have ended, and takes them. */
async function settle(ledger: CommandLedger, sessionId: string): Promise<FinishedCommand[]> {
    await ledger.settle(sessionId);
    return ledger.takeFinished(sessionId);
}

const open = (line: number) => ({ cmd: 'openspace.editor.open', args: { line } });

const definition = (id: string, risk: RiskClass): CommandDefinition => ({
    id,
    name: id,
    description: id,
    arguments_schema: { type: 'object', properties: {}, additionalProperties: false },
    example: {},
    risk
});

describe('CommandLedger', () => {
    it('tells how far each command is, with the tab that has it and who asked', async () => {
        const { ledger } = createLedger(new RecordingTab('tab-1'));
        const told: unknown[] = [];
        ledger.onDidProgress(({ call, client, tabId, state, execution }) =>
            told.push([call.commandId, client, tabId, state, execution?.outcome])
        );
        ledger.submit(SESSION, 'message', open(1));
        await settle(ledger, SESSION);
        await ledger.execute({ callId: 'c', sessionId: 'door', commandId: 'openspace.pane.list', args: {} }, 'tab-1', {
            client: 'other agent',
            isConversation: false
        });
        ledger.submit('nobody', 'message', open(1));
        assert.deepEqual(told, [
            ['openspace.editor.open', 'chat', 'tab-1', 'waiting', undefined],
            ['openspace.editor.open', 'chat', 'tab-1', 'running', undefined],
            ['openspace.editor.open', 'chat', 'tab-1', 'ended', 'done'],
            ['openspace.pane.list', 'other agent', 'tab-1', 'waiting', undefined],
            ['openspace.pane.list', 'other agent', 'tab-1', 'running', undefined],
            ['openspace.pane.list', 'other agent', 'tab-1', 'ended', 'done'],
            ['openspace.editor.open', 'chat', undefined, 'ended', 'refused']
        ]);
    });

    it('hands commands to the owner in order, one at a time', async () => {
        let running = 0;
        const tab = new RecordingTab('tab-1', async () => {
            assert.equal(++running, 1);
            await Promise.resolve();
            running--;
            return DONE;
        });
        const { ledger, results } = createLedger(tab);

        [1, 2, 3].forEach(line => ledger.submit(SESSION, 'message', open(line)));
        await settle(ledger, SESSION);

        assert.deepEqual(
            tab.calls.map(call => call.args['line']),
            [1, 2, 3]
        );
        assert.deepEqual(
            results.map(result => result.callId),
            tab.calls.map(call => call.callId)
        );
        assert.equal(new Set(results.map(result => result.callId)).size, 3);
    });

    it('keeps commands while the person is asked for consent, and runs them in order after the yes', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, settings, questions } = createLedger(tab);
        settings.change({ 'openspace.agent.consent': 'ask' });
        questions.onDidAsk(({ question }) =>
            setImmediate(() => {
                assert.deepEqual(tab.calls, []);
                questions.answer('tab-1', question.questionId, { allowed: true, remember: false });
            })
        );
        [1, 2].forEach(line => ledger.submit(SESSION, 'message', open(line)));
        await settle(ledger, SESSION);
        assert.deepEqual(
            tab.calls.map(call => call.args['line']),
            [1, 2]
        );
    });

    it('asks again when the tab has opened another folder while the person was asked', async () => {
        const [tea, coffee] = ['/tea', '/coffee'].map(
            folder => new RecordingTab('tab-1', () => Promise.resolve(DONE), FileUri.create(folder).toString())
        );
        const { ledger, registry, settings, questions } = createLedger(tea);
        coffee.ledger = ledger;
        settings.change({ 'openspace.agent.consent': 'ask' });
        const asked: string[] = [];
        questions.onDidAsk(({ question }) => {
            asked.push(question.kind === 'consent' ? question.workspace : question.kind);
            registry.connect(coffee);
            setImmediate(() => questions.answer('tab-1', question.questionId, { allowed: asked.length === 1, remember: false }));
        });
        ledger.submit(SESSION, 'message', open(1));
        await settle(ledger, SESSION);
        assert.deepEqual([asked, tea.calls, coffee.calls], [['/tea', '/coffee'], [], []]);
    });

    it('runs nothing without consent in a tab that comes when nobody waits for it any more', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, registry, settings, results } = createLedger();
        tab.ledger = ledger;
        settings.change({ 'openspace.agent.consent': 'refuse' });
        Object.assign(ledger, { ownerWaitMs: 1000 });
        mock.timers.enable({ apis: ['setTimeout', 'Date'] });
        try {
            ledger.submit(SESSION, 'message', open(1));
            mock.timers.tick(1000);
            await new Promise(resolve => setImmediate(resolve));
            registry.connect(tab);
            await new Promise(resolve => setImmediate(resolve));
            assert.deepEqual([tab.calls, results[0]?.result.code], [[], 'no-tab']);
        } finally {
            mock.timers.reset();
        }
    });

    it('tells the agent what to do next, and whoever follows the commands only what happened', async () => {
        const { ledger, results, settings } = createLedger(new RecordingTab('tab-1'));
        settings.change({ 'openspace.agent.consent': 'refuse' });
        const followed: (string | undefined)[] = [];
        ledger.onDidProgress(({ execution }) => followed.push(...(execution ? [execution.result.error] : [])));
        ledger.submit(SESSION, 'message', open(1));
        await settle(ledger, SESSION);
        assert.match(followed[0] ?? '', /setting openspace\.agent\.consent\.$/);
        assert.equal(results[0]?.result.error, `${followed[0]} Answer in words alone, and do not try again unless the person asks for it.`);
    });

    it('asks nobody about a command that is refused in any case, because it is none of ours', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, results, settings, questions } = createLedger(tab);
        settings.change({ 'openspace.agent.consent': 'ask' });
        let asked = 0;
        questions.onDidAsk(({ tabId, question }) => {
            asked++;
            questions.answer(tabId, question.questionId, { allowed: true, remember: false });
        });
        ledger.submit(SESSION, 'message', { cmd: 'core.save' });
        await settle(ledger, SESSION);
        assert.deepEqual([results[0]?.outcome, results[0]?.result.code, asked, tab.calls.length], ['refused', 'not-allowed', 0, 0]);
    });

    it('tells which call waits for the person, and holds it when the person wants a pause meanwhile', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, settings, questions } = createLedger(tab);
        settings.change({ 'openspace.agent.consent': 'ask' });
        const waiting: string[] = [];
        ledger.onDidWaitForPerson(callId => waiting.push(callId));
        const asked = new Promise<string>(resolve => questions.onDidAsk(({ question }) => resolve(question.questionId)));
        const finished = ledger.execute({ callId: 'call-1', sessionId: SESSION, commandId: 'a', args: {} }, 'tab-1', {
            client: 'chat',
            isConversation: true
        });
        const questionId = await asked;
        assert.deepEqual(waiting, ['call-1']);
        ledger.paused.set('tab-1', true);
        questions.answer('tab-1', questionId, { allowed: true, remember: false });
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual([tab.calls.length, ledger.loadOf('tab-1').queued], [0, 1]);
        ledger.paused.set('tab-1', false);
        assert.equal((await finished).execution.outcome, 'done');
    });

    it('runs nothing once the person has refused, and drops the question when the person says stop', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, consent, settings, questions, results } = createLedger(tab);
        settings.change({ 'openspace.agent.consent': 'ask' });
        const refusing = questions.onDidAsk(({ question }) =>
            setImmediate(() => questions.answer('tab-1', question.questionId, { allowed: false, remember: false }))
        );
        [1, 2].forEach(line => ledger.submit(SESSION, 'message', open(line)));
        await settle(ledger, SESSION);
        refusing.dispose();
        consent.reconsider(SESSION);
        const asked = new Promise(resolve => questions.onDidAsk(resolve));
        ledger.submit(SESSION, 'message', open(3));
        await asked;
        ledger.cancel(SESSION);
        await settle(ledger, SESSION);
        assert.deepEqual(tab.calls, []);
        assert.deepEqual(questions.openIn('tab-1'), []);
        assert.deepEqual(
            results.map(({ outcome, result }) => [outcome, result.code]),
            [
                ['refused', 'no-consent'],
                ['refused', 'no-consent'],
                ['refused', 'stopped']
            ]
        );
    });

    it('runs no reading whose result the agent would not be sent, because the results of the message are too long already', async () => {
        const long: CommandExecution = { outcome: 'done', result: { success: true, output: 'x'.repeat(LIMITS.answerCharacters) } };
        const tab = new RecordingTab('tab-1', () => Promise.resolve(long));
        const { ledger, registry } = createLedger(tab);
        registry.setCommands('tab-1', [definition('openspace.test.read', 'read'), definition('openspace.test.show', 'view')]);
        for (const cmd of ['read', 'read', 'read', 'read', 'show']) {
            ledger.submit(SESSION, 'message', { cmd: `openspace.test.${cmd}` });
        }
        const codes = (await settle(ledger, SESSION)).map(({ execution }) => execution.result.code ?? execution.outcome);
        assert.deepEqual(codes, ['done', 'done', 'done', 'report-full', 'done']);
        ledger.submit(SESSION, 'next message', { cmd: 'openspace.test.read' });
        assert.equal((await settle(ledger, SESSION))[0].execution.outcome, 'done');
    });

    it('takes a block without arguments', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger } = createLedger(tab);
        ledger.submit(SESSION, 'message', { cmd: 'openspace.pane.list' });
        await settle(ledger, SESSION);
        assert.deepEqual(tab.calls[0]?.args, {});
    });

    for (const block of [
        null,
        7,
        'openspace.x',
        [],
        {},
        { cmd: '' },
        { cmd: 7 },
        { cmd: 'x', args: [] },
        { cmd: 'x', args: {}, more: 1 }
    ]) {
        it(`refuses the block ${JSON.stringify(block)}`, async () => {
            const tab = new RecordingTab('tab-1');
            const { ledger, results } = createLedger(tab);
            ledger.submit(SESSION, 'message', block);
            await settle(ledger, SESSION);
            assert.deepEqual(
                results.map(({ outcome, result }) => [outcome, result.code]),
                [['refused', 'invalid-block']]
            );
            assert.equal(tab.calls.length, 0);
        });
    }

    it('looks at the structure of a block first, then at its namespace, and leaves its arguments to the tab', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, results } = createLedger(tab);
        ledger.submit(SESSION, 'message', { cmd: 'core.close.all', args: [], more: 1 });
        ledger.submit(SESSION, 'message', { cmd: 'core.close.all', args: { line: 'seven' } });
        ledger.submit(SESSION, 'message', { cmd: 'openspace.editor.open', args: { line: 'seven' } });
        await settle(ledger, SESSION);
        assert.deepEqual(
            results.map(({ outcome, result }) => [outcome, result.code]),
            [
                ['refused', 'invalid-block'],
                ['refused', 'not-allowed'],
                ['done', undefined]
            ]
        );
        assert.deepEqual(
            tab.calls.map(({ commandId }) => commandId),
            ['openspace.editor.open']
        );
    });

    it('refuses what a message asks for beyond its limit, warns of it once, and counts anew for the next turn', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, results, warnings } = createLedger(tab);
        for (let line = 0; line <= LIMITS.commandsPerMessage; line++) {
            ledger.submit(SESSION, 'message', open(line));
        }
        assert.deepEqual(warnings, [`${SESSION} asks for more than 10 commands in one message: the rest is refused`]);
        await settle(ledger, SESSION);
        assert.equal(tab.calls.length, LIMITS.commandsPerMessage);
        assert.deepEqual(
            results.filter(({ outcome }) => outcome === 'refused').map(({ result }) => result.code),
            ['too-many-commands']
        );
        ledger.submit(SESSION, 'next message', open(1));
        await settle(ledger, SESSION);
        assert.equal(tab.calls.length, LIMITS.commandsPerMessage + 1);
    });

    it('tells of commands without number once, with how many they are, so that the agent and the Hub are not flooded', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, results, audited } = createLedger(tab);
        for (let line = 0; line < 2000; line++) {
            ledger.submit(SESSION, 'message', open(line));
        }
        const finished = await settle(ledger, SESSION);
        assert.equal(finished.length, LIMITS.queuedCommands);
        assert.equal(results.length, LIMITS.queuedCommands);
        assert.match(finished.at(-1)?.execution.result.error ?? '', /This one was refused with all that followed, 1951 in all\./);
        assert.deepEqual(audited.at(-1)?.args, { line: 49 });
        assert.equal(tab.calls.length, LIMITS.commandsPerMessage);
    });

    it('tells of commands without number also when the person says stop', async () => {
        const { ledger, results } = createLedger(new RecordingTab('tab-1'));
        for (let line = 0; line < 60; line++) {
            ledger.submit(SESSION, 'message', open(line));
        }
        ledger.cancel(SESSION);
        assert.equal(results.filter(({ result }) => result.error?.includes('11 in all') === true).length, 1);
        await settle(ledger, SESSION);
        assert.equal(results.length, LIMITS.queuedCommands);
    });

    it('runs as many commands of a message as the person chose', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, results, settings } = createLedger(tab);
        settings.change({ 'openspace.limits.commandsPerMessage': 2 });
        [1, 2, 3].forEach(line => ledger.submit(SESSION, 'message', open(line)));
        await settle(ledger, SESSION);
        assert.deepEqual(
            tab.calls.map(({ args }) => args['line']),
            [1, 2]
        );
        assert.match(results.find(({ outcome }) => outcome === 'refused')?.result.error ?? '', /A message may run 2 commands/);
    });

    it('gives a command the time that the person chose', async () => {
        const tab = new RecordingTab('tab-1', () => new Promise(() => undefined));
        const { ledger, results, settings } = createLedger(tab);
        settings.change({ 'openspace.limits.commandTimeoutSeconds': 15 });
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
            ledger.submit(SESSION, 'message', open(1));
            await delivery(tab);
            mock.timers.tick(15_000 - 1);
            await new Promise(resolve => setImmediate(resolve));
            assert.equal(results.length, 0);
            mock.timers.tick(1);
            await new Promise(resolve => setImmediate(resolve));
            assert.deepEqual(
                results.map(({ outcome, result }) => [outcome, result.code]),
                [['unknown', 'timeout']]
            );
            assert.match(results[0].result.error ?? '', /for 15 s/);
        } finally {
            mock.timers.reset();
        }
    });

    it('lets no command wait for longer than the time that the person chose', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, settings } = createLedger(tab);
        const read = (waitMs: number): unknown =>
            ledger.submit(SESSION, 'message', { cmd: 'openspace.terminal.read_output', args: { terminalId: 'a', waitMs } });
        read(60_000);
        await settle(ledger, SESSION);
        settings.change({ 'openspace.limits.commandTimeoutSeconds': 10 });
        read(60_000);
        read(500);
        await settle(ledger, SESSION);
        assert.deepEqual(
            tab.calls.map(({ args }) => args),
            [60_000, 8_000, 500].map(waitMs => ({ terminalId: 'a', waitMs }))
        );
    });

    it('refuses when the queue is full, and warns of it', async () => {
        const gate = new Deferred<CommandExecution>();
        const tab = new RecordingTab('tab-1', call => (call.args['line'] === 0 ? gate.promise : Promise.resolve(DONE)));
        const { ledger, results, warnings } = createLedger(tab);
        ledger.submit(SESSION, 'message 0', open(0));
        await delivery(tab);
        for (let line = 1; line <= LIMITS.queuedCommands + 1; line++) {
            ledger.submit(SESSION, `message ${line}`, open(line));
        }
        assert.deepEqual(
            results.map(({ result }) => result.code),
            ['queue-full']
        );
        assert.deepEqual(warnings, [`${SESSION} has 50 commands that wait: more are refused`]);
        gate.resolve(DONE);
        await settle(ledger, SESSION);
        assert.equal(tab.calls.length, LIMITS.queuedCommands + 1);
    });

    it('ends a command as unknown when its tab reloads, and never sends it again', async () => {
        const tab = new RecordingTab('tab-1', () => new Promise(() => undefined));
        const { ledger, registry, results } = createLedger(tab);
        ledger.submit(SESSION, 'message', open(1));
        await delivery(tab);
        const reloaded = new RecordingTab('tab-1');
        registry.connect(reloaded);
        await settle(ledger, SESSION);
        assert.deepEqual(
            results.map(({ outcome }) => outcome),
            ['unknown']
        );
        assert.equal(reloaded.calls.length, 0);
    });

    it('gives each of fifty commands one result, in order, when the connection of the tab drops while they wait', async () => {
        const before = new RecordingTab('tab-1', () => new Promise(() => undefined));
        const { ledger, registry, results } = createLedger(before);
        Object.assign(ledger, { ownerWaitMs: LIMITS.tabGoneMs });
        Object.assign(registry, { goneAfterMs: LIMITS.tabGoneMs });
        ledger.submit(SESSION, 'message 0', open(0));
        await delivery(before);
        for (let line = 1; line <= LIMITS.queuedCommands; line++) {
            ledger.submit(SESSION, `message ${line}`, open(line));
        }
        registry.disconnect(before);
        const after = new RecordingTab('tab-1');
        after.ledger = ledger;
        registry.connect(after);
        await settle(ledger, SESSION);
        assert.equal(before.calls.length, 1);
        assert.deepEqual(
            after.calls.map(({ args }) => args['line']),
            Array.from({ length: LIMITS.queuedCommands }, (_, index) => index + 1)
        );
        assert.deepEqual(
            results.map(({ callId, outcome }) => [callId, outcome]),
            [...before.calls.map(({ callId }) => [callId, 'unknown']), ...after.calls.map(({ callId }) => [callId, 'done'])]
        );
    });

    it('ends a command as unknown when its tab is closed', async () => {
        const tab = new RecordingTab('tab-1', () => new Promise(() => undefined));
        const { ledger, registry, results } = createLedger(tab);
        ledger.submit(SESSION, 'message', open(1));
        await delivery(tab);
        registry.disconnect(tab);
        await settle(ledger, SESSION);
        assert.deepEqual([results[0]?.outcome, results[0]?.result.code], ['unknown', 'connection-lost']);
    });

    it('takes a result only from the tab that has the command, and only once', async () => {
        const tab = new RecordingTab('tab-1', () => new Promise(() => undefined));
        const { ledger, results } = createLedger(tab);
        ledger.submit(SESSION, 'message', open(1));
        await delivery(tab);
        const callId = tab.calls[0]?.callId ?? '';
        ledger.commandFinished('tab-2', callId, { outcome: 'failed', result: { success: false } });
        ledger.commandFinished('tab-1', callId, DONE);
        ledger.commandFinished('tab-1', callId, { outcome: 'failed', result: { success: false } });
        await settle(ledger, SESSION);
        assert.deepEqual(
            results.map(({ outcome }) => outcome),
            ['done']
        );
    });

    it('gives waiting commands to the new owner', async () => {
        const gate = new Deferred<CommandExecution>();
        const first = new RecordingTab('tab-1', () => gate.promise);
        const second = new RecordingTab('tab-2');
        const { ledger } = createLedger(first, second);
        ledger.submit(SESSION, 'message', open(1));
        ledger.submit(SESSION, 'message', open(2));
        await delivery(first);
        ledger.setOwner(SESSION, 'tab-2');
        gate.resolve(DONE);
        await settle(ledger, SESSION);
        assert.deepEqual([first.calls.length, second.calls.length], [1, 1]);
    });

    it('lets another tab take over what waits for a tab that is away, and not while that is there', async () => {
        const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
        const { ledger, registry } = createLedger(first, second);
        Object.assign(ledger, { ownerWaitMs: LIMITS.tabGoneMs });
        assert.ok(!ledger.takeOver(SESSION, 'tab-2', 'opened'));
        assert.deepEqual([ledger.sessionsOf('tab-1'), ledger.sessionsOf('tab-2')], [[SESSION], []]);
        registry.disconnect(first);
        ledger.submit(SESSION, 'message', open(1));
        assert.ok(!ledger.takeOver(SESSION, 'tab-2', 'reconnected'), 'the first tab may be back soon');
        assert.ok(ledger.takeOver(SESSION, 'tab-2', 'opened'));
        await settle(ledger, SESSION);
        assert.deepEqual([first.calls.length, second.calls.length], [0, 1]);
    });

    it('lets a tab that has its connection back take over from one that is gone for good', async () => {
        const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
        const { ledger, registry } = createLedger(first, second);
        const gone = new Promise(resolve => registry.onDidGo(resolve));
        registry.disconnect(first);
        await gone;
        assert.ok(ledger.takeOver(SESSION, 'tab-2', 'reconnected'));
        assert.deepEqual(ledger.sessionsOf('tab-2'), [SESSION]);
    });

    it('holds in the tab that takes over what the person held in the one that is away', async () => {
        const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
        const { ledger, registry } = createLedger(first, second);
        ledger.paused.set('tab-1', true);
        ledger.submit(SESSION, 'message', open(1));
        registry.disconnect(first);
        assert.ok(ledger.takeOver(SESSION, 'tab-2', 'opened'));
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual([second.calls.length, ledger.paused.has('tab-2'), ledger.loadOf('tab-2').queued], [0, true, 1]);
        ledger.paused.set('tab-2', false);
        await settle(ledger, SESSION);
        assert.deepEqual([first.calls.length, second.calls.length], [0, 1]);
    });

    it('tells the agent what did not happen because its tab is gone, and goes on where another tab takes over', async () => {
        const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
        const { ledger, registry } = createLedger(first, second);
        const codesOf = (ended: FinishedCommand[]) => ended.map(({ execution }) => execution.result.code);
        ledger.paused.set('tab-1', true);
        ledger.submit(SESSION, 'message', open(1));
        const gone = new Promise(resolve => registry.onDidGo(resolve));
        registry.disconnect(first);
        await gone;
        ledger.submit(SESSION, 'message', open(2));
        assert.deepEqual(codesOf(await settle(ledger, SESSION)), ['no-tab', 'no-session']);
        ledger.submit(SESSION, 'next message', open(3));
        assert.ok(ledger.takeOver(SESSION, 'tab-2', 'opened'));
        ledger.submit(SESSION, 'next message', open(4));
        assert.deepEqual(codesOf(await settle(ledger, SESSION)), ['no-session', undefined]);
        assert.deepEqual([first.calls.length, second.calls.length], [0, 1]);
    });

    it('tells what it refused without a result of its own also when a tool was called for the conversation before its next owner came', async () => {
        const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
        const { ledger, registry } = createLedger(first, second);
        const gone = new Promise(resolve => registry.onDidGo(resolve));
        registry.disconnect(first);
        await gone;
        for (let line = 0; line <= LIMITS.queuedCommands; line++) {
            ledger.submit(SESSION, 'message', open(line));
        }
        const call = { callId: 'of a tool', sessionId: SESSION, commandId: 'openspace.pane.list', args: {} };
        const ofTool = ledger.execute(call, 'tab-2', { client: 'mcp: opencode', isConversation: true });
        ledger.setOwner(SESSION, 'tab-2');
        await ofTool;
        const finished = await settle(ledger, SESSION);
        assert.equal(finished.length, LIMITS.queuedCommands);
        assert.match(finished.at(-1)?.execution.result.error ?? '', /refused with all that followed, 2 in all/);
    });

    it('asks at the new owner for the consent that waiting commands need, and runs them there', async () => {
        const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
        const { ledger, registry, settings, questions } = createLedger(first, second);
        settings.change({ 'openspace.agent.consent': 'ask' });
        ledger.submit(SESSION, 'message', open(1));
        await new Promise<void>(resolve => questions.onDidAsk(() => resolve()));
        ledger.setOwner(SESSION, 'tab-2');
        registry.disconnect(first);
        assert.deepEqual(questions.openIn('tab-1'), []);
        const [{ questionId }] = questions.openIn('tab-2');
        questions.answer('tab-2', questionId, { allowed: true, remember: false });
        await settle(ledger, SESSION);
        assert.deepEqual([first.calls.length, second.calls.length], [0, 1]);
    });

    it('lets a refusal of the person stand where another tab takes over', async () => {
        const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
        const { ledger, registry, settings, questions } = createLedger(first, second);
        settings.change({ 'openspace.agent.consent': 'ask' });
        const asked: string[] = [];
        questions.onDidAsk(({ question: { questionId }, tabId }) => {
            asked.push(tabId);
            setImmediate(() => questions.answer(tabId, questionId, { allowed: false, remember: false }));
        });
        ledger.submit(SESSION, 'message', open(1));
        await settle(ledger, SESSION);
        registry.disconnect(first);
        assert.ok(ledger.takeOver(SESSION, 'tab-2', 'opened'));
        ledger.submit(SESSION, 'message', open(2));
        const [{ execution }] = await settle(ledger, SESSION);
        assert.deepEqual([execution.result.code, asked], ['no-consent', ['tab-1']]);
    });

    it('refuses commands when no tab is there', async () => {
        const { ledger, results } = createLedger();
        ledger.submit(SESSION, 'message', open(1));
        await settle(ledger, SESSION);
        assert.deepEqual(
            results.map(({ outcome, result }) => [outcome, result.code]),
            [['refused', 'no-tab']]
        );
    });

    it('tells the agent of a block that could not be read', () => {
        const { ledger, results } = createLedger();
        ledger.reject(SESSION, 'message', { code: 'malformed', message: 'Not JSON.', excerpt: '%%OS{oops' });
        assert.deepEqual([results[0]?.outcome, results[0]?.result.code, results[0]?.result.error], ['refused', 'malformed', 'Not JSON.']);
    });

    it('tells the agent which block is meant: how it begins, in one line', async () => {
        const { ledger } = createLedger();
        ledger.reject(SESSION, 'message', { code: 'malformed', message: 'Not JSON.', excerpt: '%%OS{"cmd":\n--- oops' });
        ledger.submit(SESSION, 'message', { command: 'openspace.pane.list', filler: 'x'.repeat(1000) });
        const lines = reportResults(await settle(ledger, SESSION)).split('\n');
        assert.ok(lines.includes('1. (unreadable block) {"block":"%%OS{\\"cmd\\":\\n--- oops"}: refused'));
        const second = lines.find(line => line.startsWith('2. (unreadable block) {"block":"{\\"command\\":\\"openspace.pane.list\\"'));
        assert.ok(second && second.length < 250);
    });

    it('waits for a tab that reloads, and gives it what was not delivered', async () => {
        const { ledger, registry } = createLedger();
        Object.assign(ledger, { ownerWaitMs: LIMITS.tabGoneMs });
        ledger.submit(SESSION, 'message', open(1));
        const tab = new RecordingTab('tab-1');
        tab.ledger = ledger;
        registry.connect(tab);
        await settle(ledger, SESSION);
        assert.equal(tab.calls.length, 1);
    });

    it('runs a command that is submitted in the very moment in which the queue runs empty', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, registry, results } = createLedger(tab);
        registry.disconnect(tab);
        for (let microtasks = 0; microtasks < 12; microtasks++) {
            ledger.submit(SESSION, `first ${microtasks}`, open(1));
            for (let step = 0; step < microtasks; step++) {
                await Promise.resolve();
            }
            ledger.submit(SESSION, `second ${microtasks}`, open(2));
            await settle(ledger, SESSION);
        }
        assert.equal(results.length, 24);
    });

    it('holds the commands of a tab while the person wants a pause, and loses none', async () => {
        const tab = new RecordingTab('tab-1');
        const other = new RecordingTab('tab-2');
        const { ledger } = createLedger(tab, other);
        ledger.setOwner('session-2', 'tab-2');
        ledger.paused.set('tab-1', true);
        [1, 2].forEach(line => ledger.submit(SESSION, 'message', open(line)));
        ledger.submit('session-2', 'message', open(3));
        await settle(ledger, 'session-2');
        assert.deepEqual([tab.calls.length, other.calls.length], [0, 1]);
        assert.deepEqual(ledger.loadOf('tab-1'), { queued: 2, busy: true });

        ledger.paused.set('tab-1', false);
        assert.deepEqual(
            (await settle(ledger, SESSION)).map(({ execution }) => execution.outcome),
            ['done', 'done']
        );
        assert.deepEqual(
            tab.calls.map(({ args }) => args['line']),
            [1, 2]
        );
        assert.deepEqual(ledger.loadOf('tab-1'), { queued: 0, busy: false });
    });

    it('refuses the call of a program at a door that a pause holds for as long as a command may take, and not the chat', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger } = createLedger(tab);
        const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
        mock.timers.enable({ apis: ['setTimeout'] });
        const clock = mock.method(performance, 'now', () => nowMs);
        let nowMs = 0;
        const pass = async (ms: number): Promise<void> => {
            nowMs += ms;
            mock.timers.tick(ms);
            await nextTurn();
        };
        try {
            ledger.paused.set('tab-1', true);
            ledger.submit(SESSION, 'message', open(1));
            await pass(1000);
            const call = { callId: 'c', sessionId: SESSION, commandId: 'openspace.pane.list', args: {} };
            let code: string | undefined;
            void ledger.execute(call, 'tab-1', OUTSIDE).then(({ execution }) => (code = execution.result.code));
            await nextTurn();
            await pass(LIMITS.commandTimeoutMs - 1);
            assert.deepEqual([code, ledger.loadOf('tab-1').queued], [undefined, 2]);
            await pass(1);
            assert.deepEqual([code, ledger.loadOf('tab-1').queued], ['paused', 1]);
        } finally {
            clock.mock.restore();
            mock.timers.reset();
        }
        ledger.paused.set('tab-1', false);
        await settle(ledger, SESSION);
        assert.equal(tab.calls.length, 1);
    });

    it('clears everything that a tab holds when the person says stop during a pause', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger } = createLedger(tab);
        ledger.paused.set('tab-1', true);
        ledger.submit(SESSION, 'message', open(1));
        const door = ledger.execute({ callId: 'c', sessionId: 'door', commandId: 'openspace.pane.list', args: {} }, 'tab-1', OUTSIDE);
        ledger.cancelTab('tab-1');
        const [finished] = await settle(ledger, SESSION);
        assert.deepEqual([finished.execution.result.code, (await door).execution.result.code], ['stopped', 'stopped']);
        assert.deepEqual([tab.calls, ledger.paused.has('tab-1')], [[], true]);
    });

    it('refuses what waits when the person says stop', async () => {
        const gate = new Deferred<CommandExecution>();
        const tab = new RecordingTab('tab-1', () => gate.promise);
        const { ledger, results } = createLedger(tab);
        [1, 2, 3].forEach(line => ledger.submit(SESSION, 'message', open(line)));
        await delivery(tab);
        ledger.cancel(SESSION);
        gate.resolve(DONE);
        await settle(ledger, SESSION);
        assert.equal(tab.calls.length, 1);
        assert.deepEqual(
            results.map(({ outcome, result }) => result.code ?? outcome),
            ['stopped', 'stopped', 'done']
        );
    });

    it('tells the tab that has a command of a stop once, takes its end as it is told, and goes on with what comes next', async () => {
        const wait = new Deferred<CommandExecution>();
        const tab = new RecordingTab('tab-1', ({ args }) => (args['line'] === 1 ? wait.promise : Promise.resolve(DONE)));
        const { ledger, results } = createLedger(tab);
        ledger.submit(SESSION, 'message', open(1));
        await delivery(tab);
        const [{ callId }] = tab.calls;
        ledger.cancel('another session');
        assert.deepEqual(tab.stopped, []);
        ledger.cancel(SESSION);
        ledger.cancel(SESSION);
        assert.deepEqual(tab.stopped, [callId]);
        wait.resolve({ outcome: 'done', result: { success: true, output: 'Waited no longer.' } });
        const [stopped] = await settle(ledger, SESSION);
        assert.equal(stopped.execution.result.output, 'Waited no longer.');
        assert.equal(ledger.loadOf('tab-1').busy, false);
        ledger.submit(SESSION, 'next message', open(2));
        await settle(ledger, SESSION);
        assert.deepEqual(
            results.map(({ outcome }) => outcome),
            ['done', 'done']
        );
        assert.deepEqual([tab.calls.length, tab.stopped.length], [2, 1]);
    });

    it('gives a command that the person stopped a moment to end, and takes no result of it that comes later', async () => {
        const tab = new RecordingTab('tab-1', () => new Promise(() => undefined));
        const { ledger, results } = createLedger(tab);
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
            ledger.submit(SESSION, 'message', open(1));
            await delivery(tab);
            ledger.cancel(SESSION);
            mock.timers.tick(2_000);
            await new Promise(resolve => setImmediate(resolve));
            assert.deepEqual(
                results.map(({ outcome, result }) => [outcome, result.code]),
                [['unknown', 'stopped']]
            );
            mock.timers.tick(LIMITS.commandPauseMs);
            await settle(ledger, SESSION);
            ledger.submit(SESSION, 'next message', open(2));
            while (tab.calls.length < 2) {
                mock.timers.tick(LIMITS.commandPauseMs);
                await new Promise(resolve => setImmediate(resolve));
            }
            ledger.commandFinished('tab-1', tab.calls[0].callId, { outcome: 'failed', result: { success: false } });
            ledger.commandFinished('tab-1', tab.calls[1].callId, DONE);
            await new Promise(resolve => setImmediate(resolve));
            assert.deepEqual(
                results.map(({ callId, outcome }) => [callId, outcome]),
                [
                    [tab.calls[0].callId, 'unknown'],
                    [tab.calls[1].callId, 'done']
                ]
            );
        } finally {
            mock.timers.reset();
        }
    });

    it('stops what the calls of programs at doors wait for in a tab, and in no other', async () => {
        const wait = new Deferred<CommandExecution>();
        const tabs = ['tab-1', 'tab-2'].map(tabId => new RecordingTab(tabId, () => wait.promise));
        const { ledger } = createLedger(...tabs);
        const [call, other] = tabs.map(({ tabId }) => ({
            ...{ callId: tabId, sessionId: `door of ${tabId}`, commandId: 'openspace.pane.list', args: {} }
        }));
        const ends = [ledger.execute(call, 'tab-1', OUTSIDE), ledger.execute(other, 'tab-2', OUTSIDE)];
        await Promise.all(tabs.map(delivery));
        ledger.cancelTab('tab-1');
        assert.deepEqual(
            tabs.map(({ stopped }) => stopped),
            [['tab-1'], []]
        );
        wait.resolve(DONE);
        assert.deepEqual(
            (await Promise.all(ends)).map(({ execution }) => execution.outcome),
            ['done', 'done']
        );
    });

    it('runs nothing that waited for a tab when the person says stop before the tab is back', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, results, registry } = createLedger();
        tab.ledger = ledger;
        Object.assign(ledger, { ownerWaitMs: LIMITS.tabGoneMs });
        ledger.submit(SESSION, 'message', open(1));
        ledger.cancel(SESSION);
        registry.connect(tab);
        await settle(ledger, SESSION);
        assert.deepEqual(tab.calls, []);
        assert.deepEqual(
            results.map(({ result }) => result.code),
            ['stopped']
        );
    });

    it('makes no pause before the first command', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger } = createLedger(tab);
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
            ledger.submit(SESSION, 'message', open(1));
            await settle(ledger, SESSION);
            assert.equal(tab.calls.length, 1);
        } finally {
            mock.timers.reset();
        }
    });

    it('keeps its pause also before a command that comes when the queue is empty', async () => {
        const times: number[] = [];
        const tab = new RecordingTab('tab-1', () => {
            times.push(performance.now());
            return Promise.resolve(DONE);
        });
        const { ledger } = createLedger(tab);
        for (const line of [1, 2, 3]) {
            ledger.submit(SESSION, 'message', open(line));
            await settle(ledger, SESSION);
        }
        const [first = 0, second = 0, third = 0] = times;
        // A timer may be early by less than a millisecond.
        assert.ok(second - first >= LIMITS.commandPauseMs - 1 && third - second >= LIMITS.commandPauseMs - 1, times.join());
    });

    it('does not let unreadable blocks without number push other results out of sight', () => {
        const { ledger, results } = createLedger();
        for (let block = 0; block < 1000; block++) {
            ledger.reject(SESSION, 'message', { code: 'malformed', message: 'Not JSON.', excerpt: '%%OS{oops' });
        }
        assert.equal(results.length, LIMITS.commandsPerMessage + 1);
        const { code, error } = results.at(-1)?.result ?? {};
        assert.equal(code, 'too-many-commands');
        assert.match(error ?? '', /This one and those that follow/);
    });

    it('tells of unreadable blocks that follow more commands than a message may run, once', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger } = createLedger(tab);
        const rejectTwo = (message: string): void =>
            [1, 2].forEach(() => ledger.reject(SESSION, message, { code: 'malformed', message: 'Not JSON.', excerpt: '%%OS{oops' }));
        for (const message of ['message', 'next message']) {
            for (let line = 0; line <= LIMITS.commandsPerMessage; line++) {
                ledger.submit(SESSION, message, open(line));
            }
            rejectTwo(message);
            const refused = (await settle(ledger, SESSION)).filter(({ execution }) => execution.outcome === 'refused');
            assert.deepEqual(
                refused.map(({ call }) => call.commandId),
                ['openspace.editor.open', '(unreadable block)']
            );
        }
    });

    it('lets blocks that are shown as code take no place of a command, nor push other results out of sight', async () => {
        const tab = new RecordingTab('tab-1');
        const { ledger, results } = createLedger(tab);
        for (let block = 0; block < 1000; block++) {
            ledger.reject(SESSION, 'message', { code: 'in-code', message: 'Shown as code.', excerpt: '%%OS{oops' });
        }
        assert.equal(results.length, LIMITS.commandsPerMessage);
        ledger.submit(SESSION, 'message', open(1));
        await settle(ledger, SESSION);
        assert.deepEqual([tab.calls.length, results.at(-1)?.outcome], [1, 'done']);
    });

    it('tells every tab of a session that ended, and runs nothing of it any more', async () => {
        const [owner, other] = [new RecordingTab('owner'), new RecordingTab('other')];
        const { ledger, results } = createLedger(owner, other);
        ledger.setOwner(SESSION, 'owner');
        ledger.endSession(SESSION);
        ledger.submit(SESSION, 'message', { cmd: 'openspace.test.run', args: {} });
        assert.deepEqual([owner.endedSessions, other.endedSessions, owner.calls], [[SESSION], [SESSION], []]);
        await settle(ledger, SESSION);
        assert.equal(results.at(-1)?.result.code, 'no-session');
    });

    it('knows the conversations of a tab that were used last, and each that has a command', async () => {
        const command = new Deferred<CommandExecution>();
        const tab = new RecordingTab('tab-1', () => command.promise);
        const { ledger } = createLedger(tab);
        ledger.submit(SESSION, 'message', open(1));
        await delivery(tab);
        ledger.setOwner('used again', 'tab-1');
        ledger.setOwner('used once', 'tab-1');
        ledger.setOwner('used again', 'tab-1');
        for (let other = 0; other < 499; other++) {
            ledger.setOwner(`other ${other}`, 'tab-1');
        }
        const known = new Set(ledger.sessionsOf('tab-1'));
        assert.deepEqual([known.has(SESSION), known.has('used again'), known.has('used once'), known.size], [true, true, false, 501]);
        command.resolve(DONE);
        assert.equal((await settle(ledger, SESSION)).length, 1);
    });

    it('ends the sessions of a tab that does not come back', async () => {
        const [owner, other] = [new RecordingTab('owner'), new RecordingTab('other')];
        const { ledger, registry } = createLedger(owner, other);
        ledger.setOwner(SESSION, 'owner');
        const gone = new Promise(resolve => registry.onDidGo(resolve));
        registry.disconnect(owner);
        await gone;
        assert.deepEqual(other.endedSessions, [SESSION]);
    });

    it('tells a tab that comes back late of its sessions that have ended, once, and not of one that goes on elsewhere', async () => {
        const [owner, other] = [new RecordingTab('owner'), new RecordingTab('other')];
        const { ledger, registry } = createLedger(owner, other);
        ledger.setOwner(SESSION, 'owner');
        ledger.setOwner('session-2', 'owner');
        const gone = new Promise(resolve => registry.onDidGo(resolve));
        registry.disconnect(owner);
        await gone;
        assert.deepEqual(owner.endedSessions, []);
        ledger.setOwner('session-2', 'other');
        registry.connect(owner);
        registry.connect(owner);
        assert.deepEqual(owner.endedSessions, [SESSION]);
    });

    describe('for a caller outside the conversations', () => {
        const callOf = (callId: string, sessionId = 'door') => ({
            callId,
            sessionId,
            commandId: 'openspace.editor.open',
            args: { callId }
        });

        it('executes a command in the given tab and answers with its one result', async () => {
            const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
            const { ledger, results } = createLedger(first, second);
            const { call, execution } = await ledger.execute(callOf('a'), 'tab-2', OUTSIDE);
            assert.deepEqual([call.callId, execution], ['a', DONE]);
            assert.deepEqual([first.calls.length, second.calls], [0, [callOf('a')]]);
            assert.deepEqual(
                results.map(({ sessionId, callId }) => [sessionId, callId]),
                [['door', 'a']]
            );
        });

        it('ends a session with the last of its connections, and tells every tab, also one that is away', async () => {
            const [first, second] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
            const { ledger, registry } = createLedger(first, second);
            for (const connection of ['a', 'b']) {
                await ledger.execute(callOf(connection), 'tab-1', { ...OUTSIDE, connection });
            }
            await ledger.execute(callOf('without connection', 'plain'), 'tab-1', OUTSIDE);
            ledger.keepConnections(['b']);
            assert.deepEqual(first.endedSessions, []);
            registry.disconnect(first);
            ledger.keepConnections(['c']);
            assert.deepEqual([first.endedSessions, second.endedSessions], [[], ['door']]);
            registry.connect(first);
            ledger.keepConnections([]);
            assert.deepEqual([first.endedSessions, second.endedSessions], [['door'], ['door']]);
        });

        it('goes on with a session that a program without a connection shares', async () => {
            const tab = new RecordingTab('tab-1');
            const { ledger } = createLedger(tab);
            await ledger.execute(callOf('a', 'shared'), 'tab-1', { ...OUTSIDE, connection: 'a' });
            await ledger.execute(callOf('b', 'shared'), 'tab-1', OUTSIDE);
            ledger.keepConnections([]);
            assert.deepEqual(tab.endedSessions, []);
        });

        it('goes on with a conversation that a program has named before it went, without what that made', async () => {
            const tab = new RecordingTab('tab-1');
            const { ledger } = createLedger(tab);
            await ledger.execute(callOf('a', SESSION), 'tab-1', { ...OUTSIDE, connection: 'a' });
            await ledger.execute(callOf('b', 'early'), 'tab-1', { ...OUTSIDE, connection: 'a' });
            ledger.setOwner('early', 'tab-1');
            ledger.keepConnections([]);
            assert.deepEqual(tab.endedSessions, [`door ${SESSION}`]);
            assert.ok(ledger.hasSession(SESSION));
        });

        it('tells a tab that comes back late what programs made in it, and no other tab', async () => {
            const [away, other] = [new RecordingTab('tab-1'), new RecordingTab('tab-2')];
            const { ledger, registry } = createLedger(away, other);
            await ledger.execute(callOf('a'), 'tab-1', { ...OUTSIDE, connection: 'a' });
            await ledger.execute(callOf('b', 'elsewhere'), 'tab-2', { ...OUTSIDE, connection: 'b' });
            const gone = new Promise(resolve => registry.onDidGo(resolve));
            registry.disconnect(away);
            await gone;
            registry.connect(away);
            assert.deepEqual([away.endedSessions, other.endedSessions], [[SESSION, 'door'], [SESSION]]);
        });

        it('tells a tab once more when a session was over before its last command', async () => {
            const gate = new Deferred<CommandExecution>();
            const tab = new RecordingTab('tab-1', () => gate.promise);
            const { ledger } = createLedger(tab);
            const call = ledger.execute(callOf('a'), 'tab-1', { ...OUTSIDE, connection: 'a' });
            await delivery(tab);
            ledger.keepConnections([]);
            assert.deepEqual(tab.endedSessions, ['door']);
            gate.resolve(DONE);
            await call;
            await new Promise(resolve => setImmediate(resolve));
            assert.deepEqual(tab.endedSessions, ['door', 'door']);
        });

        it('keeps the limit of the queue, and the order', async () => {
            const gate = new Deferred<CommandExecution>();
            const tab = new RecordingTab('tab-1', call => (call.callId === '0' ? gate.promise : Promise.resolve(DONE)));
            const { ledger } = createLedger(tab);
            const first = ledger.execute(callOf('0'), 'tab-1', OUTSIDE);
            await delivery(tab);
            const calls = Array.from({ length: LIMITS.queuedCommands + 1 }, (_, index) =>
                ledger.execute(callOf(String(index + 1)), 'tab-1', OUTSIDE)
            );
            assert.equal((await calls.at(-1))?.execution.result.code, 'queue-full');
            gate.resolve(DONE);
            await Promise.all([first, ...calls]);
            assert.deepEqual(
                tab.calls.map(({ callId }) => callId),
                Array.from({ length: LIMITS.queuedCommands + 1 }, (_, index) => String(index))
            );
        });

        it('tells nothing of it to a conversation that it names, and leaves none behind', async () => {
            const tab = new RecordingTab('tab-1');
            const { ledger, results } = createLedger(tab);
            await ledger.execute(callOf('a', SESSION), 'tab-1', OUTSIDE);
            assert.deepEqual(await settle(ledger, SESSION), []);
            await ledger.execute(callOf('b'), 'tab-1', OUTSIDE);
            await ledger.execute(callOf('c', SESSION), 'tab-1', { ...OUTSIDE, isConversation: true });
            assert.deepEqual(
                results.map(({ sessionId, callId }) => [sessionId, callId]),
                [
                    [`door ${SESSION}`, 'a'],
                    ['door', 'b'],
                    [SESSION, 'c']
                ]
            );
            assert.deepEqual(ledger.sessionsOf('tab-1'), [SESSION]);
            ledger.submit('door', 'message', open(1));
            assert.equal(tab.calls.length, 3);
        });

        it('is shown by its name, and a conversation that calls a tool as the conversation; the audit has the program', async () => {
            const { ledger, audited } = createLedger(new RecordingTab('tab-1'));
            const shown = new Set<string>();
            ledger.onDidProgress(({ client }) => shown.add(client));
            await ledger.execute(callOf('a'), 'tab-1', OUTSIDE);
            await ledger.execute(callOf('b', SESSION), 'tab-1', { client: 'mcp: opencode', isConversation: true });
            assert.deepEqual([...shown], [OUTSIDE.client, CHAT_CLIENT]);
            assert.deepEqual([...new Set(audited.map(({ client }) => client))], [OUTSIDE.client, 'mcp: opencode']);
        });

        it('is not taken for a conversation that nobody has used since the IDE was started', async () => {
            const { ledger, results } = createLedger(new RecordingTab('tab-1'));
            await ledger.execute(callOf('a', 'ses_before'), 'tab-1', OUTSIDE);
            assert.deepEqual(
                results.map(({ sessionId }) => sessionId),
                ['door ses_before']
            );
        });

        it('neither holds nor fills the queue of a conversation that it names, and a stop of that is not meant for it', async () => {
            const gate = new Deferred<CommandExecution>();
            const tab = new RecordingTab('tab-1', call => (call.callId === '0' ? gate.promise : Promise.resolve(DONE)));
            const { ledger, audited } = createLedger(tab);
            const calls = Array.from({ length: LIMITS.queuedCommands }, (_, index) =>
                ledger.execute(callOf(String(index), SESSION), 'tab-1', OUTSIDE)
            );
            ledger.submit(SESSION, 'message', open(1));
            assert.deepEqual(
                (await settle(ledger, SESSION)).map(({ execution }) => execution),
                [DONE]
            );
            ledger.cancel(SESSION);
            gate.resolve(DONE);
            assert.deepEqual(new Set((await Promise.all(calls)).map(({ execution }) => execution.outcome)), new Set(['done']));
            assert.deepEqual(
                new Set(audited.map(({ session, client }) => `${session}: ${client}`)),
                new Set([`${SESSION}: chat`, `door ${SESSION}: mcp: test`])
            );
        });

        it('answers as unknown when the tab goes away', async () => {
            const tab = new RecordingTab('tab-1', () => new Promise(() => undefined));
            const { ledger, registry } = createLedger(tab);
            const answer = ledger.execute(callOf('a'), 'tab-1', OUTSIDE);
            await delivery(tab);
            registry.disconnect(tab);
            assert.equal((await answer).execution.outcome, 'unknown');
        });
    });

    describe('notes for the audit', () => {
        const createAudited = (commandId: string, risk: RiskClass) => {
            const tab = new RecordingTab('tab-1');
            const parts = createLedger(tab);
            parts.registry.setCommands('tab-1', [definition(commandId, risk)]);
            return { tab, ...parts };
        };

        it('who did what, how long it took and how it ended', async () => {
            const { ledger, audited } = createAudited('openspace.editor.open', 'view');
            ledger.submit(SESSION, 'message', open(7));
            await settle(ledger, SESSION);
            await ledger.execute({ callId: 'a', sessionId: 'door', commandId: 'openspace.editor.open', args: {} }, 'tab-1', OUTSIDE);
            assert.deepEqual(
                audited.map(({ event, session, client, command: id, risk, args, outcome }) => [
                    event,
                    session,
                    client,
                    id,
                    risk,
                    args,
                    outcome
                ]),
                [
                    ['finished', SESSION, 'chat', 'openspace.editor.open', 'view', { line: 7 }, 'done'],
                    ['finished', 'door', 'mcp: test', 'openspace.editor.open', 'view', {}, 'done']
                ]
            );
            assert.ok(audited.every(({ durationMs = -1 }) => durationMs >= 0));
        });

        it('that a command which may change something begins, before it does', async () => {
            for (const risk of ['write', 'execute'] as const) {
                const { ledger, audited } = createAudited('openspace.test.run', risk);
                ledger.submit(SESSION, 'message', { cmd: 'openspace.test.run', args: { content: 'secret' } });
                await settle(ledger, SESSION);
                assert.deepEqual(
                    audited.map(({ event, args }) => [event, args]),
                    [
                        ['started', { content: '(6 characters)' }],
                        ['finished', { content: '(6 characters)' }]
                    ]
                );
            }
        });

        it('refusals too', () => {
            const { ledger, audited } = createLedger();
            ledger.reject(SESSION, 'message', { code: 'malformed', message: 'Not JSON.', excerpt: '%%OS{oops' });
            assert.deepEqual([audited[0]?.outcome, audited[0]?.code], ['refused', 'malformed']);
            assert.match(audited[0]?.message ?? '', /Not JSON\./);
        });

        it('or refuses what may change something, and lets the rest run', async () => {
            for (const [risk, outcome] of [
                ['write', 'refused'],
                ['execute', 'refused'],
                ['view', 'done'],
                ['read', 'done']
            ] as const) {
                const { ledger, tab, results } = createAudited('openspace.unwritable', risk);
                ledger.submit(SESSION, 'message', { cmd: 'openspace.unwritable' });
                await settle(ledger, SESSION);
                assert.deepEqual([results[0]?.outcome, tab.calls.length], [outcome, outcome === 'done' ? 1 : 0], risk);
                assert.match(results[0]?.result.error ?? 'The disk is full', /The disk is full/);
            }
        });
    });
});

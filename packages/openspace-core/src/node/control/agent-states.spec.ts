import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { ActionConfirmation } from '../approval/action-confirmation';
import { AgentConsent } from '../approval/agent-consent';
import { PersonQuestions } from '../approval/person-questions';
import { CommandLedger } from '../ledger/command-ledger';
import type { CommandProgress } from '../ledger/command-progress';
import type { PausedTabs } from '../ledger/paused-tabs';
import { AgentRequests } from '../opencode/agent-requests';
import type { AgentTurn } from '../opencode/agent-turn';
import { OpenCodeEvents } from '../opencode/opencode-events';
import { OpenCodeServer } from '../opencode/opencode-server';
import { RunningTurns } from '../opencode/running-turns';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { AgentStates } from './agent-states';

const REFUSED = 'file:///refused';

/** Everything that the state is made from, as a test sets it. */
function setUp() {
    const progress = new Emitter<CommandProgress>();
    const change = new Emitter<void>();
    const facts = { isConnected: true, paused: false, queued: 0, busy: false, waiting: false };
    const turns = new RunningTurns();
    const container = new Container();
    type Ledger = Pick<CommandLedger, 'onDidProgress' | 'onDidChangeOwners' | 'loadOf'> & {
        paused: Pick<PausedTabs, 'onDidChange' | 'has'>;
    };
    container.bind<Ledger>(CommandLedger).toConstantValue({
        onDidProgress: progress.event,
        paused: { onDidChange: change.event, has: () => facts.paused },
        onDidChangeOwners: change.event,
        loadOf: () => facts
    });
    const questions = new PersonQuestions();
    container.bind(PersonQuestions).toConstantValue(questions);
    container.bind(RunningTurns).toConstantValue(turns);
    container
        .bind<Pick<AgentRequests, 'onDidChange' | 'isWaiting'>>(AgentRequests)
        .toConstantValue({ onDidChange: change.event, isWaiting: () => facts.waiting });
    container.bind<Pick<OpenCodeEvents, 'onDidConnect' | 'onDidBreak' | 'isConnected'>>(OpenCodeEvents).toConstantValue({
        onDidConnect: change.event,
        onDidBreak: change.event,
        get isConnected() {
            return facts.isConnected;
        }
    });
    container.bind<Pick<OpenCodeServer, 'onDidChange' | 'answering' | 'wrongSetting' | 'missingSetting'>>(OpenCodeServer).toConstantValue({
        onDidChange: change.event,
        answering: 'teapot-7b',
        wrongSetting: undefined,
        missingSetting: undefined
    });
    container
        .bind<Pick<AgentConsent, 'onDidChange' | 'standing'>>(AgentConsent)
        .toConstantValue({ onDidChange: change.event, standing: ({ workspaceUri }) => (workspaceUri === REFUSED ? 'refuse' : undefined) });
    container
        .bind<Pick<ActionConfirmation, 'onDidChange' | 'hasApproved'>>(ActionConfirmation)
        .toConstantValue({ onDidChange: change.event, hasApproved: workspace => workspace === '/refused' });
    container.bind<Pick<TabRegistry, 'get'>>(TabRegistry).toConstantValue({
        get: tabId => ({ tabId, ...(tabId === 'refused' ? { workspaceUri: REFUSED } : {}) }) as Partial<ConnectedTab> as ConnectedTab
    });
    container.bind(AgentStates).toSelf();
    return { states: container.get(AgentStates), facts, turns, change, questions, progress };
}

const turnOf = (tabId: string) => ({ turnId: 't', conversation: { sessionId: 's' }, tabId }) as Partial<AgentTurn> as AgentTurn;

describe('AgentStates', () => {
    it('knows when the agent rests, works, waits for the person, is held, or is not there', () => {
        const { states, facts, turns } = setUp();
        const phase = (): string => states.stateOf('tab-1').phase;
        assert.equal(phase(), 'idle');
        facts.busy = true;
        assert.equal(phase(), 'working');
        facts.busy = false;
        turns.add(turnOf('tab-2'));
        assert.equal(phase(), 'idle');
        turns.add(turnOf('tab-1'));
        assert.equal(phase(), 'working');
        facts.waiting = true;
        assert.equal(phase(), 'waiting');
        facts.paused = true;
        assert.equal(phase(), 'paused');
        facts.isConnected = false;
        assert.equal(phase(), 'disconnected');
    });

    it('knows of a pause, and of what can be stopped, also while the agent is not there', () => {
        const { states, facts, turns } = setUp();
        const told = (): boolean[] => [states.stateOf('tab-1').paused, states.stateOf('tab-1').busy];
        assert.deepEqual(told(), [false, false]);
        facts.isConnected = false;
        facts.paused = true;
        assert.deepEqual(told(), [true, false]);
        facts.queued = 1;
        assert.deepEqual(told(), [true, true]);
        facts.queued = 0;
        turns.add(turnOf('tab-1'));
        assert.deepEqual(told(), [true, true]);
    });

    it('says where something was approved for longer', () => {
        const { states } = setUp();
        assert.deepEqual([states.stateOf('tab-1').approved, states.stateOf('refused').approved], [false, true]);
    });

    it('says where the agent may not act', () => {
        const { states } = setUp();
        assert.deepEqual([states.stateOf('tab-1').standing, states.stateOf('refused').standing], [undefined, 'refuse']);
    });

    it('waits for the person while a question about its actions is open', async () => {
        const { states, facts, questions } = setUp();
        facts.busy = true;
        const context = { tabId: 'tab-1', sessionId: 's', callId: 'call-1' };
        const { questionId } = questions.ask({ kind: 'consent', workspace: '/work' }, context);
        assert.equal(states.stateOf('tab-1').phase, 'waiting');
        assert.equal(states.stateOf('tab-2').phase, 'working');
        let told = 0;
        states.onDidChange(() => told++);
        await new Promise(resolve => setImmediate(resolve));
        questions.answer('tab-1', questionId, { allowed: true, remember: false });
        assert.equal(states.stateOf('tab-1').phase, 'working');
        await new Promise(resolve => setImmediate(resolve));
        assert.equal(told, 2);
    });

    it('does not wait for the person while the person is asked about a command of their own', () => {
        const { states, questions } = setUp();
        const context = { tabId: 'tab-1', sessionId: 's', callId: 'call-1' };
        const question = { kind: 'confirmation', action: 'run', text: 'rm x', reason: 'It removes.', place: '/', scopes: [] } as const;
        questions.ask({ ...question, isOwn: true }, context);
        assert.equal(states.stateOf('tab-1').phase, 'idle');
        questions.ask(question, context);
        assert.equal(states.stateOf('tab-1').phase, 'waiting');
    });

    it('tells of several changes of one moment once', async () => {
        const { states, change, turns } = setUp();
        let told = 0;
        states.onDidChange(() => told++);
        change.fire();
        change.fire();
        turns.add(turnOf('tab-1'));
        await new Promise(resolve => setImmediate(resolve));
        assert.equal(told, 1);
    });

    it('tells of the commands of a short while once, and of all else at once', async () => {
        const { states, change, progress } = setUp();
        let told = 0;
        states.onDidChange(() => told++);
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
            progress.fire({} as CommandProgress);
            mock.timers.tick(40);
            progress.fire({} as CommandProgress);
            await new Promise(resolve => setImmediate(resolve));
            assert.equal(told, 0);
            change.fire();
            await new Promise(resolve => setImmediate(resolve));
            assert.equal(told, 1);
            mock.timers.tick(10);
            assert.equal(told, 2);
            mock.timers.tick(1000);
            assert.equal(told, 2);
        } finally {
            mock.timers.reset();
        }
    });
});

import assert from 'node:assert/strict';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { Container } from '@theia/core/shared/inversify';
import { ActionConfirmation } from '../approval/action-confirmation';
import { AgentConsent } from '../approval/agent-consent';
import { CommandLedger } from '../ledger/command-ledger';
import { PausedTabs } from '../ledger/paused-tabs';
import type { AgentTurn } from '../opencode/agent-turn';
import { RunningTurns } from '../opencode/running-turns';
import { TurnRunner } from '../opencode/turn-runner';
import { TabConnection } from '../tab/tab-connection';
import { AgentControlServerImpl } from './agent-control-server-impl';
import { AgentStates } from './agent-states';

const TAB = 'tab-1';
const HOLD_MS = 60_000;

/** The person's hand on a tab with one turn, whose end OpenCode has not heard of before `heard` is called. */
function setUp() {
    const paused = new PausedTabs();
    const opencode = new Deferred();
    const container = new Container();
    container.bind<Pick<CommandLedger, 'paused' | 'cancelTab'>>(CommandLedger).toConstantValue({
        paused,
        cancelTab: tabId => paused.stop(tabId)
    });
    container.bind<Pick<TurnRunner, 'stop'>>(TurnRunner).toConstantValue({ stop: () => opencode.promise });
    container.bind<Pick<RunningTurns, 'ofTab'>>(RunningTurns).toConstantValue({ ofTab: () => [{} as Partial<AgentTurn> as AgentTurn] });
    container
        .bind<Pick<TabConnection, 'identity'>>(TabConnection)
        .toConstantValue({ identity: () => Promise.resolve({ tabId: TAB, workspaceUri: 'file:///tea' }) });
    container.bind<Partial<AgentStates>>(AgentStates).toConstantValue({});
    const forgotten: string[] = [];
    container
        .bind<Pick<AgentConsent, 'askAgain'>>(AgentConsent)
        .toConstantValue({ askAgain: ({ workspaceUri }) => void forgotten.push(`consent for ${workspaceUri}`) });
    container
        .bind<Pick<ActionConfirmation, 'askAgain'>>(ActionConfirmation)
        .toConstantValue({ askAgain: workspace => void forgotten.push(`approvals for ${workspace}`) });
    container.bind(AgentControlServerImpl).toSelf();
    const hold = () => paused.hold(TAB, HOLD_MS, new AbortController().signal);
    return { control: container.get(AgentControlServerImpl), paused, heard: () => opencode.resolve(), hold, forgotten };
}

describe('AgentControlServerImpl', () => {
    it('does nothing of what was held when the person says stop, or of what comes before OpenCode has heard it', async () => {
        const { control, paused, heard, hold } = setUp();
        paused.set(TAB, true);
        const before = hold();
        const stopping = control.stopAgent();
        assert.equal(await before, 'stopped');
        const meanwhile = hold();
        heard();
        await stopping;
        assert.equal(await meanwhile, 'stopped');
        assert.equal(paused.has(TAB), false);
    });

    it('takes back all that the person wants to be asked again', async () => {
        const { control, forgotten } = setUp();
        await control.askAgain();
        assert.deepEqual(forgotten, ['consent for file:///tea', 'approvals for /tea']);
    });

    it('leaves a pause alone that the person wanted after the stop', async () => {
        const { control, paused, heard } = setUp();
        const stopping = control.stopAgent();
        await control.setPaused(true);
        heard();
        await stopping;
        assert.equal(paused.has(TAB), true);
    });
});

import assert from 'node:assert/strict';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { Container } from '@theia/core/shared/inversify';
import { AgentConsent } from '../approval/agent-consent';
import { CommandLedger } from '../ledger/command-ledger';
import type { PausedTabs } from '../ledger/paused-tabs';
import type { AgentTurn } from '../opencode/agent-turn';
import { RunningTurns } from '../opencode/running-turns';
import { TurnRunner } from '../opencode/turn-runner';
import { TabConnection } from '../tab/tab-connection';
import { AgentControlServerImpl } from './agent-control-server-impl';
import { AgentStates } from './agent-states';

describe('AgentControlServerImpl', () => {
    it('refuses what waits before it stops the turns, and lets nothing go on before they are stopped', async () => {
        const done: string[] = [];
        const stopping = new Deferred();
        const container = new Container();
        type Ledger = Pick<CommandLedger, 'cancelTab'> & { paused: Pick<PausedTabs, 'set'> };
        container.bind<Ledger>(CommandLedger).toConstantValue({
            cancelTab: tabId => done.push(`cancelled ${tabId}`),
            paused: { set: (tabId, paused) => done.push(`${paused ? 'held' : 'let go on'} ${tabId}`) }
        });
        container.bind<Pick<TabConnection, 'identity'>>(TabConnection).toConstantValue({
            identity: () => Promise.resolve({ tabId: 'tab-1', workspaceUri: undefined })
        });
        const turn = (turnId: string): AgentTurn => ({ turnId }) as Partial<AgentTurn> as AgentTurn;
        container.bind<Pick<RunningTurns, 'ofTab'>>(RunningTurns).toConstantValue({ ofTab: () => [turn('one'), turn('two')] });
        container.bind<Pick<TurnRunner, 'stop'>>(TurnRunner).toConstantValue({
            stop: ({ turnId }) => {
                done.push(`stops ${turnId}`);
                return turnId === 'two' ? stopping.promise : Promise.resolve();
            }
        });
        container.bind<object>(AgentConsent).toConstantValue({});
        container.bind<object>(AgentStates).toConstantValue({});
        container.bind(AgentControlServerImpl).toSelf();

        const stopped = container.get(AgentControlServerImpl).stopAgent();
        await new Promise(resolve => setImmediate(resolve));
        const before = ['cancelled tab-1', 'stops one', 'stops two'];
        assert.deepEqual(done, before);
        stopping.resolve();
        await stopped;
        assert.deepEqual(done, [...before, 'let go on tab-1']);
    });
});

import assert from 'node:assert/strict';
import type { CommandCall } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { ActionConfirmation } from '../approval/action-confirmation';
import { AgentConsent } from '../approval/agent-consent';
import { HubClient } from '../hub/hub-client';
import { CommandAudit } from '../ledger/command-audit';
import { CommandLedger } from '../ledger/command-ledger';
import { AgentTurn } from '../opencode/agent-turn';
import { OpenCodeProxy } from '../opencode/opencode-proxy';
import { RunningTurns } from '../opencode/running-turns';
import { TabConnection } from '../tab/tab-connection';
import { TabRegistry } from '../tab/tab-registry';
import { bindGivenSettings } from '../testing/given-settings';
import { AgentControlServerImpl } from './agent-control-server-impl';
import { AgentStates } from './agent-states';

const TAB = 'tab-1';
const HOLD_MS = 60_000;

/** The person's hand on a tab and all that runs in it, whose end OpenCode has not heard of before `heard` is called. */
function setUp() {
    const opencode = new Deferred();
    const stoppedTabs: string[] = [];
    const ran: string[] = [];
    const container = new Container();
    container.bind(ILogger).toConstantValue(new MockLogger());
    container.bind(TabRegistry).toSelf().inSingletonScope();
    container
        .bind<Pick<HubClient, 'postResult' | 'setOwner' | 'forgetSession'>>(HubClient)
        .toConstantValue({ postResult: () => undefined, setOwner: () => undefined, forgetSession: () => undefined });
    container.bind<Pick<CommandAudit, 'begin' | 'end'>>(CommandAudit).toConstantValue({ begin: () => undefined, end: () => undefined });
    bindGivenSettings(container);
    container.bind(CommandLedger).toSelf().inSingletonScope();
    container.bind(RunningTurns).toSelf().inSingletonScope();
    container.bind<Pick<OpenCodeProxy, 'abortTab'>>(OpenCodeProxy).toConstantValue({
        abortTab: tabId => {
            stoppedTabs.push(tabId);
            return opencode.promise;
        }
    });
    container
        .bind<Pick<TabConnection, 'identity'>>(TabConnection)
        .toConstantValue({ identity: () => Promise.resolve({ tabId: TAB, workspaceUri: 'file:///tea' }) });
    container.bind<Partial<AgentStates>>(AgentStates).toConstantValue({});
    const forgotten: string[] = [];
    container.get(AgentConsent).askAgain = ({ workspaceUri }) => void forgotten.push(`consent for ${workspaceUri}`);
    container.get(ActionConfirmation).askAgain = workspace => void forgotten.push(`approvals for ${workspace}`);
    container.bind(AgentControlServerImpl).toSelf();
    const ledger = container.get(CommandLedger);
    const onAgentCommand = ({ callId }: CommandCall): void => {
        ran.push(callId);
        ledger.commandFinished(TAB, callId, { outcome: 'done', result: { success: true } });
    };
    container
        .get(TabRegistry)
        .connect({ tabId: TAB, client: { onAgentCommand, onCommandStopped: () => undefined, onSessionEnded: () => undefined } });
    const { paused } = ledger;
    return {
        ...{
            control: container.get(AgentControlServerImpl),
            turns: container.get(RunningTurns),
            ledger,
            paused,
            stoppedTabs,
            ran,
            forgotten
        },
        heard: () => opencode.resolve(),
        hold: () => paused.hold(TAB, HOLD_MS, new AbortController().signal)
    };
}

const call = (callId: string, sessionId: string): CommandCall => ({ callId, sessionId, commandId: 'openspace.pane.list', args: {} });

describe('AgentControlServerImpl', () => {
    it('does nothing of what was held when the person says stop, or of what comes before OpenCode has heard it', async () => {
        const { control, ledger, paused, stoppedTabs, ran, heard, hold } = setUp();
        paused.set(TAB, true);
        const before = hold();
        const stopping = control.stopAgent();
        assert.equal(await before, 'stopped');
        const meanwhile = hold();
        const command = ledger.execute(call('meanwhile', 'of a program'), TAB, { client: 'mcp: test', isConversation: false });
        heard();
        await stopping;
        assert.equal(await meanwhile, 'stopped');
        assert.equal((await command).execution.result.code, 'stopped');
        assert.deepEqual([ran, stoppedTabs], [[], [TAB]]);
        assert.equal(paused.has(TAB), false);
    });

    it('lets a turn go on that began after the stop', async () => {
        const { control, ledger, paused, turns, ran, heard } = setUp();
        paused.set(TAB, true);
        const stopping = control.stopAgent();
        await new Promise(resolve => setImmediate(resolve));
        const prompt = { conversationId: 'conversation', turnId: 'turn', text: 'Hello' };
        const conversation = { sessionId: 'ses_new', directory: '/', userMessages: new Set<string>() };
        const partner = { tabId: TAB, workspace: '/', send: () => undefined };
        turns.add(new AgentTurn(prompt, conversation, partner, { onBlock: () => undefined, onProblem: () => undefined }));
        ledger.setOwner('ses_new', TAB);
        const command = ledger.execute(call('new', 'ses_new'), TAB, { client: 'chat', isConversation: true });
        heard();
        await stopping;
        assert.equal((await command).execution.outcome, 'done');
        assert.deepEqual(ran, ['new']);
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

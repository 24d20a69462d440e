import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { AgentControl } from '@openspace/core/lib/browser/control/agent-control';
import { OpenSpacePreferences, type AgentState } from '@openspace/core/lib/common';
import { QuickInputService, StatusBar } from '@theia/core/lib/browser';
import { CommandRegistry, type Command, type CommandHandler } from '@theia/core/lib/common';
import { PreferenceService } from '@theia/core/lib/common/preferences';
import { Container } from '@theia/core/shared/inversify';
import { AgentControlContribution } from './agent-control-contribution';

/** The labels of what can be done with an agent in this state. */
function enabledFor(state: AgentState): string[] {
    const container = new Container();
    const handlers = new Map<Command, CommandHandler>();
    container.bind<Pick<AgentControl, 'state'>>(AgentControl).toConstantValue({ state });
    for (const service of [StatusBar, QuickInputService, CommandRegistry, PreferenceService, OpenSpacePreferences]) {
        container.bind<object>(service).toConstantValue({});
    }
    const registry: Partial<CommandRegistry> = {
        registerCommand: (command, handler) => {
            handlers.set(command, handler ?? { execute: () => undefined });
            return { dispose: () => undefined };
        }
    };
    container.resolve(AgentControlContribution).registerCommands(registry as CommandRegistry);
    return [...handlers].filter(([, handler]) => handler.isEnabled?.()).map(([{ label = '' }]) => label);
}

describe('The commands that control the agent', () => {
    it('can hold it, let it go on and stop it as it stands, also while its server cannot be reached', () => {
        for (const phase of ['idle', 'disconnected'] as const) {
            assert.deepEqual(enabledFor({ phase, paused: false, busy: false, queued: 0, approved: false }), ['Pause Agent']);
            assert.deepEqual(enabledFor({ phase, paused: true, busy: false, queued: 0, approved: false }), ['Resume Agent', 'Stop Agent']);
            assert.deepEqual(enabledFor({ phase, paused: false, busy: true, queued: 0, approved: false }), ['Pause Agent', 'Stop Agent']);
        }
    });

    it('can have the person asked again where something needs no question', () => {
        const label = 'Ask Me Again Before Agent Acts';
        const state = { phase: 'idle', paused: false, busy: false, queued: 0 } as const;
        assert.ok(!enabledFor({ ...state, approved: false }).includes(label));
        assert.ok(enabledFor({ ...state, approved: true }).includes(label));
        assert.ok(enabledFor({ ...state, approved: false, standing: 'refuse' }).includes(label));
    });
});

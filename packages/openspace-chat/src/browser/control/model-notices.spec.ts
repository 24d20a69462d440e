import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { AgentControl } from '@openspace/core/lib/browser/control/agent-control';
import type { AgentState } from '@openspace/core/lib/common';
import { CommonCommands } from '@theia/core/lib/browser';
import { CommandRegistry, Emitter, MessageService } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { ModelNotices } from './model-notices';

const AT_REST: AgentState = { phase: 'idle', paused: false, busy: false, queued: 0, approved: false };

describe('A notice of a model that is named by halves', () => {
    /** What is offered with the notice of this problem, and which setting is opened when the person takes the offer. */
    const offerOf = async (missingSetting: string): Promise<{ offered: readonly string[]; opened: unknown[] }> => {
        const changes = new Emitter<AgentState>();
        const opened: unknown[] = [];
        let offered: readonly string[] = [];
        const container = new Container();
        container.bind<Pick<AgentControl, 'onDidChange'>>(AgentControl).toConstantValue({ onDidChange: changes.event });
        container.bind(MessageService).toConstantValue({
            warn: (_text: string, _options: object, ...actions: string[]) => {
                offered = actions;
                return Promise.resolve(actions.at(0));
            }
        } as Partial<MessageService> as MessageService);
        container.bind(CommandRegistry).toConstantValue({
            executeCommand: (id: string, query: string) => Promise.resolve(opened.push([id, query]))
        } as Partial<CommandRegistry> as CommandRegistry);
        container.bind(ModelNotices).toSelf();
        container.get(ModelNotices).onStart();
        changes.fire({ ...AT_REST, missingSetting });
        await new Promise(resolve => setImmediate(resolve));
        return { offered, opened };
    };

    it('offers the setting that mends it', async () => {
        assert.deepEqual(await offerOf('The setting openspace.model.name is empty. Set openspace.model.name.'), {
            offered: ['Open Settings'],
            opened: [[CommonCommands.OPEN_PREFERENCES.id, 'openspace.model.name']]
        });
    });

    it('offers no settings where the environment names the address, and no setting changes anything', async () => {
        const problem = 'OPENSPACE_LLM_MODEL is not set. Set OPENSPACE_LLM_MODEL and start OpenSpace again.';
        assert.deepEqual(await offerOf(problem), { offered: [], opened: [] });
    });
});

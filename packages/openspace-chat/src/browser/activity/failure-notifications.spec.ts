import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { ActivityService } from '@openspace/core/lib/browser/activity/activity-service';
import { OpenSpacePreferences, type ActivityEntry, type ActivitySeverity } from '@openspace/core/lib/common';
import { CommandRegistry, Emitter, MessageService } from '@theia/core/lib/common';
import { Container, injectable } from '@theia/core/shared/inversify';
import { TimedNotifications } from '../control/timed-notifications';
import { FailureNotifications } from './failure-notifications';

@injectable()
class QuickNotifications extends FailureNotifications {
    protected override gatheringMs = 0;
}

@injectable()
class FleetingNotifications extends QuickNotifications {
    protected override shownMs = 0;
}

function setUp(setting: OpenSpacePreferences['openspace.agent.notifications'], notifications = QuickNotifications) {
    const changes = new Emitter<readonly ActivityEntry[]>();
    const told: string[] = [];
    const executed: string[] = [];
    let answer: (action: string | undefined) => void = () => undefined;
    const show = (kind: string) => (text: string) => {
        told.push(`${kind}: ${text}`);
        return new Promise<string | undefined>(resolve => (answer = resolve));
    };
    const container = new Container();
    container.bind<Pick<ActivityService, 'onDidChange'>>(ActivityService).toConstantValue({ onDidChange: changes.event });
    container
        .bind<Pick<OpenSpacePreferences, 'openspace.agent.notifications'>>(OpenSpacePreferences)
        .toConstantValue({ 'openspace.agent.notifications': setting });
    container
        .bind(MessageService)
        .toConstantValue({ error: show('error'), warn: show('warning') } as Partial<MessageService> as MessageService);
    container.bind(CommandRegistry).toConstantValue({
        getCommand: (id: string) => (id === 'openspace.editor.open' ? { id, label: 'Open File' } : undefined),
        executeCommand: (id: string) => Promise.resolve(executed.push(id))
    } as Partial<CommandRegistry> as CommandRegistry);
    const gone: string[] = [];
    container.bind<Pick<TimedNotifications, 'letGo'>>(TimedNotifications).toConstantValue({ letGo: ({ text }) => void gone.push(text) });
    container.bind(FailureNotifications).to(notifications);
    container.get(FailureNotifications).onStart();
    let calls = 0;
    /** So many actions end like this in one moment. */
    const end = async (severity: ActivitySeverity, count = 1, at: Partial<ActivityEntry> = {}): Promise<void> => {
        for (let index = 0; index < count; index++) {
            const callId = String(++calls);
            const entry = { callId, revision: calls, sessionId: 's', commandId: 'openspace.editor.open', client: 'chat', askedAt: calls };
            changes.fire([{ ...entry, state: 'failed', severity, detail: 'There is no a.ts.', ...at }]);
        }
        // Timers of one length come in the order in which they were set.
        await new Promise(resolve => setTimeout(resolve, 0));
        await new Promise(resolve => setImmediate(resolve));
    };
    return { told, gone, executed, end, close: async (action?: string) => (answer(action), new Promise(resolve => setImmediate(resolve))) };
}

describe('Notifications of failures', () => {
    it('tell of errors, and of warnings only when the person wants that', async () => {
        const { told, end } = setUp('errors');
        await end('info');
        await end('warning');
        assert.deepEqual(told, []);
        await end('error');
        assert.deepEqual(told, ['error: The agent could not do "Open File": There is no a.ts.']);
        const wanted = setUp('warnings');
        await wanted.end('warning');
        assert.deepEqual(wanted.told, ['warning: The agent could not do "Open File": There is no a.ts.']);
    });

    it('show what others wrote as it is, and never as a link', async () => {
        const { told, end } = setUp('errors');
        await end('error', 1, { detail: 'There is no a [Sign in](http://127.0.0.1/).' });
        assert.deepEqual(told, ['error: The agent could not do "Open File": There is no a \\[Sign in\\](http://127.0.0.1/).']);
    });

    it('name a program at a door, and what it does in plain words', async () => {
        const { told, end } = setUp('errors');
        await end('error', 1, { client: 'tools: crawler', commandId: 'tools.write', operation: 'write' });
        assert.deepEqual(told, ['error: tools: crawler could not do "Write File": There is no a.ts.']);
    });

    it('do not say of an action that it was not done when nobody knows', async () => {
        const { told, end } = setUp('errors');
        await end('error', 1, { state: 'unknown', detail: 'The window did not answer in time.' });
        assert.deepEqual(told, [
            'error: The agent wanted to do "Open File". Nobody knows whether it was done, so look: The window did not answer in time.'
        ]);
    });

    it('tell of errors whatever stands in the settings', async () => {
        for (const setting of ['errors', 'warnings', 'none'] as const) {
            const { told, end } = setUp(setting as 'errors');
            await end('error');
            assert.equal(told.length, 1, setting);
        }
    });

    it('come once for a burst, and not again while one is shown', async () => {
        const { told, executed, end, close } = setUp('errors');
        await end('error', 30);
        assert.deepEqual(told, ['error: 30 actions went wrong. The first: The agent could not do "Open File": There is no a.ts.']);
        await end('error', 5);
        assert.equal(told.length, 1);
        await close('Show Activity');
        assert.deepEqual(executed, ['openspace-activity.show']);
        await end('error');
        assert.equal(told.length, 2);
    });

    it('tell of what failed while one was shown, once that has gone, unless the person looks at it anyway', async () => {
        const { told, end, close } = setUp('warnings');
        await end('error');
        await end('error', 2);
        await end('warning');
        assert.equal(told.length, 1);
        await close();
        assert.deepEqual(told.slice(1), ['error: 3 actions went wrong. The first: The agent could not do "Open File": There is no a.ts.']);
        await end('warning');
        await close();
        await end('info');
        assert.equal(told.length, 2);
    });

    it('do not keep an error back for a warning: it takes its place at once', async () => {
        const { told, gone, end } = setUp('warnings');
        await end('warning', 1, { detail: 'Not allowed.' });
        await end('error');
        assert.deepEqual(told, [
            'warning: The agent could not do "Open File": Not allowed.',
            'error: The agent could not do "Open File": There is no a.ts.'
        ]);
        assert.deepEqual(gone, ['The agent could not do "Open File": Not allowed.']);
    });

    it('come again after the one before has gone by itself, which can still be answered', async () => {
        const { told, executed, end, close } = setUp('errors', FleetingNotifications);
        await end('error');
        await end('info');
        await end('error');
        assert.equal(told.length, 2);
        await close('Show Activity');
        assert.deepEqual(executed, ['openspace-activity.show']);
    });
});

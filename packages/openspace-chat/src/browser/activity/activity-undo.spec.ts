import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { ActivityService } from '@openspace/core/lib/browser/activity/activity-service';
import { FileUndo } from '@openspace/core/lib/browser/file/file-undo';
import { ActionUndo } from '@openspace/core/lib/browser/undo/action-undo';
import { CommandError, type ActivityEntry } from '@openspace/core/lib/common';
import { ApplicationShell } from '@theia/core/lib/browser';
import { CommandRegistry, MessageService, type CommandHandler } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { ActivityUndo } from './activity-undo';

const entry = (callId: string, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
    callId,
    revision: 1,
    sessionId: 'session',
    commandId: `openspace.${callId}`,
    client: 'chat',
    state: 'done',
    askedAt: 0,
    risk: 'view',
    ...more
});

describe('The undo in the activity view', () => {
    let actions: ActionUndo;
    let undo: ActivityUndo;
    let entries: ActivityEntry[];
    let told: string[];
    let activated: string[];
    let undoLast: () => Promise<void>;
    /** The backend tells what was undone in other windows. */
    let restore: () => Promise<void>;

    beforeEach(() => {
        entries = [];
        told = [];
        const container = new Container();
        container.bind(ActionUndo).toSelf().inSingletonScope();
        restore = () => Promise.resolve();
        container.bind<Pick<FileUndo, 'restore'>>(FileUndo).toConstantValue({ restore: () => restore() });
        container.bind<Pick<ActivityService, 'entries'>>(ActivityService).toConstantValue({
            get entries() {
                return entries;
            }
        });
        const tell = (kind: string) => (text: string) => Promise.resolve(void told.push(`${kind}: ${text}`));
        const messages = { info: tell('info'), warn: tell('warning') };
        container.bind(MessageService).toConstantValue(messages as Partial<MessageService> as MessageService);
        const commands: Partial<CommandRegistry> = {
            getCommand: id => ({ id, label: `Do ${id.slice('openspace.'.length)}` }),
            registerCommand: ({ id }, handler?: CommandHandler) => {
                assert.equal(id, 'openspace-undo.last');
                undoLast = async () => {
                    await handler?.execute();
                };
                return { dispose: () => undefined };
            }
        };
        container.bind(CommandRegistry).toConstantValue(commands as CommandRegistry);
        activated = [];
        const shell: Pick<ApplicationShell, 'activateWidget'> & { currentWidget: { id: string } } = {
            currentWidget: { id: 'front' },
            activateWidget: id => Promise.resolve(void activated.push(id))
        };
        container.bind(ApplicationShell).toConstantValue(shell as Partial<ApplicationShell> as ApplicationShell);
        container.bind(ActivityUndo).toSelf().inSingletonScope();
        actions = container.get(ActionUndo);
        undo = container.get(ActivityUndo);
        undo.registerCommands(container.get(CommandRegistry));
    });

    const happened = (each: ActivityEntry, undoing?: () => Promise<string>): ActivityEntry => {
        entries.push(each);
        if (undoing) {
            actions.record({ by: 'agent', sessionId: each.sessionId, callId: each.callId }, { setUndone: undoing });
        }
        return each;
    };
    const works = (): Promise<string> => Promise.resolve('It is as before.');

    it('says of what was arranged before the page was loaded that it stays, and offers no button that would fail', async () => {
        const earlier = happened(entry('arrange', { askedAt: performance.timeOrigin - 1 }));
        const offer = undo.offerFor(earlier);
        assert.match(offer.kind === 'none' ? offer.reason : '', /page was loaded since/);
        await undo.toggle(earlier);
        assert.match(told[0], /^info: The page was loaded since/);
        const now = undo.offerFor(happened(entry('arrange again', { askedAt: performance.timeOrigin + 1 })));
        assert.match(now.kind === 'none' ? now.reason : '', /too long ago/);
    });

    it('undoes the last action that was not undone in another window', async () => {
        happened(entry('one'), works);
        happened(entry('two'), () => Promise.reject(new Error('It is undone.')));
        restore = () => {
            actions.restore([{ callId: 'two', undone: true, step: { setUndone: works } }], []);
            return Promise.resolve();
        };
        await undoLast();
        assert.match(told[0], /^info: Undid “Do one”/);
    });

    it('says of what was arranged in another window where it can be undone', () => {
        const offer = undo.offerFor(happened(entry('arrange', { elsewhere: true, askedAt: performance.timeOrigin - 1 })));
        assert.deepEqual(offer, { kind: 'none', reason: 'It happened in another window, so it can be undone only there.' });
    });

    it('offers what can be done with an action, or says why nothing can', async () => {
        const open = happened(entry('open'), works);
        assert.deepEqual(undo.offerFor(open), { kind: 'undo' });
        await undo.toggle(open);
        assert.deepEqual(undo.offerFor(open), { kind: 'redo' });
        await undo.toggle(open);
        assert.deepEqual(told, ['info: Undid “Do open”. It is as before.', 'info: Redid “Do open”. It is as before.']);
        const reasonOf = (each: ActivityEntry): unknown => Object.values(undo.offerFor(each))[1];
        assert.equal(reasonOf(happened(entry('run', { risk: 'execute' }), works)), 'What ran cannot be undone.');
        assert.equal(reasonOf(entry('read', { risk: 'read' })), 'It only read, so there is nothing to undo.');
        assert.equal(reasonOf(entry('wait', { state: 'waiting' })), 'It has not ended yet.');
        actions.recordLasting({ by: 'agent', sessionId: 'session', callId: 'stop' }, 'What it ended cannot be undone.');
        assert.equal(reasonOf(entry('stop')), 'What it ended cannot be undone.');
        assert.equal(
            reasonOf(entry('old', { risk: 'write' })),
            'It changed nothing that was not so before, or it is too long ago: the last 2000 actions can be undone, of one file the last 200 writes.'
        );
    });

    it('undoes the last action that can be undone, and names what ran after it', async () => {
        happened(entry('open'), works);
        happened(entry('close'), works);
        happened(entry('run', { risk: 'execute' }), works);
        await undoLast();
        await undoLast();
        await undoLast();
        const ran = '“Do run” cannot be undone, because it ran something.';
        assert.deepEqual(told, [
            `info: Undid “Do close”. It is as before. ${ran}`,
            `info: Undid “Do open”. It is as before. ${ran}`,
            `info: There is no action of the agent to undo. ${ran}`
        ]);
    });

    it('does not say of what was refused that it ran', async () => {
        happened(entry('open'), works);
        const refused = happened(entry('run', { risk: 'execute', state: 'refused' }));
        await undoLast();
        assert.deepEqual(told, ['info: Undid “Do open”. It is as before.']);
        assert.deepEqual(undo.offerFor(refused), { kind: 'none', reason: 'It was refused, so there is nothing to undo.' });
    });

    it('warns of what stays', async () => {
        const write = happened(entry('write'), () => Promise.reject(new CommandError('conflict', 'You changed it since.')));
        await undo.toggle(write);
        assert.deepEqual([told, undo.offerFor(write)], [['warning: You changed it since.'], { kind: 'undo' }]);
    });

    it('leaves the keyboard where the person had it, or else in what is at the front', async () => {
        const field = document.createElement('input');
        document.body.append(field);
        field.focus();
        const closing = happened(entry('close'), () => {
            field.blur();
            return Promise.resolve('Closed it.');
        });
        await undo.toggle(closing);
        assert.equal(document.activeElement, field);
        assert.deepEqual(activated, []);
        const removing = happened(entry('remove'), () => {
            field.remove();
            return Promise.resolve('Removed it.');
        });
        await undo.toggle(removing);
        assert.deepEqual(activated, ['front']);
    });
});

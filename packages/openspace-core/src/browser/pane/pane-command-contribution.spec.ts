import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import type { PaneInfo } from '@openspace/protocol';
import { QuickInputService } from '@theia/core/lib/browser';
import { CommandContribution, CommandRegistry, MessageService, type ContributionProvider } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { ArgumentForm } from '../command/argument-form';
import { ResultDocuments } from '../command/result-documents';
import { isOpenSpaceCommand, type CommandOrigin, type CommandSuccess } from '../command/openspace-command';
import { PaneCommandContribution } from './pane-command-contribution';
import { PaneService } from './pane-service';
import type { PaneType } from './pane-type';

const PANE: PaneInfo = {
    id: 'main-1',
    area: 'main',
    type: 'editor',
    title: 'index.ts',
    geometry: { x: 20, y: 5, width: 40, height: 90 },
    tabs: [{ id: 'tab-1', title: 'index.ts', path: 'src/index.ts', active: true, dirty: false, openedBy: 'agent' }],
    activeTab: 'tab-1'
};
const COLLAPSED: PaneInfo = { id: 'left', area: 'left', type: 'view', title: 'Explorer', geometry: PANE.geometry, tabs: [] };
const AGENT: CommandOrigin = { by: 'agent', sessionId: 'session', callId: 'call' };

let shown: boolean;
let focused: boolean;
let notSplit: string | undefined;
let panes: PaneInfo[];
const commands = createCommands();

function paneType(id: string, noun: string, contentName: string): PaneType {
    return { id, noun, contentName, endsWorkOnClose: false, holds: () => false, open: () => Promise.reject(new Error('nobody asked')) };
}

function createCommands(): CommandRegistry {
    const service: Partial<PaneService> = {
        contentTypes: [
            paneType('editor', 'a file', 'the path of the file'),
            paneType('terminal', 'a terminal', 'its id or title'),
            paneType('whiteboard', 'a drawing', 'its name')
        ],
        contentsOf: (type, typed) => Promise.resolve([{ value: `${String(type)} ${typed}`, label: '' }]),
        openContent: () =>
            Promise.resolve({ pane: PANE, tabId: 'tab-1', title: 'index.ts', isNew: true, shown, ...(notSplit ? { notSplit } : {}) }),
        closeContent: () => Promise.resolve(['index.ts', 'README.md']),
        focusContent: () => Promise.resolve({ pane: PANE, title: 'index.ts', focused, shown }),
        listPanes: () => panes,
        resizePane: () => Promise.resolve(PANE)
    };
    const container = new Container();
    container.bind(PaneService).toConstantValue(service as PaneService);
    container.bind(QuickInputService).toConstantValue({});
    container.bind(MessageService).toConstantValue({} as MessageService);
    container.bind(ArgumentForm).toConstantValue({} as ArgumentForm);
    container.bind(ResultDocuments).toConstantValue({} as ResultDocuments);
    container.bind(PaneCommandContribution).toSelf();
    const noContributions: ContributionProvider<CommandContribution> = { getContributions: () => [] };
    const registry = new CommandRegistry(noContributions);
    container.get(PaneCommandContribution).registerCommands(registry);
    return registry;
}

async function run(name: string, args: object): Promise<CommandSuccess & { output: string }> {
    const success = await commands.executeCommand<CommandSuccess>(`openspace.pane.${name}`, args, AGENT);
    assert.ok(success && typeof success.output === 'string');
    return { ...success, output: success.output };
}

describe('The pane commands', () => {
    beforeEach(() => {
        shown = true;
        focused = true;
        notSplit = undefined;
        panes = [PANE, COLLAPSED];
    });

    it('announce every type that is contributed, with what names its content', () => {
        const command = commands.getCommand('openspace.pane.open');
        assert.ok(command && isOpenSpaceCommand(command));
        const { type, contentId } = command.argumentsSchema.properties as Record<string, { description: string }>;
        assert.match(command.description, /^Shows a file or a terminal or a drawing, /);
        assert.equal(type.description, 'What to show: "editor" or "terminal" or "whiteboard".');
        assert.match(contentId.description, /for "editor" the path of the file, .*for "whiteboard" its name\.$/);
    });

    it('say what was opened, and where', async () => {
        const { output, paneId, geometry } = await run('open', { type: 'editor', contentId: 'src/index.ts' });
        assert.deepEqual([output, paneId, geometry], ['Opened src/index.ts in pane main-1.', 'main-1', PANE.geometry]);
    });

    it('say that it cannot be seen', async () => {
        shown = false;
        const { output, remark } = await run('open', { type: 'editor', contentId: 'src/index.ts' });
        assert.match(remark ?? '', /behind/);
        assert.match(output, /main-1\. It is behind what the person has at the front; its tab is marked\.$/);
    });

    it('say whether a pane was split, and why not', async () => {
        const request = { type: 'terminal', contentId: 'kettle', splitDirection: 'vertical' };
        assert.equal((await run('open', request))['split'], true);
        notSplit = 'it is alone';
        const { output, split } = await run('open', request);
        assert.deepEqual([output, split], ['Opened src/index.ts in pane main-1. Nothing was split, because it is alone.', false]);
    });

    it('say what was closed', async () => {
        assert.equal((await run('close', { paneId: 'main-1' })).output, 'Closed index.ts, README.md.');
    });

    it('say whether the focus moved', async () => {
        assert.match((await run('focus', { paneId: 'main-1' })).output, /has the keyboard focus/);
        focused = false;
        assert.match((await run('focus', { paneId: 'main-1' })).output, /^Showed index\.ts in pane main-1; the keyboard focus stayed/);
        shown = false;
        assert.match((await run('focus', { paneId: 'main-1' })).remark ?? '', /the keyboard focus stayed/);
        assert.match((await run('focus', { paneId: 'main-1' })).output, /^Marked the tab of index\.ts; the keyboard focus stayed/);
    });

    it('list panes, and say which are collapsed', async () => {
        const listed = await run('list', {});
        assert.equal(listed.output, '2 panes: main-1 with index.ts, 40 x 90 %; left (collapsed).');
        assert.equal(listed['panes'], panes);
        panes = [];
        assert.equal((await run('list', {})).output, 'No pane is open.');
    });

    it('say the size that was reached, and that it is another than asked for', async () => {
        const exact = await run('resize', { paneId: 'main-1', width: 40.2 });
        assert.deepEqual([exact.output, exact['width'], exact.remark], ['Pane main-1 is now 40 % wide and 90 % high.', 40, undefined]);
        const limited = await run('resize', { paneId: 'main-1', width: 10, height: 10 });
        assert.match(limited.output, /allows no other width and height/);
        assert.match(limited.remark ?? '', /allows no other width and height/);
        await assert.rejects(run('resize', { paneId: 'main-1' }), /Give a width, a height or both/);
    });

    it('let a person choose among the types and panes that there are', async () => {
        const choices = async (name: string, argument: string, typed = '', given = {}): Promise<string[]> => {
            const command = commands.getCommand(`openspace.pane.${name}`);
            assert.ok(command && isOpenSpaceCommand(command));
            return ((await command.choices?.[argument](typed, given)) ?? []).map(({ value }) => value);
        };
        assert.deepEqual(await choices('open', 'type'), ['editor', 'terminal', 'whiteboard']);
        assert.deepEqual(await choices('open', 'contentId', 'bui', { type: 'terminal' }), ['terminal bui']);
        for (const name of ['close', 'focus', 'resize']) {
            assert.deepEqual(await choices(name, 'paneId'), ['main-1', 'left']);
        }
    });
});

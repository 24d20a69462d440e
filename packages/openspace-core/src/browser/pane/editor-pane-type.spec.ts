import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import type { ApplicationShell } from '@theia/core/lib/browser';
import { EditorManager, type EditorOpenerOptions } from '@theia/editor/lib/browser';
import type { URI } from '@theia/core/lib/common';
import { QuietTime } from '../attention/quiet-time';
import { AgentEditors } from '../editor/agent-editors';
import { createShell, TestView } from '../testing/real-shell';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { EditorPaneType } from './editor-pane-type';
import type { WantedSplit } from './pane-type';

const BESIDE: WantedSplit = { direction: 'split-right', reasonAgainst: () => undefined };
const FORBIDDEN: WantedSplit = { direction: 'split-right', reasonAgainst: area => `not in ${area}` };

describe('Panes of files', () => {
    let shell: ApplicationShell;
    let type: EditorPaneType;
    let editors: Map<string, TestView>;

    beforeEach(() => {
        const created = createShell();
        ({ shell } = created);
        editors = new Map();
        const open = async (uri: URI, options?: EditorOpenerOptions): Promise<TestView> => {
            const view = new TestView(`${uri.path.base} ${editors.size}`);
            editors.set(uri.toString(), view);
            await shell.addWidget(view, options?.widgetOptions);
            return view;
        };
        const find = (uri: URI): TestView[] => [editors.get(uri.toString())].filter(view => view !== undefined);
        const locateFile = (path: string): Promise<unknown> => Promise.resolve({ path, uri: `file:///workspace/${path}` });
        const quietTime: Pick<QuietTime, 'during'> = { during: (_, work) => work() };
        created.container.bind<unknown>(EditorManager).toConstantValue({ open });
        created.container.bind<unknown>(AgentEditors).toConstantValue({ find });
        created.container.bind<unknown>(WorkspaceFiles).toConstantValue({ locateFile });
        created.container.bind<unknown>(QuietTime).toConstantValue(quietTime);
        created.container.bind<unknown>(PathChoices).toConstantValue({});
        created.container.bind(EditorPaneType).toSelf();
        type = created.container.get(EditorPaneType);
    });
    afterEach(() => shell.dispose());

    const panes = (): number[] => shell.mainAreaTabBars.map(({ titles }) => titles.length);

    it('stand beside another one, unless there is none, which is said', async () => {
        const { notSplit } = await type.open('a.ts', BESIDE);
        assert.deepEqual([notSplit, panes()], ['there is no other pane in the main area', [1]]);
        assert.equal((await type.open('b.ts', BESIDE)).notSplit, undefined);
        assert.deepEqual(panes(), [1, 1]);
    });

    it('are tabs where nothing may be split, and found there when they are open', async () => {
        await type.open('a.ts');
        const first = await type.open('b.ts', FORBIDDEN);
        assert.deepEqual([first.isNew, first.notSplit, panes()], [true, 'not in main', [2]]);
        const again = await type.open('b.ts', FORBIDDEN);
        assert.deepEqual([again.isNew, again.notSplit, again.widget], [false, 'not in main', first.widget]);
        assert.equal((await type.open('b.ts', BESIDE)).isNew, true);
    });
});

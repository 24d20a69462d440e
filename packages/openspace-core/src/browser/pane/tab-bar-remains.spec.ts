import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import type { ApplicationShell } from '@theia/core/lib/browser';
import type { DockLayout } from '@theia/core/shared/@lumino/widgets';
import { createShell, TestView } from '../testing/real-shell';
import { TabBarRemains } from './tab-bar-remains';

/** How many widgets the layout of the main area has on its books. */
function kept(shell: ApplicationShell): number {
    const items: unknown = (shell.mainPanel.layout as DockLayout)['_items'];
    assert.ok(items instanceof Map);
    return items.size;
}

describe('TabBarRemains', () => {
    it('lets go of the tab bar of a pane that is closed, beside others or alone, and of no other', async () => {
        const { container, shell } = createShell();
        container.resolve(TabBarRemains).onStart();
        const empty = kept(shell);
        await shell.addWidget(new TestView('first'), { area: 'main' });
        const alone = kept(shell);
        await shell.addWidget(new TestView('second'), { area: 'main', mode: 'split-right' });
        await shell.closeWidget('second');
        assert.equal(kept(shell), alone);
        assert.ok(shell.getWidgetById('first'));
        await shell.closeWidget('first');
        assert.deepEqual([empty, alone, kept(shell)], [0, 2, 0]);
    });
});

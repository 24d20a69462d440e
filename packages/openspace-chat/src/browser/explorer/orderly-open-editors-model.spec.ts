import '@openspace/core/lib/browser/testing/browser-environment';
import '@openspace/core/lib/browser/testing/without-graphics';
import { TestView } from '@openspace/core/lib/browser/testing/real-shell';
import type { ApplicationShell, CompositeTreeNode, Navigatable, NavigatableWidget, Tree } from '@theia/core/lib/browser';
import { URI } from '@theia/core/lib/common';
import assert from 'node:assert/strict';
import { OrderlyOpenEditorsModel } from './orderly-open-editors-model';

class FileView extends TestView implements Navigatable {
    getResourceUri(): URI {
        return new URI(`file:///${this.id}`);
    }

    createMoveToUri(): undefined {
        return undefined;
    }
}

/** A list for which the backend describes files when the test says so. */
class WaitingModel extends OrderlyOpenEditorsModel {
    open: NavigatableWidget[] = [];
    protected override readonly applicationShell = {
        getWidgets: area => (area === 'main' ? this.open : [])
    } as Partial<ApplicationShell> as ApplicationShell;
    protected override readonly tree = {} as Partial<Tree> as Tree;
    protected describeFiles: () => void;
    protected readonly described = new Promise<void>(resolve => (this.describeFiles = resolve));

    /** Looks at what is open; answers when the list shows it. */
    look(): Promise<void> {
        return this.doUpdateOpenWidgets();
    }

    describe(): void {
        this.describeFiles();
    }

    get listed(): string[] {
        return (this.root as CompositeTreeNode).children.map(({ id }) => id);
    }

    protected override async buildRootFromOpenedWidgets(widgets: Map<string, NavigatableWidget[]>): Promise<CompositeTreeNode> {
        const children = [...widgets.values()].flat().map(({ id }) => ({ id, parent: undefined }));
        await (children.length > 0 ? this.described : undefined);
        return { id: 'root', parent: undefined, children };
    }
}

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

describe('The list of open editors', () => {
    it('names no editor that was closed while its file was looked at', async () => {
        const model = new WaitingModel();
        model.open = [new FileView('notes')];
        const before = model.look();
        await nextTurn();
        model.open = [];
        const after = model.look();
        await nextTurn();
        model.describe();
        await Promise.all([before, after]);
        assert.deepEqual(model.listed, []);
    });
});

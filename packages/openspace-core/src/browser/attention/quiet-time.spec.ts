import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { Widget } from '@theia/core/lib/browser';
import { URI } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import { editorsIn, editorsOf, QuietTime } from './quiet-time';

/** Takes the focus when it becomes visible, as a Monaco editor does. */
interface TestEditor {
    readonly uri: URI;
    readonly node: HTMLElement;
    focused: boolean;
    show(): void;
}

function createEditor(path: string): TestEditor {
    const control = { focus: () => (editor.focused = true) };
    const editor = Object.assign(Object.create(MonacoEditor.prototype) as MonacoEditor, {
        uri: new URI(path),
        node: document.createElement('div'),
        focused: false,
        getControl: () => control,
        show: () => MonacoEditor.prototype.handleVisibilityChanged.call(editor, true)
    });
    return editor;
}

describe('QuietTime', () => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
    const { handleVisibilityChanged } = MonacoEditor.prototype;
    let quietTime: QuietTime;

    beforeEach(() => {
        MonacoEditor.prototype.handleVisibilityChanged = function (this: MonacoEditor): void {
            this.getControl().focus();
        };
        const container = new Container();
        container.bind(QuietTime).toSelf();
        quietTime = container.get(QuietTime);
    });
    afterEach(() => {
        MonacoEditor.prototype.handleVisibilityChanged = handleVisibilityChanged;
    });

    it('keeps the editor of a file that the agent opens from the focus, and no editor of the person', async () => {
        const [agents, persons] = [createEditor('/a.ts'), createEditor('/b.ts')];
        await quietTime.during(editorsOf(new URI('/a.ts')), async () => {
            await Promise.resolve();
            agents.show();
            persons.show();
        });
        assert.deepEqual([agents.focused, persons.focused], [false, true]);
    });

    it('keeps the editors in a widget that the agent brings to the front from the focus', async () => {
        const [inside, outside] = [createEditor('/a.ts'), createEditor('/a.ts')];
        const widget = new Widget();
        widget.node.append(inside.node);
        await quietTime.during(editorsIn([widget]), () => {
            inside.show();
            outside.show();
            return Promise.resolve();
        });
        assert.deepEqual([inside.focused, outside.focused], [false, true]);
    });

    it('is over with the work, even if that fails', async () => {
        const editor = createEditor('/a.ts');
        await assert.rejects(quietTime.during(editorsOf(editor.uri), () => Promise.reject(new Error('no'))));
        editor.show();
        assert.equal(editor.focused, true);
    });
});

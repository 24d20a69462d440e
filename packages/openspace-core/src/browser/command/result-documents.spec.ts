import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { togglePinned, Widget } from '@theia/core/lib/browser';
import { URI } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { EditorManager, type EditorWidget, type TextEditor } from '@theia/editor/lib/browser';
import { ResultDocuments } from './result-documents';

/** An editor of which a tab and what it shows are all that there is. */
function editorOf(uri: URI): EditorWidget {
    const widget = new Widget();
    widget.title.closable = true;
    const made: Partial<EditorWidget> = {
        editor: { uri } as Partial<TextEditor> as TextEditor,
        title: widget.title,
        disposed: { connect: () => true, disconnect: () => true },
        close: () => widget.dispose(),
        get isDisposed() {
            return widget.isDisposed;
        }
    };
    return made as EditorWidget;
}

describe('Results of palette commands', () => {
    it('take the place of the one before, unless that is pinned, and of nothing else', async () => {
        const file = editorOf(new URI('file:///tea.txt'));
        const open = [file];
        const places: unknown[] = [];
        const container = new Container();
        container.bind<Pick<EditorManager, 'all' | 'open'>>(EditorManager).toConstantValue({
            get all() {
                return open.filter(({ isDisposed }) => !isDisposed);
            },
            open: (uri, options) => {
                places.push(options?.widgetOptions?.ref);
                const editor = editorOf(uri);
                open.push(editor);
                return Promise.resolve(editor);
            }
        });
        const results = container.resolve(ResultDocuments);
        const shown = (): string[] => open.filter(({ isDisposed }) => !isDisposed).map(({ editor }) => editor.uri.path.base);

        await results.show('Read File', 'oolong');
        await results.show('List Folder', 'src');
        assert.deepEqual(shown(), ['tea.txt', 'List Folder']);
        assert.deepEqual(places, [undefined, open[1]]);
        togglePinned(open[2].title);
        await results.show('Find Files by Name', 'teas.ts');
        assert.deepEqual(shown(), ['tea.txt', 'List Folder', 'Find Files by Name']);
    });
});

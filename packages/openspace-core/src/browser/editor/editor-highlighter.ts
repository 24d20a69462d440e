import { DisposableCollection } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import * as monaco from '@theia/monaco-editor-core';

/** Marks lines of a document so that the person sees what the agent speaks of. Escape in the editor takes the mark away. */
@injectable()
export class EditorHighlighter {
    /** What there is to undo for each marked document, by its URI. */
    protected readonly marks = new Map<string, DisposableCollection>();

    /** Marks whole lines (counted from 1) and takes away the earlier mark of the same document. */
    highlight(editor: MonacoEditor, startLine: number, endLine: number): void {
        const uri = editor.uri.toString();
        this.marks.get(uri)?.dispose();
        // Set on the model, not on the editor: an editor loses its decorations when its tab is hidden.
        const model = editor.document.textEditorModel;
        const decorations = model.deltaDecorations(
            [],
            [
                {
                    range: new monaco.Range(startLine, 1, endLine, 1),
                    options: {
                        description: 'openspace-highlight',
                        isWholeLine: true,
                        className: 'openspace-highlight',
                        linesDecorationsClassName: 'openspace-highlight-edge'
                    }
                }
            ]
        );
        const mark = new DisposableCollection();
        mark.push({ dispose: () => this.marks.delete(uri) });
        mark.push({ dispose: () => !model.isDisposed() && model.deltaDecorations(decorations, []) });
        mark.push(model.onWillDispose(() => mark.dispose()));
        mark.push(
            editor.getControl().onKeyDown(event => {
                if (event.keyCode === monaco.KeyCode.Escape) {
                    mark.dispose();
                }
            })
        );
        this.marks.set(uri, mark);
    }
}

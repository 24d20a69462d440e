import { injectable } from '@theia/core/shared/inversify';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import * as monaco from '@theia/monaco-editor-core';

/** Marks lines of a document so that the person sees what the agent speaks of. */
@injectable()
export class EditorHighlighter {
    /** The marks by the URI of their document. */
    protected readonly marks = new Map<string, string[]>();

    /** Marks whole lines (counted from 1) and takes away the earlier mark of the same document. */
    highlight(editor: MonacoEditor, startLine: number, endLine: number): void {
        // Set on the model, not on the editor: an editor loses its decorations when its tab is hidden.
        const model = editor.document.textEditorModel;
        const uri = editor.uri.toString();
        const decoration = {
            range: new monaco.Range(startLine, 1, endLine, 1),
            options: {
                description: 'openspace-highlight',
                isWholeLine: true,
                className: 'openspace-highlight',
                linesDecorationsClassName: 'openspace-highlight-edge'
            }
        };
        this.marks.set(uri, model.deltaDecorations(this.marks.get(uri) ?? [], [decoration]));
        model.onWillDispose(() => this.marks.delete(uri));
    }

    /** Takes the mark of this document away; false when there was none. */
    clear(editor: MonacoEditor): boolean {
        const uri = editor.uri.toString();
        const decorations = this.marks.get(uri);
        if (!decorations) {
            return false;
        }
        editor.document.textEditorModel.deltaDecorations(decorations, []);
        this.marks.delete(uri);
        return true;
    }
}

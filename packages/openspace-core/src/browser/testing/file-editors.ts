import type { ApplicationShell } from '@theia/core/lib/browser';
import { Event, SelectionService, type URI } from '@theia/core/lib/common';
import { EditorWidget, type EditorManager, type EditorOpenerOptions, type TextEditor } from '@theia/editor/lib/browser';

/** Theia's own editor widgets in a shell, each with a text that nobody sees. */
export class FileEditors implements Pick<EditorManager, 'all' | 'open'> {
    all: EditorWidget[] = [];
    shell?: ApplicationShell;

    /** Opens one more editor of a file, under the id that Theia would give it. */
    async open(uri: URI, options?: EditorOpenerOptions): Promise<EditorWidget> {
        const widget = new EditorWidget(textOf(uri), new SelectionService());
        widget.id = `code-editor-opener:${uri.toString()}:${options?.counter ?? this.of(uri).length}`;
        widget.title.label = uri.path.base;
        widget.title.closable = true;
        this.all = [...this.all, widget];
        widget.disposed.connect(() => (this.all = this.all.filter(each => each !== widget)));
        await this.shell?.addWidget(widget, { area: 'main', ...options?.widgetOptions });
        return widget;
    }

    /** The editors of a file. */
    of(uri: URI): EditorWidget[] {
        return this.all.filter(({ editor }) => editor.uri.isEqual(uri));
    }
}

function textOf(uri: URI): TextEditor {
    const text: Partial<TextEditor> = {
        node: document.createElement('div'),
        uri,
        isReadonly: false,
        onSelectionChanged: Event.None,
        onFocusChanged: Event.None,
        onDidChangeReadOnly: Event.None,
        document: { dirty: false, onDirtyChanged: Event.None, onContentChanged: Event.None } as Partial<
            TextEditor['document']
        > as TextEditor['document'],
        isFocused: () => false,
        focus: () => undefined,
        refresh: () => undefined,
        resizeToFit: () => undefined,
        setSize: () => undefined,
        handleVisibilityChanged: () => undefined,
        storeViewState: () => ({}),
        restoreViewState: () => undefined,
        getResourceUri: () => uri,
        dispose: () => undefined
    };
    return text as TextEditor;
}

import { Range } from '@theia/core/shared/vscode-languageserver-protocol';
import { URI } from '@theia/core/lib/common';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import { EditorManager, EditorWidget } from '@theia/editor/lib/browser';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';

/** Opens editors for the agent: they come to the front of their area, and the keyboard focus stays where the person has it. */
@injectable()
export class QuietEditorOpener {
    @inject(EditorManager) protected readonly editors: EditorManager;

    /** How many quiet openings are under way. */
    protected quiet = 0;

    @postConstruct()
    protected init(): void {
        // A Monaco editor takes the focus whenever it becomes visible, whatever the open mode says.
        const isQuiet = () => this.quiet > 0;
        // eslint-disable-next-line @typescript-eslint/unbound-method -- called below with the editor that it belongs to
        const becomeVisible = MonacoEditor.prototype.handleVisibilityChanged;
        MonacoEditor.prototype.handleVisibilityChanged = function (this: MonacoEditor, nowVisible: boolean): void {
            if (!nowVisible || !isQuiet()) {
                becomeVisible.call(this, nowVisible);
                return;
            }
            const control = this.getControl();
            const focus = control.focus.bind(control);
            control.focus = () => undefined;
            try {
                becomeVisible.call(this, nowVisible);
            } finally {
                control.focus = focus;
            }
        };
    }

    /** Opens the file, or brings its editor to the front, with the selection in view. */
    async open(uri: URI, selection?: Range): Promise<EditorWidget> {
        this.quiet++;
        try {
            return await this.editors.open(uri, { mode: 'reveal', ...(selection ? { selection } : {}) });
        } finally {
            this.quiet--;
        }
    }
}

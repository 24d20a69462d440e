import type { Widget } from '@theia/core/lib/browser';
import type { URI } from '@theia/core/lib/common';
import { injectable, postConstruct } from '@theia/core/shared/inversify';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';

/** Whether an editor is one of those that the agent brings to the front. */
type QuietEditors = (editor: MonacoEditor) => boolean;

/** The editors in these widgets. */
export function editorsIn(widgets: readonly Widget[]): QuietEditors {
    return editor => widgets.some(({ node }) => node.contains(editor.node));
}

/** The editors of a file. */
export function editorsOf(uri: URI): QuietEditors {
    return editor => editor.uri.isEqual(uri);
}

/** While the agent changes what is shown, the keyboard focus stays where the person has it. */
@injectable()
export class QuietTime {
    /** For each piece of work that is under way, the editors that it may bring to the front. */
    protected readonly quiet = new Set<QuietEditors>();

    @postConstruct()
    protected init(): void {
        // A Monaco editor takes the focus whenever it becomes visible, whatever the open mode says.
        const isQuiet = (editor: MonacoEditor): boolean => [...this.quiet].some(isMeant => isMeant(editor));
        // eslint-disable-next-line @typescript-eslint/unbound-method -- called below with the editor that it belongs to
        const becomeVisible = MonacoEditor.prototype.handleVisibilityChanged;
        MonacoEditor.prototype.handleVisibilityChanged = function (this: MonacoEditor, nowVisible: boolean): void {
            if (!nowVisible || !isQuiet(this)) {
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

    /**
     * Does the work without one of these editors taking the focus when it comes to the front. Any other, such as one that the person
     * opens at the same moment, takes it as ever.
     */
    async during<T>(isMeant: QuietEditors, work: () => Promise<T>): Promise<T> {
        this.quiet.add(isMeant);
        try {
            return await work();
        } finally {
            this.quiet.delete(isMeant);
        }
    }
}

import { injectable, postConstruct } from '@theia/core/shared/inversify';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';

/** While the agent changes what is shown, the keyboard focus stays where the person has it. */
@injectable()
export class QuietTime {
    /** How many pieces of work are under way. */
    protected quiet = 0;

    @postConstruct()
    protected init(): void {
        // A Monaco editor takes the focus whenever it becomes visible, whatever the open mode says.
        const isQuiet = (): boolean => this.quiet > 0;
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

    /** Does the work without an editor that comes to the front taking the focus. */
    async during<T>(work: () => Promise<T>): Promise<T> {
        this.quiet++;
        try {
            return await work();
        } finally {
            this.quiet--;
        }
    }
}

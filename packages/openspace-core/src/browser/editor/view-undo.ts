import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorManager, type EditorWidget } from '@theia/editor/lib/browser';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import type { CommandOrigin } from '../command/openspace-command';
import { ActionUndo } from '../undo/action-undo';
import { LayeredValues, type UndoTarget } from '../undo/layered-value';

/** Less is no scrolling that a person would notice. */
const TOLERATED_PIXELS = 2;

/** What can be seen of a text, and where its cursor is; undefined while it is not in sight. */
type TextView = { readonly top: number; readonly line: number; readonly column: number } | undefined;

/** Remembers where an editor was scrolled to before the agent showed another place. */
@injectable()
export class ViewUndo {
    @inject(EditorManager) protected readonly editors: EditorManager;
    @inject(ActionUndo) protected readonly undo: ActionUndo;

    protected readonly views = new LayeredValues<string, TextView>(id => this.target(id));

    /** Scrolls an editor as told, and remembers what was in view. */
    during({ id }: EditorWidget, origin: CommandOrigin, scroll: () => void): void {
        const before = this.viewOf(id);
        scroll();
        const after = this.viewOf(id);
        if (!isSame(before, after)) {
            this.undo.record(origin, this.views.record(id, before, after));
        }
    }

    protected target(id: string): UndoTarget<TextView> {
        return {
            read: () => this.viewOf(id),
            write: view => Promise.resolve(this.show(id, view)),
            isSame,
            leftAlone: 'The text is not scrolled, because you have moved in it since.'
        };
    }

    protected show(id: string, view: TextView): string {
        const control = this.editorOf(id)?.getControl();
        if (view) {
            control?.setPosition({ lineNumber: view.line, column: view.column });
            control?.setScrollTop(view.top);
        }
        return 'The text shows the place of before.';
    }

    protected viewOf(id: string): TextView {
        const control = this.editorOf(id)?.getControl();
        const position = control?.getPosition();
        return control && position ? { top: control.getScrollTop(), line: position.lineNumber, column: position.column } : undefined;
    }

    protected editorOf(id: string): MonacoEditor | undefined {
        return MonacoEditor.get(this.editors.all.find(widget => widget.id === id && widget.isVisible));
    }
}

function isSame(one: TextView, other: TextView): boolean {
    return one?.line === other?.line && one?.column === other?.column && Math.abs((one?.top ?? 0) - (other?.top ?? 0)) <= TOLERATED_PIXELS;
}

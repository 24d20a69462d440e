import { ApplicationShell, Saveable, type Widget } from '@theia/core/lib/browser';
import { URI } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { EditorManager, EditorWidget } from '@theia/editor/lib/browser';
import { CommandError } from '../../common';
import { editorsOf, QuietTime } from '../attention/quiet-time';
import type { CommandOrigin } from '../command/openspace-command';
import { WidgetCloser } from '../session/widget-closer';
import { ActionUndo } from '../undo/action-undo';
import { LayeredValues, type UndoTarget } from '../undo/layered-value';
import { EditorPlaces } from './editor-places';

const PERSON: CommandOrigin = { by: 'person' };

/** Remembers which editors the agent opened and closed: the ids of those that a file has. */
@injectable()
export class EditorUndo {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(EditorManager) protected readonly editors: EditorManager;
    @inject(QuietTime) protected readonly quietTime: QuietTime;
    @inject(EditorPlaces) protected readonly places: EditorPlaces;
    @inject(WidgetCloser) protected readonly closer: WidgetCloser;
    @inject(ActionUndo) protected readonly undo: ActionUndo;

    protected readonly open = new LayeredValues<string, readonly string[]>(uri => this.target(uri));

    /** The agent has opened an editor. */
    opened(widget: Widget, origin: CommandOrigin): void {
        if (widget instanceof EditorWidget) {
            const uri = widget.editor.uri.toString();
            const after = this.idsOf(uri);
            const before = after.filter(id => id !== widget.id);
            this.undo.record(origin, this.open.record(uri, before, after));
        }
    }

    /** Closes widgets as told, and remembers the editors among them. */
    async closing(widgets: readonly Widget[], origin: CommandOrigin, close: () => Promise<void>): Promise<void> {
        const editors = widgets.filter(widget => widget instanceof EditorWidget);
        const files = new Map(editors.map(({ editor }) => [editor.uri.toString(), this.idsOf(editor.uri.toString())]));
        editors.forEach(editor => this.places.keep(editor));
        await close();
        const closed = new Set(editors.map(({ id }) => id));
        for (const [uri, before] of files) {
            const after = before.filter(id => !closed.has(id));
            this.undo.record(origin, this.open.record(uri, before, after));
        }
    }

    protected target(uri: string): UndoTarget<readonly string[]> {
        const name = new URI(uri).path.base;
        return {
            read: () => this.idsOf(uri),
            write: ids => this.setOpen(uri, ids),
            isSame: (one, other) => one.join('\n') === other.join('\n'),
            leftAlone: `${name} stays as you have it.`
        };
    }

    protected async setOpen(uri: string, ids: readonly string[]): Promise<string> {
        const surplus = this.editorsOf(uri).filter(({ id }) => !ids.includes(id));
        const unsaved = surplus.find(widget => Saveable.isDirty(widget));
        if (unsaved) {
            throw new CommandError(
                'unsaved-changes',
                `${unsaved.title.label} has unsaved text, so its editor stays open. Save or discard the text, then close it.`
            );
        }
        surplus.forEach(widget => this.places.keep(widget));
        await this.closer.close(surplus, PERSON);
        const open = this.idsOf(uri);
        const missing = ids.filter(id => !open.includes(id));
        for (const id of missing) {
            await this.reopen(new URI(uri), id);
        }
        return `${surplus.length > 0 ? 'Closed' : 'Opened'} ${new URI(uri).path.base}${surplus.length > 0 ? '' : ' again'}.`;
    }

    protected async reopen(uri: URI, id: string): Promise<void> {
        await this.quietTime.during(editorsOf(uri), async () => {
            const widgetOptions = this.places.optionsFor(id);
            const widget = await this.editors
                .open(uri, { mode: 'open', counter: counterOf(id), widgetOptions })
                .catch((error: unknown) => Promise.reject(notOpened(uri, error)));
            await this.places.restore(widget);
        });
    }

    protected idsOf(uri: string): string[] {
        return this.editorsOf(uri)
            .map(({ id }) => id)
            .sort();
    }

    /** Those with a tab of their own. */
    protected editorsOf(uri: string): EditorWidget[] {
        return this.editors.all.filter(
            widget => widget.editor.uri.toString() === uri && (this.shell.getTabBarFor(widget)?.titles.includes(widget.title) ?? false)
        );
    }
}

/** The file may be gone. */
function notOpened(uri: URI, error: unknown): CommandError {
    const reason = error instanceof Error ? error.message : String(error);
    return new CommandError('not-opened', `${uri.path.base} could not be opened again: ${reason}`);
}

/** Theia tells the editors of a file apart by a number at the end of their ids. */
function counterOf(id: string): number {
    return Number(id.slice(id.lastIndexOf(':') + 1));
}

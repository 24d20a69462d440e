import { ApplicationShell, Saveable, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, CommandRefusal } from '../../common';
import { editorsIn, QuietTime } from '../attention/quiet-time';
import { TypingWatch } from '../attention/typing-watch';
import type { CommandOrigin } from '../command/openspace-command';

/** Closes widgets for a command: never with loss of text, never under the hands of a person who types, never moving the focus. */
@injectable()
export class WidgetCloser {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(QuietTime) protected readonly quietTime: QuietTime;
    @inject(TypingWatch) protected readonly typing: TypingWatch;

    /** Closes all of them or, with an error that says why, none. */
    async close(widgets: readonly Widget[], origin: Pick<CommandOrigin, 'by'>): Promise<void> {
        for (const widget of widgets) {
            this.check(widget, origin);
        }
        const others = this.shell.widgets.filter(widget => !widgets.includes(widget));
        const unsaved = widgets.filter(widget => Saveable.isDirty(widget) && Saveable.closingWidgetWouldLoseSaveable(widget, others));
        if (unsaved.length > 0) {
            throw unsavedChanges(unsaved);
        }
        // What stood behind a closed widget comes to the front.
        const behind = widgets.flatMap(widget => this.shell.getTabBarFor(widget)?.titles.map(({ owner }) => owner) ?? []);
        await this.quietTime.during(editorsIn(behind), async () => {
            for (const widget of widgets) {
                await this.closeOne(widget);
            }
        });
    }

    protected check(widget: Widget, origin: Pick<CommandOrigin, 'by'>): void {
        const { label, closable } = widget.title;
        if (!closable) {
            throw new CommandRefusal('not-closable', `"${label}" is pinned or always there, so it stays open.`);
        }
        const isInUse = widget.node.contains(document.activeElement) && this.typing.isTypingIn(this.shell.getAreaFor(widget) ?? 'main');
        if (isInUse && origin.by === 'agent') {
            throw new CommandError('in-use', `The person is typing in "${label}".`, 'Close it later.');
        }
    }

    protected async closeOne(widget: Widget): Promise<void> {
        const { activeElement } = document;
        if (activeElement instanceof HTMLElement && widget.node.contains(activeElement)) {
            // The shell gives the focus of a closed widget to a neighbour, where the next key would go to a text nobody meant.
            activeElement.blur();
        }
        // Not `save: false`: text that was typed this very moment would be thrown away. Undefined leaves such a widget open.
        await this.shell.closeWidget(widget.id, { save: undefined });
        if (widget.isAttached) {
            throw unsavedChanges([widget]);
        }
    }
}

function unsavedChanges(widgets: readonly Widget[]): CommandError {
    const names = widgets.map(({ title }) => `"${title.label}"`).join(', ');
    return new CommandError(
        'unsaved-changes',
        `Unsaved text would be lost in ${names}.`,
        'Ask the person to save or discard it, then close again.'
    );
}

import { ActivityService } from '@openspace/core/lib/browser/activity/activity-service';
import { FileUndo } from '@openspace/core/lib/browser/file/file-undo';
import { literalMarkdown } from '@openspace/core/lib/browser/link/literal-markdown';
import { ActionUndo } from '@openspace/core/lib/browser/undo/action-undo';
import {
    CommandError,
    hasEnded,
    MOST_UNDOABLE_ACTIONS,
    MOST_UNDOABLE_WRITES_OF_FILE,
    type ActivityEntry
} from '@openspace/core/lib/common';
import { ApplicationShell } from '@theia/core/lib/browser';
import { CommandContribution, CommandRegistry, MessageService, nls, type Command } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { ActivityWords } from './activity-words';

/** Not in the namespace of the commands that an agent may call: this is the person's. */
const UNDO_LAST: Command = {
    id: 'openspace-undo.last',
    category: 'OpenSpace',
    label: nls.localize('openspace/undo/last', 'Undo Last Agent Action')
};

/** What a person can do with an action, or why nothing. */
export type UndoOffer = { readonly kind: 'undo' | 'redo' } | { readonly kind: 'none'; readonly reason: string };

/** Takes back what agents did, for the person, and says what became of it. */
@injectable()
export class ActivityUndo implements CommandContribution {
    @inject(ActionUndo) protected readonly undo: ActionUndo;
    @inject(FileUndo) protected readonly files: FileUndo;
    @inject(ActivityService) protected readonly activity: ActivityService;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(MessageService) protected readonly messages: MessageService;
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;

    protected readonly words = new ActivityWords(id => this.commands.getCommand(id)?.label);

    registerCommands(commands: CommandRegistry): void {
        commands.registerCommand(UNDO_LAST, { execute: () => this.undoLast() });
    }

    /** What the person can do about an action: undo it, make it again, or nothing, and why. */
    offerFor(entry: ActivityEntry): UndoOffer {
        // That it came to the front could be taken back, but not what it did.
        switch (entry.risk === 'execute' ? undefined : this.undo.stateOf(entry.callId)) {
            case 'done':
                return { kind: 'undo' };
            case 'undone':
                return { kind: 'redo' };
            case undefined:
                return { kind: 'none', reason: this.undo.reasonAgainst(entry.callId) ?? reasonFor(entry) };
        }
    }

    /** Whether an action was taken back. */
    isUndone(entry: ActivityEntry): boolean {
        return this.offerFor(entry).kind === 'redo';
    }

    /** Undoes the action, or makes it again if it is undone. */
    async toggle(entry: ActivityEntry): Promise<void> {
        const offer = this.offerFor(entry);
        if (offer.kind === 'none') {
            void this.messages.info(literalMarkdown(offer.reason), { timeout: 4000 });
        } else {
            await this.setUndone(entry.callId, offer.kind === 'undo');
        }
    }

    protected async undoLast(): Promise<void> {
        // The last one may have been undone in another window.
        await this.files.restore();
        const { entries } = this.activity;
        const ranIds = new Set(entries.filter(hasRun).map(({ callId }) => callId));
        const last = this.undo.findLast(callId => !ranIds.has(callId));
        const since = entries.slice(entries.findIndex(({ callId }) => callId === last) + 1);
        const ran = since.findLast(({ callId }) => ranIds.has(callId));
        const note = ran && nls.localize('openspace/undo/ran', '“{0}” cannot be undone, because it ran something.', this.words.action(ran));
        if (last === undefined) {
            const nothing = nls.localize('openspace/undo/nothing', 'There is no action of the agent to undo.');
            void this.messages.info(literalMarkdown([nothing, ...(note === undefined ? [] : [note])].join(' ')), { timeout: 8000 });
        } else {
            await this.setUndone(last, true, note);
        }
    }

    protected async setUndone(callId: string, undone: boolean, note?: string): Promise<void> {
        const entry = this.activity.entries.find(each => each.callId === callId);
        const name = entry ? `“${this.words.action(entry)}”` : nls.localize('openspace/undo/action', 'an action');
        const focused = document.activeElement;
        try {
            const { done, left } = await this.undo.setUndone(callId, undone);
            const title = undone
                ? nls.localize('openspace/undo/undid', 'Undid {0}.', name)
                : nls.localize('openspace/undo/redid', 'Redid {0}.', name);
            const text = literalMarkdown([title, ...done, ...left, ...(note === undefined ? [] : [note])].join(' '));
            void (left.length > 0 ? this.messages.warn(text) : this.messages.info(text, { timeout: 8000 }));
        } catch (error) {
            if (!(error instanceof CommandError)) {
                throw error;
            }
            void this.messages.warn(literalMarkdown(error.message));
        }
        this.giveBackFocus(focused);
    }

    /** What an undo closes or opens leaves the keyboard nowhere: the person goes on where they were, or else where they look. */
    protected giveBackFocus(before: Element | null): void {
        if (document.activeElement !== document.body) {
            return;
        }
        if (before instanceof HTMLElement && before !== document.body && before.isConnected) {
            before.focus({ preventScroll: true });
            return;
        }
        const { currentWidget } = this.shell;
        if (currentWidget) {
            void this.shell.activateWidget(currentWidget.id);
        }
    }
}

/** Whether something ran, or may have run. */
function hasRun({ risk, state }: ActivityEntry): boolean {
    return risk === 'execute' && state !== 'refused' && state !== 'waiting';
}

function reasonFor(entry: ActivityEntry): string {
    if (!hasEnded(entry)) {
        return nls.localize('openspace/undo/running', 'It has not ended yet.');
    }
    if (entry.risk === 'view' && entry.elsewhere) {
        return nls.localize('openspace/undo/elsewhere', 'It happened in another window, so it can be undone only there.');
    }
    if (entry.risk === 'view' && entry.askedAt < performance.timeOrigin) {
        return nls.localize(
            'openspace/undo/reloaded',
            'The page was loaded since, so what was opened or arranged can no longer be undone. Changes of files still can.'
        );
    }
    if (entry.state === 'refused') {
        return nls.localize('openspace/undo/refused', 'It was refused, so there is nothing to undo.');
    }
    switch (entry.risk) {
        case 'execute':
            return nls.localize('openspace/undo/execute', 'What ran cannot be undone.');
        case 'read':
            return nls.localize('openspace/undo/read', 'It only read, so there is nothing to undo.');
        default:
            return nls.localize(
                'openspace/undo/forgotten',
                'It changed nothing that was not so before, or it is too long ago: the last {0} actions can be undone, of one file the last {1} writes.',
                MOST_UNDOABLE_ACTIONS,
                MOST_UNDOABLE_WRITES_OF_FILE
            );
    }
}

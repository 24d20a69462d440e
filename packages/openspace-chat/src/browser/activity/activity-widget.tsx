import { ActivityService } from '@openspace/core/lib/browser/activity/activity-service';
import { ActionUndo } from '@openspace/core/lib/browser/undo/action-undo';
import type { ActivityEntry } from '@openspace/core/lib/common';
import { codicon, Message, ReactWidget } from '@theia/core/lib/browser';
import { ClipboardService } from '@theia/core/lib/browser/clipboard-service';
import { CommandRegistry, nls } from '@theia/core/lib/common';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { exportActivity, saveAsFile } from './activity-export';
import { filterActivity, NO_FILTER, type ActivityFilter } from './activity-filter';
import { ActivityFilterBar } from './activity-filter-bar';
import { ActivityList } from './activity-list';
import { ActivityTargetOpener } from './activity-target-opener';
import { ActivityUndo } from './activity-undo';
import { ActivityWords } from './activity-words';

/** The view of what agents did, as it happens. */
@injectable()
export class ActivityWidget extends ReactWidget {
    static readonly ID = 'openspace-activity';
    static readonly LABEL = nls.localize('openspace/activity/title', 'Agent Activity');

    @inject(ActivityService) protected readonly activity: ActivityService;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(ClipboardService) protected readonly clipboard: ClipboardService;
    @inject(ActivityTargetOpener) protected readonly opener: ActivityTargetOpener;
    @inject(ActionUndo) protected readonly actionUndo: ActionUndo;
    @inject(ActivityUndo) protected readonly undo: ActivityUndo;

    protected readonly words = new ActivityWords(
        id => this.commands.getCommand(id)?.label,
        entry => this.undo.isUndone(entry)
    );
    protected filter = NO_FILTER;
    /** What was filtered last, with the result. */
    protected filtered?: { entries: readonly ActivityEntry[]; filter: ActivityFilter; shown: readonly ActivityEntry[] } | undefined;

    @postConstruct()
    protected init(): void {
        this.id = ActivityWidget.ID;
        this.title.label = this.title.caption = ActivityWidget.LABEL;
        this.title.iconClass = codicon('pulse');
        this.title.closable = true;
        this.addClass('openspace-activity');
        this.node.tabIndex = -1;
        const update = (): void => this.updateInView();
        const updateAll = (): void => {
            // The search finds an action by whether it is undone.
            this.filtered = undefined;
            update();
        };
        this.toDispose.pushAll([
            this.activity.onDidChange(update),
            this.activity.onDidLoad(update),
            this.actionUndo.onDidChange(updateAll)
        ]);
        this.update();
    }

    /** Shows one session alone, or all. */
    showSession(sessionId: string | undefined): void {
        this.setFilter({ ...NO_FILTER, sessionId });
    }

    /** Copies the actions that are shown, a line for each. */
    async copy(entries: readonly ActivityEntry[] = this.shown): Promise<void> {
        await this.clipboard.writeText(entries.map(entry => this.words.line(entry)).join('\n'));
    }

    /** Saves the actions that are shown as a file. */
    export(): void {
        const text = exportActivity(this.shown, entry => this.undo.isUndone(entry));
        saveAsFile(`agent-activity-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`, text);
    }

    protected get shown(): readonly ActivityEntry[] {
        const { entries } = this.activity;
        if (this.filtered?.entries !== entries || this.filtered.filter !== this.filter) {
            // Sessions get their names in the order in which they came, whatever is filtered.
            entries.forEach(entry => this.words.session(entry));
            this.filtered = { entries, filter: this.filter, shown: filterActivity(entries, this.filter, this.words) };
        }
        return this.filtered.shown;
    }

    protected setFilter(filter: ActivityFilter): void {
        this.filter = filter;
        this.update();
    }

    protected updateInView(): void {
        if (this.isVisible) {
            this.update();
        }
    }

    protected override onAfterShow(message: Message): void {
        super.onAfterShow(message);
        this.update();
    }

    protected override onActivateRequest(message: Message): void {
        super.onActivateRequest(message);
        (this.node.querySelector<HTMLElement>('[role="grid"]') ?? this.node).focus();
    }

    protected override render(): React.ReactNode {
        const { shown } = this;
        const { entries } = this.activity;
        return (
            <>
                <ActivityFilterBar
                    filter={this.filter}
                    sessions={this.words.sessions}
                    count={shown.length}
                    total={entries.length}
                    onChange={filter => this.setFilter(filter)}
                />
                {shown.length > 0 ? (
                    <ActivityList
                        entries={shown}
                        words={this.words}
                        onOpen={entry => void this.opener.open(entry.target)}
                        onCopy={entry => void this.copy([entry])}
                        undoFor={entry => this.undo.offerFor(entry)}
                        onUndo={entry => void this.undo.toggle(entry)}
                    />
                ) : (
                    <p className="openspace-activity-empty">{entries.length > 0 ? NOTHING_FOUND() : NOTHING_YET()}</p>
                )}
            </>
        );
    }
}

const NOTHING_YET = (): string =>
    nls.localize('openspace/activity/empty', 'The agent has not done anything in the IDE yet. What it does will be listed here.');
const NOTHING_FOUND = (): string => nls.localize('openspace/activity/nothingFound', 'No action matches the filter.');

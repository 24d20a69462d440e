import { ActivityService } from '@openspace/core/lib/browser/activity/activity-service';
import { literalMarkdown } from '@openspace/core/lib/browser/link/literal-markdown';
import { OpenSpacePreferences, type ActivityEntry, type ActivitySeverity } from '@openspace/core/lib/common';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { CommandRegistry, MessageService, nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { SHOW_ACTIVITY } from './activity-view-contribution';
import { ActivityWords } from './activity-words';

/** What goes wrong within this time is told together. */
const GATHERING_MS = 500;
/** The notification goes away by itself after this time; until then no other comes. */
const SHOWN_MS = 10_000;

/** Tells the person of actions that failed, and of those that were refused if the settings ask for it: one notification for a burst of them. */
@injectable()
export class FailureNotifications implements FrontendApplicationContribution {
    @inject(ActivityService) protected readonly activity: ActivityService;
    @inject(OpenSpacePreferences) protected readonly preferences: OpenSpacePreferences;
    @inject(MessageService) protected readonly messages: MessageService;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;

    protected readonly words = new ActivityWords(id => this.commands.getCommand(id)?.label);
    protected gatheringMs: number = GATHERING_MS;
    protected shownMs: number = SHOWN_MS;
    /** What the notification is about that is being gathered or shown. */
    protected burst: ActivityEntry[] = [];

    onStart(): void {
        this.activity.onDidChange(entries => {
            const failures = entries.filter(({ severity }) => this.isTold(severity));
            const isFirst = this.burst.length === 0;
            this.burst.push(...failures);
            if (isFirst && failures.length > 0) {
                void this.tell();
            }
        });
    }

    /** What failed is told in any case. */
    protected isTold(severity: ActivitySeverity | undefined): boolean {
        return severity === 'error' || (severity === 'warning' && this.preferences['openspace.agent.notifications'] === 'warnings');
    }

    protected async tell(): Promise<void> {
        await timeoutAfter(this.gatheringMs);
        const show = nls.localize('openspace/notifications/show', 'Show Activity');
        const text = literalMarkdown(this.textOf(this.burst));
        const options = { timeout: this.shownMs };
        const isError = this.burst.some(({ severity }) => severity === 'error');
        const answered = isError ? this.messages.error(text, options, show) : this.messages.warn(text, options, show);
        // Among the earlier notifications it can still be answered.
        void answered.then(answer => (answer === show ? this.commands.executeCommand(SHOW_ACTIVITY.id) : undefined));
        await Promise.race([answered, timeoutAfter(this.shownMs)]);
        this.burst = [];
    }

    protected textOf(burst: readonly ActivityEntry[]): string {
        const [first] = burst;
        const { detail = '' } = first;
        const action = this.words.action(first);
        return burst.length === 1
            ? nls.localize('openspace/notifications/one', 'The agent could not do "{0}": {1}', action, detail)
            : nls.localize(
                  'openspace/notifications/many',
                  'The agent could not do {0} things, first "{1}": {2}',
                  burst.length,
                  action,
                  detail
              );
    }
}

function timeoutAfter(durationMs: number): Promise<void> {
    return new Promise(resolve => setTimeout(resolve, durationMs));
}

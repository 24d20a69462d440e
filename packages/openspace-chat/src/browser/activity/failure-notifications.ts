import { ActivityService } from '@openspace/core/lib/browser/activity/activity-service';
import { literalMarkdown } from '@openspace/core/lib/browser/link/literal-markdown';
import { OpenSpacePreferences, type ActivityEntry, type ActivitySeverity } from '@openspace/core/lib/common';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { CommandRegistry, MessageService, MessageType, nls } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { inject, injectable } from '@theia/core/shared/inversify';
import { TimedNotifications } from '../control/timed-notifications';
import { SHOW_ACTIVITY } from './activity-view-contribution';
import { ActivityWords } from './activity-words';

/** What goes wrong within this time is told together. */
const GATHERING_MS = 500;
/** The notification goes away by itself after this time; until then no other of the same weight comes. */
const SHOWN_MS = 10_000;

/** Tells the person of actions that failed, and of those that were refused if the settings ask for it: one notification for a burst of them. */
@injectable()
export class FailureNotifications implements FrontendApplicationContribution {
    @inject(ActivityService) protected readonly activity: ActivityService;
    @inject(OpenSpacePreferences) protected readonly preferences: OpenSpacePreferences;
    @inject(MessageService) protected readonly messages: MessageService;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(TimedNotifications) protected readonly toasts: TimedNotifications;

    protected readonly words = new ActivityWords(id => this.commands.getCommand(id)?.label);
    protected gatheringMs: number = GATHERING_MS;
    protected shownMs: number = SHOWN_MS;
    /** What goes wrong while a notification is gathered, or since it is shown; undefined while there is none. */
    protected burst?: ActivityEntry[] | undefined;
    /** Resolved when an action fails while the notification tells only of refused ones. */
    protected worse = new Deferred();

    onStart(): void {
        this.activity.onDidChange(entries => {
            const failures = entries.filter(({ severity }) => this.isTold(severity));
            if (failures.length === 0) {
                return;
            }
            if (this.burst) {
                this.burst.push(...failures);
                if (failures.some(isError)) {
                    this.worse.resolve();
                }
            } else {
                this.burst = failures;
                void this.tellAll();
            }
        });
    }

    /** What failed is told in any case. */
    protected isTold(severity: ActivitySeverity | undefined): boolean {
        return severity === 'error' || (severity === 'warning' && this.preferences['openspace.agent.notifications'] === 'warnings');
    }

    /** One notification for a burst, and one more for what failed while that was shown. Of what was only refused then the view tells. */
    protected async tellAll(): Promise<void> {
        await timeoutAfter(this.gatheringMs);
        for (let burst = this.burst ?? []; burst.length > 0; burst = this.burst.some(isError) ? this.burst : []) {
            this.burst = [];
            this.worse = new Deferred();
            await this.tell(burst);
        }
        this.burst = undefined;
    }

    /** Shows a notification until it is answered or its time is over, or until there is worse to tell. */
    protected async tell(burst: readonly ActivityEntry[]): Promise<void> {
        const show = nls.localize('openspace/notifications/show', 'Show Activity');
        const text = literalMarkdown(this.textOf(burst));
        const options = { timeout: this.shownMs };
        const isWorst = burst.some(isError);
        const answered = isWorst ? this.messages.error(text, options, show) : this.messages.warn(text, options, show);
        // Among the earlier notifications it can still be answered.
        void answered.then(answer => (answer === show ? this.commands.executeCommand(SHOW_ACTIVITY.id) : undefined));
        const answer = await Promise.race([answered, timeoutAfter(this.shownMs), ...(isWorst ? [] : [this.worse.promise])]);
        if (answer === show) {
            // The view has the rest.
            this.burst = [];
        } else if (!isWorst) {
            this.toasts.letGo({ type: MessageType.Warning, text, options, actions: [show] });
        }
    }

    protected textOf(burst: readonly ActivityEntry[]): string {
        const first = burst.find(isError) ?? burst[0];
        const one = this.textOfOne(first);
        return burst.length === 1
            ? one
            : nls.localize('openspace/notifications/many', '{0} actions went wrong. The first: {1}', burst.length, one);
    }

    protected textOfOne(entry: ActivityEntry): string {
        const { detail = '', state } = entry;
        const who = this.words.actor(entry);
        const action = this.words.action(entry);
        return state === 'unknown'
            ? nls.localize(
                  'openspace/notifications/unknown',
                  '{0} wanted to do "{1}". Nobody knows whether it was done, so look: {2}',
                  who,
                  action,
                  detail
              )
            : nls.localize('openspace/notifications/one', '{0} could not do "{1}": {2}', who, action, detail);
    }
}

function isError({ severity }: ActivityEntry): boolean {
    return severity === 'error';
}

function timeoutAfter(durationMs: number): Promise<void> {
    return new Promise(resolve => setTimeout(resolve, durationMs));
}

import type { CommandExecution, CommandRefusal } from '../../common';
import type { ConnectedTab, TabRegistry } from '../tab/tab-registry';

/** So long a tab may take to tell how a command ended that the person stopped. */
const STOP_MS = 2_000;

/** A command in the hands of a tab: ends by the tab's report, or as unknown when the tab goes away or takes too long. */
export class DeliveredCommand {
    readonly ended: Promise<CommandExecution>;
    /** Ends the command; only the first call counts. */
    end!: (execution: CommandExecution) => void;
    protected timer?: NodeJS.Timeout;
    protected isEnded = false;
    protected readonly stopping = new AbortController();

    constructor(
        readonly tab: ConnectedTab,
        tabs: TabRegistry,
        readonly sessionId: string,
        protected readonly timeoutMs: number
    ) {
        this.ended = new Promise(resolve => (this.end = resolve));
        this.startTimer();
        const subscription = tabs.onDidChange(tabId => {
            if (tabId === tab.tabId && tabs.get(tabId) !== tab) {
                this.end(
                    unknown(
                        'connection-lost',
                        'The browser tab went away while the command ran. It may or may not have happened: look before you try again.'
                    )
                );
            }
        });
        void this.ended.then(() => {
            this.isEnded = true;
            clearTimeout(this.timer);
            subscription.dispose();
        });
    }

    /** Aborted when the person says stop while the tab has the command: what has not happened by then must not. */
    get stopped(): AbortSignal {
        return this.stopping.signal;
    }

    /** The person said stop: from now on the command has only a moment. */
    stop(): void {
        this.stopping.abort();
        if (!this.isEnded) {
            this.startTimer();
        }
    }

    /** The time of the command does not run while a person is asked; it begins anew afterwards. */
    async whileAsking<T>(asked: Promise<T>): Promise<T> {
        clearTimeout(this.timer);
        const answer = await asked;
        if (!this.isEnded) {
            this.startTimer();
        }
        return answer;
    }

    protected startTimer(): void {
        clearTimeout(this.timer);
        const [why, timeoutMs] = this.stopped.aborted
            ? [
                  unknown(
                      'stopped',
                      'The person said stop while the command ran. It may or may not have happened: look before you try again.'
                  ),
                  STOP_MS
              ]
            : [
                  unknown('timeout', `The command has not answered for ${this.timeoutMs / 1000} s. Look at the IDE before you try again.`),
                  this.timeoutMs
              ];
        this.timer = setTimeout(() => this.end(why), timeoutMs);
    }
}

/** A check or a person said no, and nothing happened. */
export function refused(code: string, error: string, advice?: string): CommandExecution {
    return { outcome: 'refused', result: { success: false, code, error }, ...(advice === undefined ? {} : { advice }) };
}

/** The same, of what was refused already. */
export function refusedBy({ code, message, advice }: CommandRefusal): CommandExecution {
    return refused(code, message, advice);
}

/** The effect may or may not have happened. */
export function unknown(code: string, error: string): CommandExecution {
    return { outcome: 'unknown', result: { success: false, code, error } };
}

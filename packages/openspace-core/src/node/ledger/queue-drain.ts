import { LIMITS, type CommandCall } from '@openspace/protocol';
import { Emitter } from '@theia/core/lib/common';
import type { CommandExecution } from '../../common';
import type { AgentConsent } from '../approval/agent-consent';
import { notDone } from '../approval/not-done';
import type { AgentLimits } from '../settings/agent-limits';
import type { ConnectedTab, TabRegistry } from '../tab/tab-registry';
import { refusedBy } from './delivered-command';
import type { OutsideCaller } from './outside-caller';
import type { PausedTabs } from './paused-tabs';
import type { SessionQueue } from './session-queue';

/** A program at a door that waits for the result of its call. */
export interface WaitingCaller {
    readonly caller: OutsideCaller;
    /** In `performance.now()`. */
    readonly askedAt: number;
}

/** What becomes of the commands that leave a queue, and who called them; the ledger knows. */
export interface DrainedCommands {
    /** How long a command waits for its owner to come back. */
    ownerWaitMs(): number;
    callerOf(callId: string): WaitingCaller | undefined;
    run(call: CommandCall, tab: ConnectedTab | undefined): Promise<void>;
    refuse(call: CommandCall, refusal: CommandExecution): void;
    /** Nothing of this queue waits or runs any more. */
    onDidDrain(queue: SessionQueue): void;
}

/** Takes the commands out of the queues, each when nothing holds it any more: a pause, its distance, its tab, the person's consent. */
export class QueueDrain {
    protected readonly onDidChangeEmitter = new Emitter<SessionQueue>();

    constructor(
        protected readonly tabs: TabRegistry,
        protected readonly consent: AgentConsent,
        protected readonly limits: AgentLimits,
        protected readonly paused: PausedTabs,
        protected readonly commands: DrainedCommands
    ) {}

    /** A queue has other commands, or another owner: whoever waits looks again. */
    tellChange(queue: SessionQueue): void {
        this.onDidChangeEmitter.fire(queue);
    }

    /** Sees to it that a queue runs empty. */
    start(queue: SessionQueue): void {
        queue.draining ??= this.drain(queue);
    }

    protected async drain(queue: SessionQueue): Promise<void> {
        while (queue.waiting.length > 0) {
            const pausedAt = this.paused.since(queue.ownerTabId);
            if (pausedAt !== undefined) {
                await this.hold(queue, pausedAt);
                continue;
            }
            // Whatever is waited for, the command stays in the queue: the person may say stop or hold it meanwhile.
            const restMs = queue.restsUntil - performance.now();
            if (restMs > 0) {
                await new Promise(resolve => setTimeout(resolve, restMs));
                continue;
            }
            await this.takeNext(queue);
        }
        // In the same step in which the queue was found empty: what is submitted from now on starts a new drain.
        queue.draining = undefined;
        this.commands.onDidDrain(queue);
    }

    protected async takeNext(queue: SessionQueue): Promise<void> {
        const [next] = queue.waiting;
        const owner = await this.ownerOf(queue);
        const refusal = owner && (await this.consent.obtain(next, owner, this.commands.callerOf(next.callId)?.caller));
        // The person may have taken a while to agree, and the page may have been loaded anew since, or have opened another folder.
        const tab = owner && !refusal ? await this.ownerOf(queue) : undefined;
        const isElsewhere = tab !== undefined && tab.workspaceUri !== owner?.workspaceUri;
        if (queue.waiting[0] !== next || isElsewhere) {
            return;
        }
        if (refusal) {
            queue.waiting.shift();
            this.commands.refuse(next, refusal);
        } else if (!this.paused.has(queue.ownerTabId)) {
            queue.waiting.shift();
            await this.commands.run(next, tab);
            queue.restsUntil = performance.now() + LIMITS.commandPauseMs;
        }
    }

    /** Waits for a change of what is paused. The chat waits for as long as it takes, a program at a door as long as for an answer. */
    protected async hold(queue: SessionQueue, pausedAt: number): Promise<void> {
        const endOf = ({ callId }: CommandCall): number =>
            Math.max(pausedAt, this.commands.callerOf(callId)?.askedAt ?? Infinity) + this.limits.commandTimeoutMs;
        const now = performance.now();
        const due = queue.waiting.filter(call => endOf(call) <= now);
        if (due.length > 0) {
            due.forEach(call => {
                queue.remove(call);
                this.commands.refuse(call, refusedBy(notDone('paused', 'paused')));
            });
            return;
        }
        const next = Math.min(...queue.waiting.map(endOf));
        await this.nextChange(next === Infinity ? undefined : next - now);
    }

    /** The owner, if it is there or comes back in time for what waits: a reload or a short loss of the network does not end a session. */
    protected async ownerOf(queue: SessionQueue): Promise<ConnectedTab | undefined> {
        const ownerWaitMs = this.commands.ownerWaitMs();
        const deadline = Date.now() + ownerWaitMs;
        let tab = this.tabs.get(queue.ownerTabId);
        for (let left = ownerWaitMs; !tab && left > 0 && queue.waiting.length > 0; left = deadline - Date.now()) {
            await this.nextChange(left);
            tab = this.tabs.get(queue.ownerTabId);
        }
        return tab;
    }

    /** Resolves when a tab comes or goes, a queue changes or goes on, at the latest after the given time. */
    protected nextChange(timeoutMs?: number): Promise<void> {
        return new Promise(resolve => {
            const done = (): void => {
                clearTimeout(timer);
                subscriptions.forEach(subscription => subscription.dispose());
                resolve();
            };
            const timer = timeoutMs === undefined ? undefined : setTimeout(done, timeoutMs);
            const events = [this.tabs.onDidChange, this.onDidChangeEmitter.event, this.paused.onDidChange];
            const subscriptions = events.map(event => event(done));
        });
    }
}

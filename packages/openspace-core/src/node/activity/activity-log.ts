import { CHAT_CLIENT, type ActivityMessage } from '@openspace/protocol';
import { Emitter } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import { hasEnded, MOST_ACTIVITY_ENTRIES, type ActivityEntry, type ActivityTarget } from '../../common';
import { CommandLedger } from '../ledger/command-ledger';
import type { CommandProgress } from '../ledger/command-progress';
import { isConversationName, sessionBeside } from '../ledger/outside-caller';
import { TabRegistry } from '../tab/tab-registry';
import { activitySeverity } from './activity-severity';
import { activityTarget } from './activity-target';
import { oneLine } from './one-line';

const LONGEST_DETAIL = 300;

/** An entry with the workspace that it happened in; without one it concerns everybody. */
export interface LoggedActivity {
    readonly entry: ActivityEntry;
    readonly workspaceUri: string | undefined;
    /** The tab whose agent asked, if there is one. */
    readonly tabId: string | undefined;
}

/** A command of the ledger, or an operation at a door, in the workspace that it concerns. */
interface ActivityProgress extends CommandProgress {
    readonly workspaceUri: string | undefined;
    readonly operation?: string;
}

/** Remembers what the agents did, from the ledger's word: every command that it took, and how it ended; and from the Hub's what was done through its doors. Bounded, and without the Hub. */
@injectable()
export class ActivityLog {
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(TabRegistry) protected readonly tabs: TabRegistry;

    protected mostEntries: number = MOST_ACTIVITY_ENTRIES;
    protected revision = 0;
    /** By call id, in the order in which they were asked for. */
    protected readonly activities = new Map<string, LoggedActivity>();
    protected readonly onDidChangeEmitter = new Emitter<LoggedActivity>();
    /** An entry is new or has changed. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    @postConstruct()
    protected init(): void {
        this.ledger.onDidProgress(progress => this.take(progress));
    }

    /** What is remembered of a workspace, the oldest first, as it is seen in one of its tabs. */
    entriesOf(workspaceUri: string | undefined, tabId: string): ActivityEntry[] {
        return [...this.activities.values()]
            .filter(activity => concerns(activity, workspaceUri))
            .map(activity => seenFrom(activity, tabId));
    }

    /** A program has done something to the workspace through a door of the Hub, or is about to. */
    noteDoor({ callId, sessionId, command: commandId, operation, workspace, client, risk, args, end }: ActivityMessage): void {
        const { outcome, code, message, durationMs } = end ?? {};
        const remark = message === undefined ? {} : { output: message };
        const told = code === undefined ? remark : { code, error: message ?? code };
        // Anybody may name a conversation, and is not taken for it.
        const isStranger = client !== CHAT_CLIENT && isConversationName(sessionId);
        this.put({
            call: { callId, sessionId: isStranger ? sessionBeside(sessionId) : sessionId, commandId, args },
            ...{ client, risk, operation },
            state: end ? 'ended' : 'running',
            workspaceUri: FileUri.create(workspace).toString(),
            tabId: undefined,
            ...(outcome ? { execution: { outcome, result: { success: outcome === 'done', ...told } } } : {}),
            ...(durationMs === undefined ? {} : { durationMs })
        });
    }

    protected take(progress: CommandProgress): void {
        const { tabId } = progress;
        this.put({ ...progress, workspaceUri: tabId === undefined ? undefined : this.tabs.get(tabId)?.workspaceUri });
    }

    protected put({
        call,
        client,
        tabId,
        workspaceUri: currentUri,
        operation,
        risk,
        state,
        execution,
        durationMs
    }: ActivityProgress): void {
        const { callId, sessionId, commandId, args } = call;
        const known = this.activities.get(callId);
        // A block that the agent showed to the person as code was never meant to run.
        if ((known && hasEnded(known.entry)) || execution?.result.code === 'in-code') {
            return;
        }
        const target = this.titled(activityTarget(args, execution?.result.data));
        const detail = execution && oneLine(execution.result.error ?? execution.result.output ?? '', LONGEST_DETAIL);
        const entry: ActivityEntry = {
            callId,
            revision: ++this.revision,
            sessionId,
            commandId,
            client,
            state: execution?.outcome ?? (state === 'running' ? 'running' : 'waiting'),
            askedAt: known?.entry.askedAt ?? Date.now(),
            ...(operation === undefined ? {} : { operation }),
            ...(risk ? { risk } : {}),
            ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }),
            ...(execution ? { severity: activitySeverity(execution) } : {}),
            ...(target ? { target } : {}),
            ...(detail ? { detail } : {})
        };
        const activity: LoggedActivity = { entry, workspaceUri: known?.workspaceUri ?? currentUri, tabId: tabId ?? known?.tabId };
        this.activities.set(callId, activity);
        this.forgetOldest();
        this.onDidChangeEmitter.fire(activity);
    }

    /** What does not tell the title of its terminal, because it is not over yet or has failed, has the one that was told last. */
    protected titled(target: ActivityTarget | undefined): ActivityTarget | undefined {
        if (target?.kind !== 'terminal' || target.title !== undefined) {
            return target;
        }
        const titleIn = ({ entry: { target: other } }: LoggedActivity): string | undefined =>
            other?.kind === 'terminal' && other.terminalId === target.terminalId ? other.title : undefined;
        const last = [...this.activities.values()].findLast(activity => titleIn(activity) !== undefined);
        const title = last && titleIn(last);
        return title === undefined ? target : { ...target, title };
    }

    protected forgetOldest(): void {
        for (const callId of this.activities.keys()) {
            if (this.activities.size <= this.mostEntries) {
                return;
            }
            this.activities.delete(callId);
        }
    }
}

/** Whether an entry is to be seen in this workspace. */
export function concerns(activity: LoggedActivity, workspaceUri: string | undefined): boolean {
    return activity.workspaceUri === undefined || activity.workspaceUri === workspaceUri;
}

/** An entry as a tab shows it. */
export function seenFrom({ entry, tabId }: LoggedActivity, viewerTabId: string): ActivityEntry {
    return tabId === undefined || tabId === viewerTabId ? entry : { ...entry, elsewhere: true };
}

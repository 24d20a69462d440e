import type { CommandOutcome, RiskClass } from '@openspace/protocol';

export const activityServicePath = '/services/openspace/activity';

/** So many actions are kept, in the backend and in each tab; the oldest go first. */
export const MOST_ACTIVITY_ENTRIES = 10_000;

/** So many of them can be undone, the latest. */
export const MOST_UNDOABLE_ACTIONS = 2_000;
/** So many writes of one file can be undone: how long that takes grows with the writes that came after it. */
export const MOST_UNDOABLE_WRITES_OF_FILE = 200;

/** How far an action is: in the queue, in the hands of a tab, or over. */
export type ActivityState = 'waiting' | 'running' | CommandOutcome;

/** How much it concerns the person how an action ended. */
export type ActivitySeverity = 'error' | 'warning' | 'info';

/**
 * What an action is about. Terminals and panes have the title that a person sees, once it is known. Command lines and what is typed into
 * a terminal stand on one line, shortened, and with nothing in them that a person would not see.
 */
export type ActivityTarget =
    | { readonly kind: 'file'; readonly path: string; readonly line?: number }
    | { readonly kind: 'terminal'; readonly terminalId: string; readonly title?: string; readonly typed?: string }
    | { readonly kind: 'pane'; readonly paneId: string; readonly title?: string }
    /** There is nothing to open. */
    | { readonly kind: 'command'; readonly text: string };

/** One action of an agent, as a person reads it. */
export interface ActivityEntry {
    readonly callId: string;
    /** Counts the changes of all entries: of two states of an entry the higher one is the newer. */
    readonly revision: number;
    readonly sessionId: string;
    readonly commandId: string;
    /** What was done to the workspace through a door of the Hub; absent for commands of the IDE. */
    readonly operation?: string;
    /** Who asked: the chat, or the name of a program at one of the Hub's doors. */
    readonly client: string;
    readonly risk?: RiskClass;
    /** Set for what the agent of another window did; absent for what was done in this one, or in none. */
    readonly elsewhere?: true;
    readonly state: ActivityState;
    /** When it was asked for, in milliseconds since 1970. */
    readonly askedAt: number;
    /** How long it ran, once it is over. */
    readonly durationMs?: number;
    readonly severity?: ActivitySeverity;
    readonly target?: ActivityTarget;
    /** What is now true, or what went wrong and what to do next; shortened. */
    readonly detail?: string;
}

/** Whether nothing more will happen to it. */
export function hasEnded({ state }: ActivityEntry): boolean {
    return state !== 'waiting' && state !== 'running';
}

/** Implemented by the backend over its command ledger, one for each connection; called by the browser's `ActivityService`. */
export const ActivityServer = Symbol('ActivityServer');
export interface ActivityServer {
    /** What has happened in this tab's workspace so far, the oldest first; from now on the client is told what changes. */
    followActivity(): Promise<readonly ActivityEntry[]>;
}

/** Implemented by the browser's `ActivityService`; called by the backend. */
export interface ActivityClient {
    /** Entries that are new or have changed, in order. */
    onActivity(entries: readonly ActivityEntry[]): void;
}

import type { CommandCall, RiskClass } from '@openspace/protocol';
import type { CommandExecution } from '../../common';

/** A command with its one result. */
export interface FinishedCommand {
    readonly call: CommandCall;
    readonly execution: CommandExecution;
    /** The command's class, when the command is known. */
    readonly risk?: RiskClass;
}

/** A command on its way: taken into the queue, handed to a tab, or over. */
export interface CommandProgress {
    readonly call: CommandCall;
    /** Who asked: the chat, or a program at one of the Hub's doors. */
    readonly client: string;
    /** The tab that owns the session, if there is one. */
    readonly tabId: string | undefined;
    readonly risk: RiskClass | undefined;
    readonly state: 'waiting' | 'running' | 'ended';
    /** How it ended, and how long it ran. */
    readonly execution?: CommandExecution;
    readonly durationMs?: number;
}

/** A program that calls through one of the Hub's doors. */
export interface OutsideCaller {
    /** What it calls itself: good for people and the audit, but anybody may call itself that. */
    readonly client: string;
    /** Its connection to the Hub, which nobody else has; absent for a program that keeps none. */
    readonly connection?: string;
    /** It has proven that it speaks for the conversation whose session it names. */
    readonly isConversation: boolean;
    /** Aborted when it does not wait any more: nobody needs to be asked for it then. */
    readonly gone?: AbortSignal;
}

/** Whether a session is called what OpenCode calls those of its conversations, which no program may take for itself. */
export function isConversationName(sessionId: string): boolean {
    return sessionId.startsWith('ses_');
}

/** The session that a program gets in place of a conversation that it merely names. */
export function sessionBeside(conversation: string): string {
    return `door ${conversation}`;
}

/**
 * What the approvals for a session hang on. A session that a program merely names may be another's, so its connection counts too;
 * a program without one cannot be told from others, and no approval holds for longer than once.
 */
export function approvalHolder(sessionId: string, caller: OutsideCaller | undefined): string | undefined {
    if (!caller || caller.isConversation) {
        return JSON.stringify(['conversation', sessionId]);
    }
    return caller.connection === undefined ? undefined : JSON.stringify(['connection', caller.connection, sessionId]);
}

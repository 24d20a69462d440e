export const conversationServicePath = '/services/openspace/conversation';

/** A message of the person to the agent. */
export interface ConversationPrompt {
    /** Id of the chat session; one OpenCode session belongs to it. */
    readonly conversationId: string;
    /** Chosen by the caller; the events of the answer carry it. */
    readonly turnId: string;
    readonly text: string;
}

/** What happens while the agent answers, in order. `end` and `error` are last, and exactly one of them comes. */
export type ConversationEvent = { readonly turnId: string } & (
    | { readonly kind: 'text'; readonly text: string }
    /** Something that the person should know while waiting, such as a model that does not answer. */
    | { readonly kind: 'notice'; readonly message: string }
    | { readonly kind: 'end' }
    | { readonly kind: 'error'; readonly message: string }
);

/** Implemented by the backend over `OpenCodeProxy`; called by the chat agent. */
export const ConversationServer = Symbol('ConversationServer');
export interface ConversationServer {
    /** Sends the message and answers once it is accepted; the answer itself comes as events. */
    prompt(prompt: ConversationPrompt): Promise<void>;
    /** Ends the agent's turn; its events then close with `end`. Does nothing when no turn runs. */
    abort(conversationId: string): Promise<void>;
}

/** Implemented by the browser's `ConversationClientImpl`; called by the backend. */
export interface ConversationClient {
    onConversationEvent(event: ConversationEvent): void;
}

import type { AgentRequest } from './agent-request';

export const conversationServicePath = '/services/openspace/conversation';

/** A message of the person to the agent. */
export interface ConversationPrompt {
    /** Id of the chat session; one OpenCode session belongs to it. */
    readonly conversationId: string;
    /** Chosen by the caller; the events of the answer carry it. */
    readonly turnId: string;
    readonly text: string;
}

/** A tool of OpenCode's own at work; the same call id comes again as its state changes. */
export interface AgentToolCall {
    readonly callId: string;
    readonly name: string;
    /** The arguments as JSON text. */
    readonly input: string;
    readonly finished: boolean;
    readonly output?: string;
    /** Why it did not succeed: it failed, or the person refused it. */
    readonly error?: string;
}

/** The actions of the agent in a turn, by blocks and by tools, and how many of them did not happen. */
export interface ActionTally {
    /** All of them. */
    readonly count: number;
    readonly refused?: number;
    readonly failed?: number;
}

/** One thing that happens while the agent answers. `end` and `error` are last, and exactly one of them comes. */
export type TurnEvent =
    /** What the agent says. A text goes on, whatever came in between, until another one begins. */
    | { readonly kind: 'text'; readonly text: string; readonly begins?: boolean }
    /** What the model thinks before it answers; shown, never run. */
    | { readonly kind: 'reasoning'; readonly text: string }
    | { readonly kind: 'tool'; readonly call: AgentToolCall }
    /** The agent waits for the person. */
    | { readonly kind: 'request'; readonly request: AgentRequest }
    /** The agent no longer waits for this request. */
    | { readonly kind: 'request-closed'; readonly requestId: string }
    /** The results of its commands were sent to the agent, or wait for the person's next message: then the turn ends. */
    | { readonly kind: 'results'; readonly text: string; readonly waits?: boolean }
    /** What became of all that the agent did in the IDE in the whole turn; told at its end, if there were any. */
    | ({ readonly kind: 'actions'; readonly sessionId: string } & ActionTally)
    /** Something that the person should know while waiting, such as a model that does not answer. */
    | { readonly kind: 'notice'; readonly message: string }
    /** The person stopped the answer. */
    | { readonly kind: 'stopped' }
    | { readonly kind: 'end' }
    | { readonly kind: 'error'; readonly message: string };

/** An event with the turn that it belongs to; those of one turn come in order. */
export type ConversationEvent = { readonly turnId: string } & TurnEvent;

/** A conversation as a list shows it. */
export interface ConversationSummary {
    readonly conversationId: string;
    readonly title: string;
    /** Milliseconds since 1970. */
    readonly updatedAt: number;
}

/** A message of the person and what the agent answered, as it would have been told by events. */
export interface ConversationExchange {
    readonly messageId: string;
    readonly text: string;
    readonly events: readonly TurnEvent[];
}

/** A whole conversation, rebuilt from what OpenCode keeps. */
export interface ConversationHistory extends ConversationSummary {
    readonly exchanges: readonly ConversationExchange[];
    /** The message that is being answered now; it is not among the exchanges, follow its turn for the answer. */
    readonly running?: { readonly turnId: string; readonly text: string };
}

/** Why a tab follows a turn: the person opened its conversation there, or a lost connection is back. */
export type FollowReason = 'opened' | 'reconnected';

/** Implemented by the backend over `OpenCodeProxy`; called by the browser's `ConversationService`. */
export const ConversationServer = Symbol('ConversationServer');
export interface ConversationServer {
    /** Sends the message and answers once it is accepted; the answer itself comes as events. */
    prompt(prompt: ConversationPrompt): Promise<void>;
    /** Sends this connection every event of a turn, from its first on; false when the turn is not known. */
    followTurn(turnId: string, why: FollowReason): Promise<boolean>;
    /** Ends the agent's turn; its events then close with `end`. Does nothing when no turn runs. */
    abort(conversationId: string): Promise<void>;
    /** Answers a request of the agent: the chosen values for each of its questions, or undefined to dismiss it. */
    answerRequest(requestId: string, answers: string[][] | undefined): Promise<void>;
    /** The conversations about this tab's workspace, the latest first. */
    listConversations(): Promise<ConversationSummary[]>;
    /** Undefined when there is no such conversation. */
    readConversation(conversationId: string): Promise<ConversationHistory | undefined>;
    /** Gives it another title, which stays. */
    renameConversation(conversationId: string, title: string): Promise<void>;
    /** Deletes it for good, with whatever still runs in it. */
    deleteConversation(conversationId: string): Promise<void>;
}

/** Implemented by the browser's `ConversationService`; called by the backend. */
export interface ConversationClient {
    /** Something happened in a turn that this connection follows. */
    onConversationEvent(event: ConversationEvent): void;
}

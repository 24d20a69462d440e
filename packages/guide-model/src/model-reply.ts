import type { ChatRequest } from './chat-request';
import type { Gate } from './gate';

/**
 * One step of a reply:
 * - a string: text of the answer, sent as one chunk;
 * - `reasoning`: thinking that is not part of the answer, sent as one chunk;
 * - `toolCall`: a call of one of the request's tools; the reply then finishes for that reason;
 * - `gate`: silence until the gate is open;
 * - `raw`: bytes put into the body as they are, for what a broken server would send;
 * - `response`: an HTTP response in place of the answer, or an error event if the answer has begun; ends the reply;
 * - `disconnect`: the connection breaks; ends the reply.
 */
export type ModelPiece =
    | string
    | { readonly kind: 'reasoning'; readonly text: string }
    | { readonly kind: 'toolCall'; readonly name: string; readonly args: Readonly<Record<string, unknown>> }
    | { readonly kind: 'gate'; readonly gate: Gate }
    | { readonly kind: 'raw'; readonly text: string }
    | { readonly kind: 'response'; readonly status: number; readonly body: string | object }
    | { readonly kind: 'disconnect' };

/** The pieces of a reply in order. A plain string is a reply of one chunk. */
export type ModelReply = string | Iterable<ModelPiece> | AsyncIterable<ModelPiece>;

/** Decides what the model answers; called once for each request. What it throws becomes a server error of the wire format. */
export type ModelBrain = (request: ChatRequest) => ModelReply;

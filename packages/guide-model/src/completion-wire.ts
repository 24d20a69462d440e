import { randomUUID } from 'node:crypto';
import type { ChatRequest } from './chat-request';

/** What every chunk of one answer repeats. */
interface CompletionHead {
    readonly id: string;
    readonly created: number;
    readonly model: string;
}

export interface WireToolCall {
    readonly id: string;
    readonly type: 'function';
    readonly function: { readonly name: string; readonly arguments: string };
}

/** The message of a whole answer. */
export interface WireMessage {
    readonly role: 'assistant';
    readonly content: string | null;
    readonly reasoning_content?: string;
    readonly tool_calls?: readonly WireToolCall[];
}

/** A part of a message; a tool call in it carries its place in the list. */
export type WireDelta = Partial<Omit<WireMessage, 'tool_calls'>> & {
    readonly tool_calls?: readonly (Partial<Omit<WireToolCall, 'function'>> & {
        readonly index: number;
        readonly function: Partial<WireToolCall['function']>;
    })[];
};

export type FinishReason = 'stop' | 'tool_calls';

export function completionHead(request: ChatRequest): CompletionHead {
    return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: request.model };
}

export function wireToolCall(name: string, args: object): WireToolCall {
    return { id: `call_${randomUUID()}`, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

export function completionChunk(head: CompletionHead, delta: WireDelta, finishReason?: FinishReason): object {
    return { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason ?? null }] };
}

export function usageChunk(head: CompletionHead, usage: object): object {
    return { ...head, object: 'chat.completion.chunk', choices: [], usage };
}

export function completion(head: CompletionHead, message: WireMessage, finishReason: FinishReason, usage: object): object {
    return { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finishReason }], usage };
}

/** Token counts by the usual rule of thumb of four characters; clients use them to see how full the context is. */
export function estimatedUsage(request: ChatRequest, answer: string): object {
    const promptTokens = Math.ceil(JSON.stringify(request.messages).length / 4);
    const completionTokens = Math.ceil(answer.length / 4);
    return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens };
}

export function errorBody(status: number, code: string, message: string): object {
    return { error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code } };
}

export function modelList(): object {
    return { object: 'list', data: [{ id: 'guide', object: 'model', created: 0, owned_by: 'openspace' }] };
}

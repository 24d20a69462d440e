import assert from 'node:assert/strict';
import type { ChatRequest } from '../chat-request';

/** One event of a streamed answer, as far as the specs look at it. */
export interface ChunkEvent {
    readonly object?: string;
    readonly choices?: readonly {
        readonly delta: {
            readonly role?: string;
            readonly content?: string;
            readonly reasoning_content?: string;
            readonly tool_calls?: readonly { readonly index: number; readonly id?: string; readonly function: Record<string, string> }[];
        };
        readonly finish_reason: string | null;
    }[];
    readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
    readonly error?: { readonly message: string; readonly code: string };
}

/** A request of one user message in a conversation that has begun. */
export function turn(text: string, system = ''): ChatRequest {
    return {
        model: 'any',
        stream: true,
        messages: [
            { role: 'system', content: system },
            { role: 'user', content: 'hello' },
            { role: 'assistant', content: 'Hello!' },
            { role: 'user', content: text }
        ]
    };
}

export function post(url: string, body: unknown, init: RequestInit = {}): Promise<Response> {
    return fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init
    });
}

/** The events of a whole answer; fails unless the answer ends as the wire format says. */
export async function eventsOf(response: Response): Promise<ChunkEvent[]> {
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    const events = (await response.text()).split('\n\n');
    assert.deepEqual(events.splice(-2), ['data: [DONE]', '']);
    return events.map(event => JSON.parse(event.replace(/^data: /, '')) as ChunkEvent);
}

/** The pieces of text in the order in which they came. */
export function contentOf(events: readonly ChunkEvent[]): string[] {
    return events.flatMap(event => event.choices?.flatMap(({ delta }) => delta.content || []) ?? []);
}

/** The text of the answer to one request. */
export async function answerOf(url: string, request: ChatRequest): Promise<string> {
    return contentOf(await eventsOf(await post(url, request))).join('');
}

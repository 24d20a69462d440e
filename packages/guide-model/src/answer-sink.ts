import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ChatRequest } from './chat-request';
import {
    completion,
    completionChunk,
    completionHead,
    errorBody,
    estimatedUsage,
    usageChunk,
    wireToolCall,
    type FinishReason,
    type WireDelta,
    type WireToolCall
} from './completion-wire';

/** Takes the pieces of an answer and puts them on the wire in the form that the request asked for. */
export interface AnswerSink {
    /** Adds to what the reader is shown. */
    text(text: string): Promise<void>;
    /** Adds to what the model thinks by itself. */
    reasoning(text: string): Promise<void>;
    /** Has the client call a tool. */
    toolCall(name: string, args: object): Promise<void>;
    /** Puts this on the wire as it is, whether or not that is a proper answer. */
    raw(text: string): Promise<void>;
    /** Ends the exchange with this response, or as well as that can still be said. */
    respond(status: number, body: string | object): void;
    /** The answer is complete. */
    finish(): Promise<void>;
}

export function createAnswerSink(request: ChatRequest, response: ServerResponse): AnswerSink {
    return request.stream === true ? new EventStreamSink(request, response) : new WholeAnswerSink(request, response);
}

/** Sends a complete response, objects as JSON. */
export function sendResponse(response: ServerResponse, status: number, body: string | object): void {
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' });
    response.end(isText ? body : JSON.stringify(body));
}

/** Server-sent events, one for each piece. Nothing is sent before the first piece, so that it can still be an error status. */
class EventStreamSink implements AnswerSink {
    private readonly head;
    private answer = '';
    private begun = false;
    private toolCalls = 0;

    constructor(
        private readonly request: ChatRequest,
        private readonly response: ServerResponse
    ) {
        this.head = completionHead(request);
    }

    async text(text: string): Promise<void> {
        this.answer += text;
        await this.delta({ content: text });
    }

    async reasoning(text: string): Promise<void> {
        this.answer += text;
        await this.delta({ reasoning_content: text });
    }

    async toolCall(name: string, args: object): Promise<void> {
        const { function: call, ...identity } = wireToolCall(name, args);
        const index = this.toolCalls++;
        this.answer += call.arguments;
        await this.delta({ tool_calls: [{ index, ...identity, function: { name, arguments: '' } }] });
        await this.delta({ tool_calls: [{ index, function: { arguments: call.arguments } }] });
    }

    async raw(text: string): Promise<void> {
        if (!this.response.headersSent) {
            this.response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
        }
        if (!this.response.write(text)) {
            await Promise.race([once(this.response, 'drain'), once(this.response, 'close')]);
        }
    }

    respond(status: number, body: string | object): void {
        if (!this.response.headersSent) {
            sendResponse(this.response, status, body);
            return;
        }
        const error = typeof body === 'string' ? errorBody(status, 'stream_error', body) : body;
        this.response.end(eventOf(error));
    }

    async finish(): Promise<void> {
        const finishReason: FinishReason = this.toolCalls > 0 ? 'tool_calls' : 'stop';
        await this.delta({}, finishReason);
        if (this.request.stream_options?.include_usage === true) {
            await this.raw(eventOf(usageChunk(this.head, estimatedUsage(this.request, this.answer))));
        }
        this.response.end('data: [DONE]\n\n');
    }

    private async delta(delta: WireDelta, finishReason?: FinishReason): Promise<void> {
        if (!this.begun) {
            this.begun = true;
            await this.raw(eventOf(completionChunk(this.head, { role: 'assistant', content: '' })));
        }
        await this.raw(eventOf(completionChunk(this.head, delta, finishReason)));
    }
}

function eventOf(data: object): string {
    return `data: ${JSON.stringify(data)}\n\n`;
}

/** One JSON document at the end. Raw text, where there is any, is the whole body. */
class WholeAnswerSink implements AnswerSink {
    private content = '';
    private thinking = '';
    private rawBody = '';
    private readonly toolCalls: WireToolCall[] = [];

    constructor(
        private readonly request: ChatRequest,
        private readonly response: ServerResponse
    ) {}

    text(text: string): Promise<void> {
        this.content += text;
        return Promise.resolve();
    }

    reasoning(text: string): Promise<void> {
        this.thinking += text;
        return Promise.resolve();
    }

    toolCall(name: string, args: object): Promise<void> {
        this.toolCalls.push(wireToolCall(name, args));
        return Promise.resolve();
    }

    raw(text: string): Promise<void> {
        this.rawBody += text;
        return Promise.resolve();
    }

    respond(status: number, body: string | object): void {
        sendResponse(this.response, status, body);
    }

    finish(): Promise<void> {
        const calls = this.toolCalls.length > 0;
        const message = {
            role: 'assistant' as const,
            content: calls && this.content === '' ? null : this.content,
            ...(this.thinking !== '' && { reasoning_content: this.thinking }),
            ...(calls && { tool_calls: this.toolCalls })
        };
        const usage = estimatedUsage(this.request, this.content + this.thinking + JSON.stringify(this.toolCalls));
        const whole = completion(completionHead(this.request), message, calls ? 'tool_calls' : 'stop', usage);
        sendResponse(this.response, 200, this.rawBody === '' ? whole : this.rawBody);
        return Promise.resolve();
    }
}

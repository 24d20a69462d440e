import { errorMessage } from './error-message';
import { HttpFailure } from './http-failure';

interface ContentPart {
    readonly type: string;
    readonly text?: string;
}

/** A message of the conversation as the client sent it. `content` is null beside tool calls. */
export interface ChatMessage {
    readonly role: string;
    readonly content?: string | readonly ContentPart[] | null;
}

/** The body of a chat-completions request, as far as this server reads it; other fields are kept as they came. */
export interface ChatRequest {
    readonly model: string;
    readonly messages: readonly ChatMessage[];
    readonly tools?: readonly object[] | null;
    readonly stream?: boolean | null;
    readonly stream_options?: { readonly include_usage?: boolean } | null;
}

/** Reads a request body; throws an `HttpFailure` that names what is wrong with it. */
export function parseChatRequest(body: string): ChatRequest {
    let value: unknown;
    try {
        value = JSON.parse(body);
    } catch (error) {
        throw new HttpFailure(400, 'invalid_json', `The body is not JSON: ${errorMessage(error)}`);
    }
    if (!isChatRequest(value)) {
        throw new HttpFailure(
            400,
            'invalid_request',
            'The body must hold "model" (a string) and "messages" (a list of objects with "role" and "content").'
        );
    }
    return value;
}

/** All system messages of the request, which is where instructions stand. */
export function systemText(request: ChatRequest): string {
    return textOf(request.messages.filter(message => message.role === 'system' || message.role === 'developer'));
}

/** What the person said last, without what OpenCode adds to it: reminders and the content of attached files come after. Of several such texts the last that is meant. */
export function lastUserText(request: ChatRequest, isMeant: (text: string) => boolean = () => true): string {
    const said = request.messages.filter(({ role }) => role === 'user').map(saidIn);
    return said.findLast(isMeant) ?? '';
}

function saidIn(message: ChatMessage): string {
    const texts = textsOf(message).map(text => text.replace(/<system-reminder>[^]*?<\/system-reminder>/g, '').trim());
    return texts.find(text => text !== '') ?? '';
}

/**
 * What the request is for. OpenCode asks the same model for a session's title and, when a conversation grows long, for
 * its summary. The lack of tools does not tell them apart, since a turn whose tools are all denied has none either;
 * OpenCode's own prompts do. Its title prompt stands before the instructions and in a user message of its own.
 */
export function requestPurpose(request: ChatRequest): 'turn' | 'title' | 'summary' {
    if ((request.tools?.length ?? 0) > 0) {
        return 'turn';
    }
    const system = systemText(request);
    const conversation = request.messages.filter(message => message.role !== 'system');
    const asksForTitle = conversation.length > 1 && /^Generate a title for this conversation:\s*$/.test(textOf(conversation.slice(0, 1)));
    if (asksForTitle || system.startsWith('You are a title generator')) {
        return 'title';
    }
    return system.startsWith('You are a context summarization agent') ? 'summary' : 'turn';
}

function textOf(messages: readonly ChatMessage[]): string {
    return messages.flatMap(textsOf).join('\n');
}

function textsOf({ content }: ChatMessage): string[] {
    if (typeof content === 'string') {
        return [content];
    }
    return content?.flatMap(part => part.text ?? []) ?? [];
}

function isChatRequest(value: unknown): value is ChatRequest {
    return (
        isObject(value) &&
        typeof value.model === 'string' &&
        isListOf(value.messages, isChatMessage) &&
        isNothingOr(value.tools, tools => isListOf(tools, isObject)) &&
        isNothingOr(value.stream, stream => typeof stream === 'boolean') &&
        isNothingOr(value.stream_options, isObject)
    );
}

function isChatMessage(value: unknown): value is ChatMessage {
    return (
        isObject(value) &&
        typeof value.role === 'string' &&
        isNothingOr(value.content, content => typeof content === 'string' || isListOf(content, isContentPart))
    );
}

function isContentPart(value: unknown): value is ContentPart {
    return isObject(value) && typeof value.type === 'string' && ['string', 'undefined'].includes(typeof value.text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
    return Array.isArray(value) && value.every(isItem);
}

function isNothingOr(value: unknown, isValid: (value: unknown) => boolean): boolean {
    return value === undefined || value === null || isValid(value);
}

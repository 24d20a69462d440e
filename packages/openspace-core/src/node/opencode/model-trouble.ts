import type { AssistantMessage, SessionStatus } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };

/** Whatever OpenCode says that went wrong with a turn. */
export type TurnError = NonNullable<AssistantMessage['error']>;

/** OpenCode waits to ask the model once more. */
type RetryStatus = Extract<SessionStatus, { type: 'retry' }>;

/** OpenCode itself would ask for ever; with its growing pauses a person waits about a quarter of a minute for these. */
const MAX_ATTEMPTS = 4;
/** An endpoint may ask for a longer pause than a person waits in front of a chat. */
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_REASON = 200;

/** Keys of models that were used since the start: nothing that a person reads may show one. */
export const MODEL_KEYS = new Set<string>();

const CHECK_ENDPOINT =
    'Check that its endpoint is up and that its address in OPENSPACE_LLM_BASE_URL or in the settings is right, then send the message again.';
const CHECK_FORMAT =
    'Check OPENSPACE_LLM_BASE_URL, or the address in the settings: it has to be an OpenAI-compatible endpoint, and often ends in "/v1".';

export const EMPTY_ANSWER =
    'The model sent an empty answer. Send the message again, or check that its endpoint speaks the OpenAI chat format.';
export const NOT_A_MODEL = `The model's endpoint answered with something that is not the OpenAI chat format. ${CHECK_FORMAT}`;
export const BROKEN_OFF = brokenOff('its end is missing');
export const UNANSWERED = 'The model gave no answer to this message. Send it again.';
export const OPENCODE_RESTARTED = "OpenCode, the agent's server, was restarted while it answered. Send the message again.";
export const CONVERSATION_DELETED = 'This conversation was deleted by another program that uses the same OpenCode. Begin a new one.';
export const OPENCODE_AWAY = "OpenCode, the agent's server, went away while it answered. Send the message again in a moment.";

/** What a person reads when the model could not answer, or not to the end: what happened, and what to do next. */
export function describeTrouble(error: TurnError, answered: boolean): string {
    const reason = plainReason('message' in error.data && typeof error.data.message === 'string' ? error.data.message : error.name);
    const status = error.name === 'APIError' ? error.data.statusCode : undefined;
    if (error.name === 'ProviderAuthError' || status === 401 || status === 403) {
        return `The model's endpoint refused the key (${reason}). Check OPENSPACE_LLM_API_KEY and start OpenSpace again, or check the key file in the settings.`;
    }
    if (status === 404) {
        return `The model's endpoint does not know the model or the address (${reason}). Check OPENSPACE_LLM_BASE_URL and OPENSPACE_LLM_MODEL and start OpenSpace again, or check them in the settings.`;
    }
    if (error.name === 'ContextOverflowError') {
        return `The conversation has become too long for the model (${reason}). Start a new chat and say again what matters.`;
    }
    const isGarbage = /^JSON parsing failed|^Invalid JSON|Type validation failed/i.test(reason);
    if (answered) {
        return brokenOff(isGarbage ? 'what followed is not the OpenAI chat format' : reason);
    }
    return isGarbage ? NOT_A_MODEL : `The model could not answer: ${reason}. ${CHECK_ENDPOINT}`;
}

/** What a person reads while OpenCode waits to ask the model again. */
export function retryNotice({ attempt, message }: RetryStatus): string {
    return `The model does not answer: ${plainReason(message)}. Trying again (${attempt + 1} of ${MAX_ATTEMPTS}) …`;
}

/** Why the model should not be asked again, for the person; undefined when it should. */
export function reasonToGiveUp({ attempt, message, next }: RetryStatus, answeredInStep: boolean): string | undefined {
    const reason = plainReason(message);
    if (answeredInStep) {
        return brokenOff(reason);
    }
    if (attempt >= MAX_ATTEMPTS) {
        return `The model did not answer, asked ${attempt} times: ${reason}. ${CHECK_ENDPOINT}`;
    }
    const pauseMs = next - Date.now();
    if (pauseMs > LONGEST_PAUSE_MS) {
        return `The model's endpoint takes no more requests for ${Math.ceil(pauseMs / 1000)} s (${reason}). Send the message again after that.`;
    }
    return undefined;
}

function brokenOff(reason: string): string {
    return `The model broke off its answer: ${reason}. Send the message again, or ask it to go on.`;
}

/** The reason in a few words, without what only a programmer of OpenCode could use, and without the key. */
function plainReason(message: string): string {
    if (/unable to connect|ECONNREFUSED|ENOTFOUND|getaddrinfo/i.test(message)) {
        return 'nothing can be reached at its address';
    }
    if (/connection was closed|connection reset|ECONNRESET|socket hang up/i.test(message)) {
        return 'the connection broke';
    }
    const [firstLine = ''] = embeddedMessage(message).trim().split('\n');
    const withoutKey = [...MODEL_KEYS].reduce((text, key) => text.replaceAll(key, '…'), firstLine);
    const short = withoutKey.length > LONGEST_REASON ? `${withoutKey.slice(0, LONGEST_REASON)}…` : withoutKey;
    return short.replace(/\.$/, '');
}

/** Some errors arrive as the JSON that the endpoint sent. */
function embeddedMessage(text: string): string {
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
            ? value.message
            : text;
    } catch {
        return text; // plain text, as most are
    }
}

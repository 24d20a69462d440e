import type { AssistantMessage } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };

/** Whatever OpenCode says that went wrong with a turn. */
export type TurnError = NonNullable<AssistantMessage['error']>;

/** What a person reads when the model could not answer: what happened, and what to do next. */
export function describeTrouble(error: TurnError): string {
    const detail = 'message' in error.data && typeof error.data.message === 'string' ? error.data.message : '';
    const status = error.name === 'APIError' ? error.data.statusCode : undefined;
    if (error.name === 'ProviderAuthError' || status === 401 || status === 403) {
        return `The model's endpoint refused the key (${detail}). Check OPENSPACE_LLM_API_KEY and start OpenSpace again.`;
    }
    if (status === 404) {
        return `The model's endpoint does not know the model or the address (${detail}). Check OPENSPACE_LLM_BASE_URL and OPENSPACE_LLM_MODEL.`;
    }
    if (error.name === 'ContextOverflowError') {
        return `The conversation has become too long for the model (${detail}). Start a new chat and say again what matters.`;
    }
    return `The model could not answer: ${detail || error.name}. Check that its endpoint is up, then send the message again.`;
}

import type { Message } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };

/**
 * Whether a message is the summary that OpenCode has the model write of a conversation that has become too long. It is a note of the
 * model to itself that quotes what was said before: nobody's answer, and no block in it is meant to run.
 */
export function isConversationSummary(info: Message): boolean {
    return info.role === 'assistant' && info.summary === true;
}

import type { IdeMessage } from '@openspace/protocol';

const NOT_UNDERSTOOD = 'The IDE does not understand what the Hub sent, so nothing was done. Ask for something simpler or shorter.';

/** What a message that is not valid is answered with, so that nobody waits for ever; nothing when nobody waits for an answer. */
export function refusalOf(message: unknown): IdeMessage | undefined {
    if (typeof message !== 'object' || message === null || !('type' in message) || !('callId' in message)) {
        return undefined;
    }
    const { type, callId } = message;
    if (typeof callId !== 'string' || callId === '' || callId.length > 200) {
        return undefined;
    }
    switch (type) {
        case 'execute':
            return {
                type: 'result',
                callId,
                outcome: 'refused',
                result: { success: false, code: 'invalid-message', error: NOT_UNDERSTOOD }
            };
        case 'ask':
        case 'consent':
        case 'hold':
            return { type: 'answer', callId, allowed: false, reason: NOT_UNDERSTOOD };
        case 'find-document':
            return { type: 'document', callId, trouble: NOT_UNDERSTOOD };
        case 'replace-document':
            return { type: 'replaced', callId, error: { code: 'failed', message: NOT_UNDERSTOOD } };
        default:
            return undefined;
    }
}

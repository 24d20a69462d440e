const FIELDS = ['url', 'hubUrl', 'hubTokenFile', 'opencodeUrl', 'workspace'];

/**
 * What the backend tells us when all parts are up, as the object that `npm start -- --json` prints: exactly the promised fields
 * in the promised order, null for a part that could not be started. Undefined for any other message.
 */
export function parseReadyMessage(message) {
    if (message?.type !== 'openspace-ready' || typeof message.url !== 'string') {
        return undefined;
    }
    return Object.fromEntries(FIELDS.map(field => [field, message[field] ?? null]));
}

/** A sentence from the backend for the person at the terminal, or undefined. */
export function parseNotice(message) {
    return message?.type === 'openspace-notice' && typeof message.message === 'string' ? message.message : undefined;
}

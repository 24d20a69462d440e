/** A refusal that a client is meant to read: the status, a stable code, and a message that says what to do. */
export class HubError extends Error {
    constructor(
        readonly statusCode: number,
        readonly code: string,
        message: string,
        /** Headers that belong to the answer. */
        readonly headers: Readonly<Record<string, string>> = {}
    ) {
        super(message);
        this.name = 'HubError';
    }
}

/** The one shape of every error that the Hub answers. */
export function errorBody(error: Pick<HubError, 'code' | 'message'>): { error: { code: string; message: string } } {
    return { error: { code: error.code, message: error.message } };
}

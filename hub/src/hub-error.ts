/** A refusal that a client is meant to read: the status, a stable code, and a message that says what to do. */
export class HubError extends Error {
    constructor(
        readonly statusCode: number,
        readonly code: string,
        message: string,
        /** Headers that belong to the answer. */
        readonly headers: Readonly<Record<string, string>> = {},
        /** Facts for programs, where there are any. */
        readonly details?: object
    ) {
        super(message);
        this.name = 'HubError';
    }
}

/** The one shape of every error that the Hub answers. */
export function errorBody({ code, message, details }: Pick<HubError, 'code' | 'message' | 'details'>): {
    error: { code: string; message: string; details?: object };
} {
    return { error: { code, message, ...(details && { details }) } };
}

/** A refusal that a client is meant to read: the status, a stable code, and a message that says what to do. */
export class HubError extends Error {
    constructor(
        readonly statusCode: number,
        readonly code: string,
        message: string,
        /** Headers that belong to the answer. */
        readonly headers: Readonly<Record<string, string>> = {},
        /** Facts for programs, where there are any. */
        readonly details?: object,
        /** The cause is for the log alone. */
        options?: ErrorOptions
    ) {
        super(message, options);
        this.name = 'HubError';
    }
}

/** The shape of every error that the Hub answers, but at doors whose protocols have their own. */
export const errorSchema = {
    title: 'Error',
    type: 'object',
    properties: {
        error: {
            type: 'object',
            properties: {
                code: { type: 'string' },
                message: { type: 'string', description: 'What is wrong and what to do.' },
                details: { type: 'object', description: 'Facts for programs.' }
            },
            required: ['code', 'message']
        }
    },
    required: ['error']
};

/** An error in that shape. */
export function errorBody({ code, message, details }: Pick<HubError, 'code' | 'message' | 'details'>): {
    error: { code: string; message: string; details?: object };
} {
    return { error: { code, message, ...(details && { details }) } };
}

/** A request that gets an error status; the message says what to change. */
export class HttpFailure extends Error {
    constructor(
        readonly status: number,
        readonly code: string,
        message: string
    ) {
        super(message);
    }
}

/** A call that never reached an IDE: nothing happened. The message tells the caller what to do next. */
export class CallRefusal extends Error {
    constructor(
        /** Stable, kebab-case, like the codes of commands. */
        readonly code: string,
        message: string
    ) {
        super(message);
        this.name = 'CallRefusal';
    }
}

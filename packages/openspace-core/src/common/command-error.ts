/** Why a command did not happen. The message is read by a model and by a person: it says what to do next. */
export class CommandError extends Error {
    constructor(
        /** Stable, kebab-case. */
        readonly code: string,
        message: string
    ) {
        super(message);
        this.name = 'CommandError';
    }
}

/** A check said no before anything happened. */
export class CommandRefusal extends CommandError {
    override readonly name = 'CommandRefusal';
}

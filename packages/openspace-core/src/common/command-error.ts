/** Why a command did not happen. */
export class CommandError extends Error {
    constructor(
        /** Stable, kebab-case. */
        readonly code: string,
        /** What happened; read by a person and by an agent. */
        message: string,
        /** What an agent should do next; no person reads it. A fixed text, since it is not marked as data from the workspace. */
        readonly advice?: string
    ) {
        super(message);
        this.name = 'CommandError';
    }
}

/** Why something did not happen, under the code `stopped`. */
export const STOPPED_BEFORE = 'The person said stop before this was done.';

/** A check said no before anything happened. */
export class CommandRefusal extends CommandError {
    override readonly name = 'CommandRefusal';
}

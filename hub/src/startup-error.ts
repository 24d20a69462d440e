/** A reason not to start that the person can mend: the message says what is wrong and what to do. */
export class StartupError extends Error {
    constructor(
        message: string,
        readonly exitCode: 1 | 2 = 1
    ) {
        super(message);
        this.name = 'StartupError';
    }
}

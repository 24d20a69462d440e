/**
 * A failure that a person can act on. `message` says what happened, `advice` what to do about it, `output` is what the failed
 * program printed. Entry points print it with `describe` and leave with `exitCode`; any other error is a defect and keeps its stack.
 */
export class Failure extends Error {
    constructor(message, { advice = '', output = '', exitCode = 1 } = {}) {
        super(message);
        this.name = 'Failure';
        this.advice = advice;
        this.output = output;
        this.exitCode = exitCode;
    }
}

/** What to print about an error: the failed program's output first, so that cause and advice stand last, where people look. */
export function describe(error) {
    if (!(error instanceof Failure)) {
        return `${error instanceof Error ? error.stack : String(error)}\n`;
    }
    return [error.output.trimEnd(), error.message, error.advice].filter(part => part !== '').join('\n') + '\n';
}

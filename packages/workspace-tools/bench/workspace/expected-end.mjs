/**
 * Performs an operation of the kernel that must end as it is meant to: what is measured is the work, not a refusal that nobody noticed.
 * @param expected the code of the error, or `done`
 */
export async function performExpecting(what, expected, operation) {
    const ended = await operation().then(
        () => 'done',
        error => error.code ?? String(error)
    );
    if (ended !== expected) {
        throw new Error(`${what} ended with ${ended} instead of ${expected}.`);
    }
}

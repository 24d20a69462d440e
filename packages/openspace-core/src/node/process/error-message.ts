/** What went wrong, in words. */
export function errorMessage(error: unknown): string {
    return error instanceof Error ? error.message : JSON.stringify(error);
}

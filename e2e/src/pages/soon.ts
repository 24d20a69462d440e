import { errors } from '@playwright/test';

/** For waits that every test has: looks often, and gives up when an expectation does. */
export const SOON = { polling: 50, timeout: 60_000 };

/** Says what did not come when a function in the page was waited for in vain: Playwright knows no more of it than that it is one. */
export async function waitFor(what: string, waiting: Promise<unknown>): Promise<void> {
    try {
        await waiting;
    } catch (error) {
        throw error instanceof errors.TimeoutError ? new Error(`Waited in vain for ${what}. ${error.message}`, { cause: error }) : error;
    }
}

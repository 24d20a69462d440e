/** For waits that every test has: looks often, and gives up when an expectation does. */
export const SOON = { polling: 50, timeout: 60_000 };

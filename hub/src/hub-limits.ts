/** Limits that only the Hub needs; those that other processes share are in `@openspace/protocol`. */
export const HUB_LIMITS = {
    /** Size of a request's body. */
    bodyBytes: 1024 * 1024,
    /** Size of a request's line and headers together. */
    headerBytes: 16 * 1024,
    /** Nesting of a JSON body. */
    jsonDepth: 64,
    /** A client has this long to send its headers, and the whole request. */
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 30_000,
    /** How often connections are checked against these two. */
    timeoutCheckMs: 2_000,
    /** Running requests may take this long to finish once the Hub is told to stop. */
    stopMs: 2_000,
    /** Browser tabs whose manifest and layout are kept; the one silent for longest goes first. */
    tabs: 50,
    /** IDEs that can be linked at once, and calls that one of them may have open. */
    links: 20,
    callsPerLink: 200,
    /** Sessions whose results are kept, and for how long after their last result. */
    sessions: 200,
    sessionAgeMs: 24 * 60 * 60 * 1000
} as const;

import { LIMITS } from '@openspace/protocol';

/** Limits that only the Hub needs; those that other processes share are in `@openspace/protocol`. */
export const HUB_LIMITS = {
    /** Size of a request's body. */
    bodyBytes: 1024 * 1024,
    /** The same for doors through which files are written; parsing it must not hold up others for long. */
    doorBodyBytes: 4 * 1024 * 1024,
    /** Values and keys in either: many times what a request needs, and still parsed at once. */
    bodyValues: 50_000,
    /** Size of a request's line and headers together. */
    headerBytes: 16 * 1024,
    /** A client has this long to send its headers, and the whole request. */
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 30_000,
    /** What a client still sends after it was refused is read and dropped for this long, so that it gets to see the refusal. */
    lingerMs: 5_000,
    /** How often connections are checked against these two. */
    timeoutCheckMs: 2_000,
    /**
     * Requests without the token, by machine, and requests with it that change something, by session. The second is far more than an
     * agent or an IDE needs: it only stops a program that has run wild. All sessions of a machine together may do a few times as much.
     */
    rates: { strangers: LIMITS.strangerRate, callers: { burst: 20_000, perSecond: 2_000 } },
    /** Running requests may take this long to finish once the Hub is told to stop. */
    stopMs: 2_000,
    /** Then their commands may take this long to end: a bit longer than the time after which one that does not end is killed. */
    settleMs: 8_000,
    /** Commands that are counted by their names; whatever more there is counts together. */
    countedCommands: 300,
    /** Browser tabs whose manifest and layout are kept; the one silent for longest goes first. */
    tabs: 50,
    /** IDEs that can be linked at once, and calls that one of them may have open. */
    links: 20,
    callsPerLink: 200,
    /** What one of them may be asked at once when something is to be changed: whether agents may act, and what is open. */
    documentRequestsPerLink: 1000,
    /** An IDE has this long to tell what is open, also while it waits for a window that was just closed; and this long when a person may have to decide. */
    documentReplyMs: 45_000,
    personReplyMs: 2 * 60 * 60 * 1000,
    /** What an IDE could answer by itself it has answered by then: what is still open waits for the person. */
    personAskedMs: 100,
    /** Calls at the doors wait this long for the IDE that started the Hub, whose person's rules hold. */
    awaitIdeMs: 5_000,
    /** MCP clients with a session of their own; the one idle for longest goes first, and any that is idle for too long. */
    mcpSessions: 100,
    /** Size of the message with which such a client says who it is, all of which its session keeps. */
    mcpHelloBytes: 64 * 1024,
    mcpSessionIdleMs: 30 * 60 * 1000,
    /** How often idle ones, and clients that have gone, are looked for. */
    mcpSweepMs: 10_000,
    /** How often an MCP client that wants to know is told that its call is still under way. */
    mcpProgressMs: 5_000,
    /** An MCP client whose call is not answered by then learns that the answer is under way. */
    mcpOpeningMs: 100,
    /** Sessions whose results are kept, and for how long after their last result. */
    sessions: 200,
    sessionAgeMs: 24 * 60 * 60 * 1000
} as const;

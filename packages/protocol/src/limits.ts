/** Limits that more than one process must agree on. */
export const LIMITS = {
    /** Commands that one agent message may run unless the person chose another number; the rest are refused. */
    commandsPerMessage: 10,
    /** Commands that may wait in the queue of the IDE. */
    queuedCommands: 50,
    /** Largest file that is read whole, and most bytes of a part, unless the person chose another size. */
    readBytes: 1024 * 1024,
    /** Largest file that is written or changed, unless the person chose another size. */
    writeBytes: 10 * 1024 * 1024,
    /** Pause between two commands of the queue. */
    commandPauseMs: 50,
    /** A command that has not answered after this time ends as unknown, unless the person chose another time. */
    commandTimeoutMs: 120_000,
    /** A tab that has been away for this long is gone; a reload takes less. */
    tabGoneMs: 60_000,
    /** Results that the Hub keeps for a session. */
    resultsPerSession: 20,
    /** A result that is larger as JSON is sent and kept without its data and with shortened texts. */
    resultCharacters: 16 * 1024,
    /** Characters of a text that an agent is sent in one answer; a longer one is cut at a line end, and the agent is told where. */
    answerCharacters: 48 * 1024,
    /** Once the results of a message are longer than this, the agent has to ask for more in its next message. */
    reportCharacters: 128 * 1024,
    /** Pause between two posts of a tab's layout to the Hub. */
    statePauseMs: 1_000,
    /** Pause between two reports to the Hub of how much waits in the queues. */
    queuePauseMs: 1_000,
    /** Commands that are larger as JSON, all together, are not all published. */
    manifestCharacters: 256 * 1024,
    /** A layout that is larger as JSON is sent with fewer tabs. */
    stateCharacters: 256 * 1024,
    /** Size of one message on the link between an IDE and the Hub; a result that is larger is sent without its data. */
    linkMessageBytes: 8 * 1024 * 1024,
    /** Each end of the link gives up an other end that has been silent for this long; the Hub says something twice as often. */
    linkSilenceMs: 20_000,
    /** How often one machine may knock at the Hub or the IDE without the right token: so often at once, and so often each second. */
    strangerRate: { burst: 100, perSecond: 20 },
    /** Nesting of what one process takes from another as JSON. */
    jsonDepth: 64,
    /** A command that takes longer than this is reported to the agent as slow. */
    slowCommandMs: 500
} as const;

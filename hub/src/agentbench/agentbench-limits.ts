/** Milliseconds that each tool may take; a command has its own time. */
export interface AgentBenchTimeouts {
    readonly list_files: number;
    readonly read_file: number;
    readonly search: number;
    readonly apply_patch: number;
}

export const AGENTBENCH_TIMEOUTS: AgentBenchTimeouts = { list_files: 30_000, read_file: 10_000, search: 60_000, apply_patch: 10_000 };

export const AGENTBENCH_LIMITS = {
    /** Files that a listing returns. */
    files: 1000,
    /** Lines of a file that are returned: the first half of them and the last. */
    lines: 10_000,
    /** Bytes of each output stream of a command that are stored. */
    outputBytes: 100 * 1024,
    /** Steps of a run whose artifacts are kept, and the size at which a run begins a new file of events, keeping one before it. */
    keptSteps: 1000,
    eventsBytes: 16 * 1024 * 1024,
    /** Runs that are kept of callers that name their session, and as many of those that do not. */
    keptRuns: 200
} as const;

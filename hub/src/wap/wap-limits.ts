/** The limits of the protocol; where those of the policy are tighter, they hold. */
export const WAP_LIMITS = {
    /** Bytes of a file that are read. */
    maxFileSize: 1024 * 1024,
    maxDirectoryEntries: 500,
    maxSearchResults: 100,
    /** Bytes of each output stream of a command. */
    maxOutputSize: 1024 * 1024,
    /** Milliseconds that a command, or a search, may take. */
    maxExecutionTime: 30_000,
    /** Levels that a recursive listing shows unless told otherwise. */
    defaultDepth: 3
} as const;

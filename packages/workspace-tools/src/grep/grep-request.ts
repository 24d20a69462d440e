import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import type { OperationOptions } from '../operation';
import { GLOBS_SCHEMA, INCLUDE_IGNORED_SCHEMA, PATH_SCHEMA } from '../request-schema';

/** Which lines to find. */
export const grepRequestSchema = {
    type: 'object',
    properties: {
        pattern: {
            type: 'string',
            minLength: 1,
            maxLength: 10_000,
            description: 'Regular expression in the syntax of ripgrep, matched within a line.'
        },
        literal: { type: 'boolean', description: 'Whether the pattern is a plain text instead.' },
        ignoreCase: { type: 'boolean', description: 'Whether upper and lower case are the same.' },
        path: { ...PATH_SCHEMA, description: 'The directory or file that is searched; the workspace root unless given.' },
        paths: { type: 'array', maxItems: 100, items: PATH_SCHEMA, description: 'More directories and files that are searched.' },
        recursive: { type: 'boolean', default: true, description: 'Whether to search what lies below a directory, or only its own files.' },
        includePatterns: {
            ...GLOBS_SCHEMA,
            description: 'Only files whose name one of these globs matches, or whose path from the workspace root when it has a slash.'
        },
        excludePatterns: GLOBS_SCHEMA,
        includeIgnored: { ...INCLUDE_IGNORED_SCHEMA, default: false },
        contextLines: { type: 'integer', minimum: 0, maximum: 20, description: 'Lines before and after each match to show.' },
        limit: { type: 'integer', minimum: 0, description: 'Most results wanted.' },
        countAll: {
            type: 'boolean',
            description:
                'Whether to search on behind the limit: the results are then the first by path and line, and all are counted. Takes as long as there are matches.'
        },
        matchedText: { type: 'boolean', description: 'Whether to tell which part of each line matches.' }
    },
    required: ['pattern'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
type Fields = ArgumentsOf<typeof grepRequestSchema>;
export type GrepRequest = Partial<Fields> & Pick<Fields, 'pattern'>;

/** What the caller of a search decides, not the agent. */
export interface GrepOptions extends OperationOptions {
    /** Include patterns with a slash count from the directory that is searched, the only one, in place of the workspace root. */
    readonly includeFromPath?: boolean;
    /** Time after which it answers with what it has; the policy's limit still holds. */
    readonly timeoutMs?: number;
    /** Globs of what is left out beside what the request excludes, but for files in a place that it names and that lies in it itself. */
    readonly defaultExclusions?: readonly string[];
}

/** A line that matches. */
export interface GrepMatch {
    /** Real path from the workspace root. */
    readonly path: string;
    /** From 1. */
    readonly line: number;
    /** The line without its line end, cut when it is very long. What is not valid UTF-8 shows as U+FFFD. */
    readonly content: string;
    /** The first part of the line that matches, cut when it is very long, when asked for. */
    readonly matchedText?: string;
    /** The lines around it, when asked for. */
    readonly contextBefore?: readonly string[];
    readonly contextAfter?: readonly string[];
}

/** The lines that were found. Sensitive and binary files are not searched, links not followed. */
export interface GrepResult {
    /** By path, then by line. */
    readonly matches: readonly GrepMatch[];
    /** How many there are, at least. */
    readonly total: number;
    /** Whether there are more than `total`, or may be. Absent when not. */
    readonly totalIsLowerBound?: true;
    /** Whether there may be more: the limit or the time was used up. */
    readonly truncated: boolean;
    /** Present when something that was asked for beside the lines, a part that matches or a line around one, is cut. */
    readonly isTextCut?: true;
}

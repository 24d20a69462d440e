import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { GLOBS_SCHEMA, INCLUDE_IGNORED_SCHEMA, PATH_SCHEMA } from '../request-schema';

/** Which text to find, and where. */
export const grepRequestSchema = {
    type: 'object',
    properties: {
        pattern: { type: 'string', minLength: 1, maxLength: 10_000, description: 'Regular expression without look-around, or plain text.' },
        literal: { type: 'boolean', description: 'Whether the pattern is plain text.' },
        ignoreCase: { type: 'boolean', description: 'Whether upper and lower case are the same.' },
        paths: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: PATH_SCHEMA,
            description: 'Files and directories to search; the workspace root unless given.'
        },
        recursive: { type: 'boolean', default: true, description: 'Whether to search what lies below the directories, too.' },
        includePatterns: { ...GLOBS_SCHEMA, description: `Search only what one of these covers. ${GLOBS_SCHEMA.description}` },
        excludePatterns: GLOBS_SCHEMA,
        includeIgnored: INCLUDE_IGNORED_SCHEMA,
        contextLines: { type: 'integer', minimum: 0, description: 'Lines to show before and after each match.' },
        limit: { type: 'integer', minimum: 0, description: 'Most matches wanted.' },
        countTo: { type: 'integer', minimum: 0, description: 'How far to count when there are more matches than the limit.' },
        ordered: {
            type: 'boolean',
            description: 'Whether the matches are the first by path when there are more than the limit; takes longer.'
        }
    },
    required: ['pattern'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
type Fields = ArgumentsOf<typeof grepRequestSchema>;
export type GrepRequest = Partial<Fields> & Pick<Fields, 'pattern'>;

/** A line that matches. Long lines are cut around the match. */
export interface GrepMatch {
    /** Real path from the workspace root. */
    readonly path: string;
    /** Number of the line, from 1. */
    readonly line: number;
    /** The line without its line end. */
    readonly content: string;
    /** The part of it that matched first. */
    readonly matchText: string;
    readonly contextBefore: readonly string[];
    readonly contextAfter: readonly string[];
}

/** What was found. Sensitive, binary and linked files are never searched. */
export interface GrepResult {
    /** By path, then by line. */
    readonly matches: readonly GrepMatch[];
    /** How many lines match, at least. */
    readonly total: number;
    /** Whether there are more: the limit or the time was used up. */
    readonly truncated: boolean;
}

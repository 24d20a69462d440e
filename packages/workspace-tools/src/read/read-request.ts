import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { OperationOptions } from '../operation';
import { LINE_NUMBER_SCHEMA, PATH_SCHEMA } from '../request-schema';
import { TextEncoding } from './text-encoding';

/** What to read. At most one of a range of lines, `head` and `tail`; `maxLines` goes with a range or alone. */
export const readRequestSchema = {
    type: 'object',
    properties: {
        path: PATH_SCHEMA,
        maxBytes: {
            type: 'integer',
            minimum: 0,
            description: 'Read at most so many bytes, cutting the text, instead of refusing a file that is larger than the limit.'
        },
        startLine: { ...LINE_NUMBER_SCHEMA, description: 'First line to read, from 1.' },
        endLine: { ...LINE_NUMBER_SCHEMA, description: 'Last line to read; the last of the file unless given.' },
        head: { type: 'integer', minimum: 0, description: 'Read only so many lines from the beginning.' },
        tail: { type: 'integer', minimum: 0, description: 'Read only so many lines from the end.' },
        maxLines: {
            type: 'integer',
            minimum: 2,
            description:
                'Of a file or range with more lines, read the first half of this number from its beginning and the other half from its end.'
        },
        numbered: { type: 'boolean', description: 'Whether each line begins with its number, a colon and a space.' }
    },
    required: ['path'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
export type ReadRequest = ArgumentsOf<typeof readRequestSchema>;

/** What the caller of a read decides; the agent has no say in it. */
export interface ReadOptions extends OperationOptions {
    /** Bounds the read by the policy's `largeReadBytes` in place of its `readBytes`. */
    readonly large?: boolean;
    /** Bounds the read by so many bytes in place of the policy: for a caller that compares the text, and shows nothing of it. */
    readonly comparedBytes?: number;
    /** Refuses text that is not stored as UTF-8 like a binary file: in what is read, or in all of the file as far as its lines are counted. */
    readonly utf8Only?: 'read' | 'all';
}

/** A text file, or a part of it, as it was at one moment. */
export interface ReadResult {
    /** Real path from the workspace root. */
    readonly path: string;
    readonly content: string;
    readonly encoding: TextEncoding;
    /** Size of the whole file in bytes. */
    readonly size: number;
    /** Lines in `content`. */
    readonly lines: number;
    /** Number of the first line in `content`; undefined when it is not known, which may be so at the end of a very large file. */
    readonly startLine?: number;
    /** Number of the last line in `content`, less than `startLine` when there is none. */
    readonly endLine?: number;
    /** Lines of the whole file; undefined when it is too large to count them. */
    readonly totalLines?: number;
    /** Lines that `maxLines` left out of the middle of `content`. */
    readonly omitted?: { readonly startLine: number; readonly endLine: number };
    /** Whether a limit cut `content` or left lines out of it. What the request itself left out does not count. */
    readonly truncated: boolean;
    /** Of a range whose first line alone is longer than the limit: `content` is its beginning. Absent when not. */
    readonly lineIsCut?: true;
    /** Time of the last change in milliseconds since 1970. */
    readonly modifiedMs: number;
    /**
     * SHA-256 of the whole file in hexadecimal, for a later write that must not overwrite others' changes; only when all of it was read.
     * A copy of the result's own properties lacks it.
     */
    readonly hash?: string;
}

/** A file that is no text. */
export interface BinaryDescription {
    /** Path from the workspace root. */
    readonly path: string;
    /** Size of the file in bytes. */
    readonly size: number;
    /** What the file seems to be. */
    readonly mediaType: string;
}

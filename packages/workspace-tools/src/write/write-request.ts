import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { TEXT_ENCODINGS } from '../read/text-encoding';
import { EXPECTED_HASH_SCHEMA, PATH_SCHEMA } from '../request-schema';

/** What to write, and optionally what the caller believes to stand there. */
export const writeRequestSchema = {
    type: 'object',
    properties: {
        path: PATH_SCHEMA,
        content: { type: 'string' },
        mode: {
            type: 'string',
            enum: ['create', 'overwrite', 'append'],
            description: 'Refuse a file that exists, replace it (unless said otherwise), or write behind its end.'
        },
        makeParents: { type: 'boolean', default: true, description: 'Whether to make the directories that are missing.' },
        encoding: {
            type: 'string',
            enum: TEXT_ENCODINGS,
            description: 'How the text is stored: UTF-8 without a byte order mark unless given. What is appended is stored like the file.'
        },
        expectedHash: EXPECTED_HASH_SCHEMA,
        expectedModifiedMs: {
            type: 'number',
            description: 'The file must still have this time of change, as read or list reported it; else nothing is written.'
        }
    },
    required: ['path', 'content'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
type Fields = ArgumentsOf<typeof writeRequestSchema>;
export type WriteRequest = Partial<Fields> & Pick<Fields, 'path' | 'content'>;

/** What stands there now. */
export interface WriteResult {
    /** Real path from the workspace root. */
    readonly path: string;
    /** Whether the file did not exist before. */
    readonly created: boolean;
    /** Size of the whole file in bytes. */
    readonly size: number;
    /** Bytes of it that this call wrote. */
    readonly bytesWritten: number;
    readonly modifiedMs: number;
    /** SHA-256 of the whole file in hexadecimal. */
    readonly hash: string;
    /** The text stands in an editor beside unsaved text of the person, who decides about saving; size and hash are those of the text. */
    readonly unsaved?: true;
}

/** Which directory to make, with those above it. */
export const makeDirectoryRequestSchema = {
    type: 'object',
    properties: { path: PATH_SCHEMA },
    required: ['path'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
export type MakeDirectoryRequest = ArgumentsOf<typeof makeDirectoryRequestSchema>;

/** The directory that is there now. */
export interface MakeDirectoryResult {
    /** Real path from the workspace root. */
    readonly path: string;
    /** Whether it did not exist before. */
    readonly created: boolean;
}

import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { EXPECTED_HASH_SCHEMA, PATH_SCHEMA } from '../request-schema';

/** Which text of a file to replace. */
export const editRequestSchema = {
    type: 'object',
    properties: {
        path: PATH_SCHEMA,
        oldText: {
            type: 'string',
            minLength: 1,
            description: 'The text to replace, exactly as it stands in the file; CRLF may be given as LF.'
        },
        newText: { type: 'string' },
        replaceAll: { type: 'boolean', description: 'Whether to replace every occurrence; else there must be exactly one.' },
        expectedHash: EXPECTED_HASH_SCHEMA
    },
    required: ['path', 'oldText', 'newText'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
export type EditRequest = ArgumentsOf<typeof editRequestSchema>;

/** A file whose text was changed. */
export interface ChangedFile {
    /** Real path from the workspace root. */
    readonly path: string;
    /** Size of the whole file in bytes. */
    readonly size: number;
    readonly modifiedMs: number;
    /** SHA-256 of the whole file in hexadecimal. */
    readonly hash: string;
    /** The text stands in an editor beside unsaved text of the person, who decides about saving; size and hash are those of the text. */
    readonly unsaved?: true;
}

/** What was replaced. */
export interface EditResult extends ChangedFile {
    readonly replacements: number;
    /** Lines of the new text in all its places, or of the old one where that had more. */
    readonly linesChanged: number;
}

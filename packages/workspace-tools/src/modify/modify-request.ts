import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { ChangedFile } from '../edit/edit-request';
import { EXPECTED_HASH_SCHEMA, LINE_NUMBER_SCHEMA, PATH_SCHEMA } from '../request-schema';

const replaceSchema = {
    type: 'object',
    properties: {
        type: { const: 'replace' },
        startLine: LINE_NUMBER_SCHEMA,
        endLine: LINE_NUMBER_SCHEMA,
        newContent: { type: 'string' }
    },
    required: ['type', 'startLine', 'endLine', 'newContent'],
    additionalProperties: false
} as const;

const insertSchema = {
    type: 'object',
    properties: {
        type: { const: 'insert' },
        afterLine: { type: 'integer', minimum: 0, description: 'The line to insert behind; 0 inserts before the first.' },
        newContent: { type: 'string' }
    },
    required: ['type', 'afterLine', 'newContent'],
    additionalProperties: false
} as const;

const deleteSchema = {
    type: 'object',
    properties: { type: { const: 'delete' }, startLine: LINE_NUMBER_SCHEMA, endLine: LINE_NUMBER_SCHEMA },
    required: ['type', 'startLine', 'endLine'],
    additionalProperties: false
} as const;

const regexReplaceSchema = {
    type: 'object',
    properties: {
        type: { const: 'regexReplace' },
        pattern: { type: 'string', minLength: 1, maxLength: 10_000, description: 'Regular expression as in JavaScript.' },
        replacement: { type: 'string', description: 'May hold $1, $<name>, $& and $$.' },
        flags: { type: 'string', pattern: '^[gimsuvy]*$', description: 'Such as g for every match.' }
    },
    required: ['type', 'pattern', 'replacement'],
    additionalProperties: false
} as const;

/** What to do to a file. Each operation counts the lines that those before it left; when one fails, nothing is changed. */
export const modifyRequestSchema = {
    type: 'object',
    properties: {
        path: PATH_SCHEMA,
        operations: {
            type: 'array',
            minItems: 1,
            maxItems: 1000,
            items: {
                type: 'object',
                discriminator: { propertyName: 'type' },
                required: ['type'],
                oneOf: [replaceSchema, insertSchema, deleteSchema, regexReplaceSchema]
            }
        },
        expectedHash: EXPECTED_HASH_SCHEMA
    },
    required: ['path', 'operations'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;

export type RegexReplaceOperation = ArgumentsOf<typeof regexReplaceSchema>;
export type LineOperation = ArgumentsOf<typeof replaceSchema> | ArgumentsOf<typeof insertSchema> | ArgumentsOf<typeof deleteSchema>;
export type ModifyOperation = LineOperation | RegexReplaceOperation;
export type ModifyRequest = Omit<ArgumentsOf<typeof modifyRequestSchema>, 'operations'> & { operations: ModifyOperation[] };

/** What was modified. */
export interface ModifyResult extends ChangedFile {
    /** Matches that the regular expressions replaced, all together. */
    readonly replacements: number;
    /** Lines of the whole file now. */
    readonly lines: number;
}

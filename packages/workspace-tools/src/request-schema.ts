/** Parts that the schemas of several requests share. */

export const PATH_SCHEMA = {
    type: 'string',
    description: 'Path relative to the workspace root, or absolute inside it.'
} as const;

export const LINE_NUMBER_SCHEMA = { type: 'integer', minimum: 1, description: 'Number of a line, from 1.' } as const;

export const GLOBS_SCHEMA = {
    type: 'array',
    maxItems: 100,
    items: { type: 'string' },
    description:
        'Globs from the workspace root; one without a slash counts at any depth, one that covers a directory covers what is in it, one that ends with / or /** means no file.'
} as const;

export const INCLUDE_IGNORED_SCHEMA = { type: 'boolean', description: 'Whether files that .gitignore names count, too.' } as const;

export const EXPECTED_HASH_SCHEMA = {
    type: 'string',
    description: 'The file must still have this hash, as read reported it; else nothing is changed.'
} as const;

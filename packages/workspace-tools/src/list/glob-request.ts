import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { GLOBS_SCHEMA, INCLUDE_IGNORED_SCHEMA, PATH_SCHEMA } from '../request-schema';

/** Which files to find. */
export const globRequestSchema = {
    type: 'object',
    properties: {
        pattern: {
            type: 'string',
            description: 'Glob such as src/**/*.ts, from the directory that is searched. One that ends with a slash finds only directories.'
        },
        path: { ...PATH_SCHEMA, description: 'The directory that is searched; the workspace root unless given.' },
        anyDepth: {
            type: 'boolean',
            description: 'Whether a pattern without a slash counts at any depth instead of in the directory alone.'
        },
        starsCross: {
            type: 'boolean',
            description: 'Whether ** takes slashes also beside other characters, as in src/**.ts, instead of like one star.'
        },
        directories: { type: 'boolean', description: 'Whether to find directories, too.' },
        excludePatterns: GLOBS_SCHEMA,
        includeIgnored: { ...INCLUDE_IGNORED_SCHEMA, default: true },
        sortBy: { type: 'string', enum: ['path', 'modified'], description: 'By path, or the latest change first.' },
        limit: { type: 'integer', minimum: 0, description: 'Most results wanted.' }
    },
    required: ['pattern'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
type Fields = ArgumentsOf<typeof globRequestSchema>;
export type GlobRequest = Partial<Fields> & Pick<Fields, 'pattern'>;

/** One file or directory that was found. */
export interface GlobMatch {
    /** Real path from the workspace root. */
    readonly path: string;
    readonly type: 'file' | 'directory';
    /** Time of the last change in milliseconds since 1970; only when sorted by it. */
    readonly modifiedMs?: number;
}

/** What was found. Sensitive files and links are never among it. */
export interface GlobResult {
    /** Real path of the directory that was searched from the workspace root; empty for the root. */
    readonly path: string;
    readonly matches: readonly GlobMatch[];
    /** How many there are, at least. */
    readonly total: number;
    /** Present when there may be more than `total`: a limit of the policy ended the walk. */
    readonly totalIsLowerBound?: true;
    readonly truncated: boolean;
}

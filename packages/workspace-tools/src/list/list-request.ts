import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { GLOBS_SCHEMA, INCLUDE_IGNORED_SCHEMA, PATH_SCHEMA } from '../request-schema';

/** What to list. */
export const listRequestSchema = {
    type: 'object',
    properties: {
        path: { ...PATH_SCHEMA, description: 'The directory; the workspace root unless given.' },
        recursive: { type: 'boolean', description: 'Whether to list what lies below, too.' },
        depth: {
            type: 'integer',
            minimum: 1,
            description: 'Levels to list when recursive: 1 is the directory itself. No bound unless given.'
        },
        excludePatterns: GLOBS_SCHEMA,
        includeIgnored: { ...INCLUDE_IGNORED_SCHEMA, default: true },
        metadata: { type: 'boolean', default: true, description: 'Whether to tell sizes and times.' },
        offset: { type: 'integer', minimum: 0, description: 'Entries to leave out before the first that is wanted.' },
        limit: { type: 'integer', minimum: 0, description: 'Most entries wanted.' }
    },
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
/** The schema's defaults describe what holds when a field is missing; a request need not have any. */
export type ListRequest = Partial<ArgumentsOf<typeof listRequestSchema>>;

/** `other` is a device, socket or pipe. */
export type EntryType = 'file' | 'directory' | 'link' | 'other';

/** One entry of a directory. */
export interface DirectoryEntry {
    readonly name: string;
    /** Real path from the workspace root. */
    readonly path: string;
    /** Of a link in a listing: of the file or directory that it leads to, if that lies in the workspace and may be read, as size and time are. */
    readonly type: EntryType;
    /**
     * Size in bytes and time of the last change in milliseconds since 1970. Not told for sensitive entries, and for what cannot be found
     * under the name that is shown: it is gone meanwhile, or its name is not UTF-8.
     */
    readonly size?: number;
    readonly modifiedMs?: number;
    /** The policy lets no tool read this entry. What lies below it is not listed, nor what lies behind a link. */
    readonly sensitive?: true;
}

/** The entries of a directory, as far as the limit goes. */
export interface ListResult {
    /** Real path of the directory from the workspace root; empty for the root. */
    readonly path: string;
    /** Directories first, then by name; by path when recursive. */
    readonly entries: readonly DirectoryEntry[];
    /** How many entries there are, at least. */
    readonly total: number;
    /** Present when there may be more than `total`: a limit of the policy ended the walk. */
    readonly totalIsLowerBound?: true;
    readonly truncated: boolean;
}

import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { PATH_SCHEMA } from '../request-schema';

/** What to describe. */
export const statRequestSchema = {
    type: 'object',
    properties: { path: PATH_SCHEMA },
    required: ['path'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
export type StatRequest = ArgumentsOf<typeof statRequestSchema>;

/** A file or directory as it is now; times are in milliseconds since 1970. */
export interface StatResult {
    /** Real path from the workspace root; empty for the root. */
    readonly path: string;
    /** The same below the root as the workspace was opened. */
    readonly absolutePath: string;
    readonly type: 'file' | 'directory';
    readonly size: number;
    /** Permission bits, such as 0o644. */
    readonly permissions: number;
    readonly ownerId: number;
    readonly groupId: number;
    readonly createdMs: number;
    readonly modifiedMs: number;
    readonly accessedMs: number;
    /** How many entries a directory has. */
    readonly entries?: number;
}

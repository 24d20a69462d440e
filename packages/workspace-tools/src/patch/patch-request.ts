import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';

/** A change of several files that happens as a whole or not at all. */
export const patchRequestSchema = {
    type: 'object',
    properties: {
        patch: { type: 'string', minLength: 1, description: 'Unified diff, with or without the headers of git.' },
        strip: {
            type: 'integer',
            minimum: 0,
            maximum: 10,
            default: 1,
            description: 'Leading segments of the names in the diff that are no part of the paths; 1 is for "a/" and "b/".'
        },
        dryRun: { type: 'boolean', description: 'Whether to tell only what would change.' }
    },
    required: ['patch'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
type Fields = ArgumentsOf<typeof patchRequestSchema>;
export type PatchRequest = Partial<Fields> & Pick<Fields, 'patch'>;

/** One file that a patch changes. */
export interface PatchedFile {
    /** Real path from the workspace root; of a renamed file the new one. */
    readonly path: string;
    readonly action: 'create' | 'modify' | 'delete' | 'rename';
    /** Where a renamed file was. */
    readonly previousPath?: string;
    readonly addedLines: number;
    readonly removedLines: number;
    /** The text stands in an editor beside unsaved text of the person, who decides about saving. */
    readonly unsaved?: true;
}

/** What was patched, in the order of the diff. */
export interface PatchResult {
    readonly files: readonly PatchedFile[];
    /** Size of the diff in bytes. */
    readonly patchBytes: number;
    /** False after a dry run. */
    readonly applied: boolean;
}

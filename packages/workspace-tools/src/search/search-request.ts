import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { OperationOptions } from '../operation';

/** Which file names to find. */
export const searchRequestSchema = {
    type: 'object',
    properties: {
        query: { type: 'string', description: 'Words of a file name or path, or a glob such as *.spec.ts; empty finds every file.' },
        includePattern: { type: 'string', description: 'Only files that this glob covers, such as *.ts or src/**.' },
        excludePattern: { type: 'string', description: 'No files that this glob covers.' },
        limit: { type: 'integer', minimum: 0, description: 'Most results wanted.' }
    },
    required: ['query'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
export type SearchRequest = ArgumentsOf<typeof searchRequestSchema>;

/** What the caller of a search decides, not the agent. */
export interface SearchOptions extends OperationOptions {
    /** Time after which the search answers with what it has; the policy's limit still holds. */
    readonly timeoutMs?: number;
    /** Whether to find files that `.gitignore` names, too. */
    readonly includeIgnored?: boolean;
}

/** What was found. */
export interface SearchResult {
    /** Paths from the workspace root, best match first. */
    readonly files: readonly string[];
    /** Whether there may be more: the limit or the time was used up. */
    readonly truncated: boolean;
}

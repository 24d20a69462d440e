import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { DEFAULT_LIMITS } from '@openspace/workspace-tools';

const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
const COUNT_OR_NULL = { type: ['integer', 'null'], minimum: 1 } as const;

/** The parameters of the five tools. A parameter that may be left out may also be null. */
const PARAMETER_SCHEMAS = {
    list_files: {
        type: 'object',
        properties: {
            root: { type: 'string', default: '.', description: 'Directory to list, relative to the workspace.' },
            glob: { ...TEXT_OR_NULL, description: 'Only files whose path from the root this glob matches, such as **/*.py.' }
        },
        additionalProperties: false
    },
    read_file: {
        type: 'object',
        properties: {
            path: {
                type: 'string',
                description: `Path of the file, relative to the workspace. Of a file of more than ${DEFAULT_LIMITS.scanBytes} bytes only so many and the lines that are read must be UTF-8.`
            },
            start_line: { ...COUNT_OR_NULL, description: 'First line to read, from 1.' },
            end_line: { ...COUNT_OR_NULL, description: 'Last line to read.' }
        },
        required: ['path'],
        additionalProperties: false
    },
    search: {
        type: 'object',
        properties: {
            query: {
                type: 'string',
                minLength: 1,
                maxLength: 10_000,
                description: 'Text, or regular expression in the syntax of ripgrep. Files that .gitignore names are not searched.'
            },
            glob: { ...TEXT_OR_NULL, description: 'Only files whose name, or path where it has a slash, this glob matches.' },
            max_results: {
                type: 'integer',
                minimum: 1,
                default: 50,
                description: `Most matches wanted; never more than ${DEFAULT_LIMITS.grepMatches} are returned.`
            },
            context_lines: {
                type: 'integer',
                minimum: 0,
                maximum: 10,
                default: 2,
                description: 'Lines before and after each match to show.'
            },
            is_regex: { type: 'boolean', default: false, description: 'Whether the query is a regular expression.' }
        },
        required: ['query'],
        additionalProperties: false
    },
    apply_patch: {
        type: 'object',
        properties: { unified_diff: { type: 'string', description: 'Unified diff; names begin with one segment that does not count.' } },
        required: ['unified_diff'],
        additionalProperties: false
    },
    run: {
        type: 'object',
        properties: {
            command: { type: 'string', description: 'Command line, run by bash.' },
            timeout_sec: {
                ...COUNT_OR_NULL,
                description: `Time after which the command is ended; never more than ${DEFAULT_LIMITS.execTimeoutMs / 1000}.`
            },
            env: { type: ['object', 'null'], additionalProperties: { type: 'string' }, description: 'More environment variables.' }
        },
        required: ['command'],
        additionalProperties: false
    }
} as const satisfies Record<string, CommandArgumentSchema>;

export type AgentBenchToolName = keyof typeof PARAMETER_SCHEMAS;
export type AgentBenchParameters<Name extends AgentBenchToolName> = ArgumentsOf<(typeof PARAMETER_SCHEMAS)[Name]>;

const TOOL_NAMES = Object.keys(PARAMETER_SCHEMAS) as AgentBenchToolName[];

/** What every request must have to be answered with a result at all. */
export const ENVELOPE_SCHEMA = {
    type: 'object',
    properties: {
        tool: { type: 'string', enum: TOOL_NAMES },
        params: { type: 'object' },
        request_id: { type: 'string', minLength: 1, maxLength: 200, description: 'Comes back with the result.' }
    },
    required: ['tool', 'params', 'request_id'],
    additionalProperties: false
} as const;

/** The same with the parameters that each tool takes. */
export const REQUEST_SCHEMA = {
    ...ENVELOPE_SCHEMA,
    discriminator: { propertyName: 'tool' },
    oneOf: TOOL_NAMES.map(tool => ({
        properties: { tool: { const: tool }, params: PARAMETER_SCHEMAS[tool] },
        required: ['tool', 'params']
    }))
};

/** A call of one of the tools. */
export interface AgentBenchRequest {
    readonly tool: AgentBenchToolName;
    /** What the tool takes, once its route has checked it. */
    readonly params: object;
    readonly request_id: string;
}

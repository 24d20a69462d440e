import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { ModifyOperation, modifyRequestSchema } from '@openspace/workspace-tools';
import { WAP_LIMITS } from './wap-limits';

const FILE = { type: 'string', description: 'Path of the file, relative to the workspace root.' } as const;
const LINE = { type: 'integer', minimum: 1 } as const;
const EXCLUSIONS = {
    type: 'array',
    maxItems: 100,
    items: { type: 'string' },
    description: 'Globs of what is left out; those that getWorkspaceInfo names unless given, when recursive.'
} as const;

/** The requests of the workspace agent protocol, by the names of its tools. */
export const WAP_SCHEMAS = {
    exploreFiles: {
        type: 'object',
        properties: {
            path: { type: 'string', description: 'Directory to begin at, relative to the workspace root.' },
            recursive: { type: 'boolean', description: 'Whether to list what lies below, too.' },
            excludePatterns: EXCLUSIONS,
            maxDepth: {
                type: 'integer',
                minimum: 1,
                description: `Levels to list when recursive; ${WAP_LIMITS.defaultDepth} unless given.`
            },
            returnMetadata: { type: 'boolean', description: 'Whether to tell sizes and times.' }
        },
        required: ['path'],
        additionalProperties: false
    },
    readFile: {
        type: 'object',
        properties: {
            path: FILE,
            startLine: { ...LINE, description: 'First line to read, from 1.' },
            endLine: { ...LINE, description: 'Last line to read.' }
        },
        required: ['path'],
        additionalProperties: false
    },
    writeFile: {
        type: 'object',
        properties: {
            path: FILE,
            content: { type: 'string' },
            mode: {
                type: 'string',
                enum: ['create', 'overwrite', 'append'],
                description: 'Refuse a file that exists, replace it (unless said otherwise), or write behind its end.'
            },
            createDirectories: { type: 'boolean', description: 'Whether to make the directories that are missing.' }
        },
        required: ['path', 'content'],
        additionalProperties: false
    },
    modifyFile: {
        type: 'object',
        properties: { path: FILE, operations: modifyRequestSchema.properties.operations },
        required: ['path', 'operations'],
        additionalProperties: false
    },
    searchFiles: {
        type: 'object',
        properties: {
            paths: {
                type: 'array',
                minItems: 1,
                maxItems: 100,
                items: { type: 'string' },
                description: 'Directories and files that are searched, relative to the workspace root.'
            },
            query: { type: 'string', minLength: 1, maxLength: 10_000 },
            type: {
                type: 'string',
                enum: ['regex', 'literal'],
                description: 'Regular expression in the syntax of ripgrep, or plain text.'
            },
            recursive: { type: 'boolean', description: 'Whether to search what lies below a directory, or only its own files.' },
            excludePatterns: EXCLUSIONS,
            contextLines: { type: 'integer', minimum: 0, maximum: 20, description: 'Lines before and after each match to show.' }
        },
        required: ['paths', 'query', 'type'],
        additionalProperties: false
    },
    executeCommand: {
        type: 'object',
        properties: {
            command: { type: 'string', description: 'Command line, run by bash.' },
            workingDirectory: { type: 'string', description: 'Directory to run in; the workspace root unless given.' },
            timeout: {
                type: 'number',
                exclusiveMinimum: 0,
                description: `Milliseconds after which the command is ended, at most ${WAP_LIMITS.maxExecutionTime}.`
            },
            environment: { type: 'object', additionalProperties: { type: 'string' }, description: 'More environment variables.' }
        },
        required: ['command'],
        additionalProperties: false
    },
    getWorkspaceInfo: { type: 'object', properties: {}, additionalProperties: false }
} as const satisfies Record<string, CommandArgumentSchema>;

export type WapToolName = keyof typeof WAP_SCHEMAS;
export type WapRequest<Name extends WapToolName> = Name extends 'modifyFile'
    ? { readonly path: string; readonly operations: ModifyOperation[] }
    : ArgumentsOf<(typeof WAP_SCHEMAS)[Name]>;
/** A request of some tool, which its route has checked. */
export type AnyWapRequest = { [Name in WapToolName]: WapRequest<Name> }[WapToolName];

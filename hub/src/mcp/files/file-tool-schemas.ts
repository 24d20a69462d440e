import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { DEFAULT_LIMITS } from '@openspace/workspace-tools';

const FILE = { type: 'string', description: 'Path of the file: relative to /workspace, or absolute below it.' } as const;
const DIRECTORY = {
    type: 'string',
    description: 'Path of the directory: relative to /workspace ("." is the root), or absolute below it.'
} as const;
const COUNT = { type: 'integer' } as const;

/** The arguments of the file tools. */
export const FILE_TOOL_SCHEMAS = {
    read_file: {
        type: 'object',
        properties: {
            path: FILE,
            head: { ...COUNT, minimum: 0, description: 'Read only so many lines from the beginning.' },
            tail: { ...COUNT, minimum: 0, description: 'Read only so many lines from the end.' }
        },
        required: ['path'],
        additionalProperties: false
    },
    write_file: {
        type: 'object',
        properties: {
            path: FILE,
            content: { type: 'string', description: 'The whole content of the file; may be empty.' }
        },
        required: ['path', 'content'],
        additionalProperties: false
    },
    list_directory: {
        type: 'object',
        properties: { path: DIRECTORY },
        required: ['path'],
        additionalProperties: false
    },
    create_directory: {
        type: 'object',
        properties: { path: DIRECTORY },
        required: ['path'],
        additionalProperties: false
    },
    get_file_info: {
        type: 'object',
        properties: { path: { ...DIRECTORY, description: 'Path of a file or directory: relative to /workspace, or absolute below it.' } },
        required: ['path'],
        additionalProperties: false
    },
    search_files: {
        type: 'object',
        properties: {
            path: {
                ...DIRECTORY,
                description: 'Directory where the search begins: relative to /workspace ("." is the root), or absolute below it.'
            },
            pattern: {
                type: 'string',
                description:
                    'Glob from that directory: * and ? stay within a name, ** crosses directories, [abc] and {a,b} choose. Example: **/*.json'
            },
            max_results: {
                ...COUNT,
                minimum: 1,
                default: 100,
                description: `Most results wanted; never more than ${DEFAULT_LIMITS.listEntries} are shown.`
            }
        },
        required: ['path', 'pattern'],
        additionalProperties: false
    }
} as const satisfies Record<string, CommandArgumentSchema>;

export type FileToolName = keyof typeof FILE_TOOL_SCHEMAS;
export type FileToolRequest<Name extends FileToolName> = ArgumentsOf<(typeof FILE_TOOL_SCHEMAS)[Name]>;
/** A request of some file tool, checked by its schema. */
export type AnyFileToolRequest = { [Name in FileToolName]: FileToolRequest<Name> }[FileToolName];

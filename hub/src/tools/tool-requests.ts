import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import { DEFAULT_LIMITS } from '@openspace/workspace-tools';

const FILE_PATH = { type: 'string', description: 'Path of a file: /workspace/..., or relative to /workspace.' } as const;
const DIRECTORY = { type: 'string', description: 'Directory that is searched; /workspace unless given.' } as const;

/** The requests of the tool interface, by the names of their routes. */
export const TOOL_SCHEMAS = {
    bash: {
        type: 'object',
        properties: {
            command: { type: 'string', description: 'Command line, run by bash.' },
            workdir: { type: 'string', description: 'Directory to run in; /workspace unless given.' },
            timeout_ms: {
                type: 'integer',
                minimum: 1,
                description: `Time after which the command is ended; never more than ${DEFAULT_LIMITS.execTimeoutMs}.`
            }
        },
        required: ['command'],
        additionalProperties: false
    },
    read: {
        type: 'object',
        properties: {
            file_path: FILE_PATH,
            offset: { type: 'integer', minimum: 1, description: 'First line to read, or first entry of a directory, from 1.' },
            limit: { type: 'integer', minimum: 1, description: 'Lines or entries to read at most.' }
        },
        required: ['file_path'],
        additionalProperties: false
    },
    write: {
        type: 'object',
        properties: { file_path: FILE_PATH, content: { type: 'string', description: 'The whole content of the file.' } },
        required: ['file_path', 'content'],
        additionalProperties: false
    },
    edit: {
        type: 'object',
        properties: {
            file_path: FILE_PATH,
            old_string: {
                type: 'string',
                minLength: 1,
                description: 'The text to replace, exactly as it stands in the file; CRLF may be given as LF.'
            },
            new_string: { type: 'string' },
            replace_all: { type: 'boolean', description: 'Whether to replace every occurrence.' }
        },
        required: ['file_path', 'old_string', 'new_string'],
        additionalProperties: false
    },
    glob: {
        type: 'object',
        properties: {
            pattern: { type: 'string', description: 'Glob such as **/*.ts, from the directory that is searched, or /workspace/src/**.' },
            path: DIRECTORY
        },
        required: ['pattern'],
        additionalProperties: false
    },
    grep: {
        type: 'object',
        properties: {
            pattern: { type: 'string', minLength: 1, description: 'Regular expression in the syntax of ripgrep.' },
            path: { ...DIRECTORY, description: 'Directory or file that is searched; /workspace unless given.' },
            include: {
                type: 'string',
                description:
                    'Only files whose name this glob matches, such as *.ts, or whose path where it has a slash: from the directory that is searched, or /workspace/src/**.'
            }
        },
        required: ['pattern'],
        additionalProperties: false
    },
    git: {
        type: 'object',
        properties: {
            action: { type: 'string', enum: ['status', 'commit', 'diff', 'push', 'checkout'] },
            message: { type: 'string', minLength: 1, description: 'Of a commit, which needs one.' },
            files: {
                type: 'array',
                minItems: 1,
                maxItems: 1000,
                items: FILE_PATH,
                description: 'What a commit takes in, and nothing else (without it, what is staged), or what a diff shows.'
            },
            branch: {
                type: 'string',
                minLength: 1,
                description: 'Branch to check out; made when it does not exist. A push may name the one that is checked out.'
            },
            remote: { type: 'string', minLength: 1, description: "Remote to push to; the branch's own or origin unless given." }
        },
        required: ['action'],
        additionalProperties: false
    }
} as const satisfies Record<string, CommandArgumentSchema>;

export type ToolName = keyof typeof TOOL_SCHEMAS;
export type ToolRequest<Name extends ToolName> = ArgumentsOf<(typeof TOOL_SCHEMAS)[Name]>;
/** A request of some tool, which its route has checked. */
export type AnyToolRequest = { [Name in ToolName]: ToolRequest<Name> }[ToolName];

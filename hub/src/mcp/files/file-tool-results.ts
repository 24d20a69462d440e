import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { FileToolName } from './file-tool-schemas';

type ResultSchema = NonNullable<Tool['outputSchema']>;

const PATH = { type: 'string', description: 'Real path, with /workspace as the root.' };
const TIME = { type: 'string', description: 'ISO 8601 time.' };
const TOTAL = { type: 'integer', description: 'How many there are, at least.' };
const TRUNCATED = { type: 'boolean', description: 'Whether a limit left something out.' };

function result(properties: Record<string, object>, optional: readonly string[] = []): ResultSchema {
    return { type: 'object', properties, required: Object.keys(properties).filter(name => !optional.includes(name)) };
}

/** What each file tool answers beside its text when it succeeds. */
export const FILE_TOOL_RESULTS: Readonly<Record<FileToolName, ResultSchema>> = {
    read_file: result(
        {
            path: PATH,
            content: { type: 'string' },
            size: { type: 'integer', description: 'Bytes of the whole file.' },
            total_lines: { type: 'integer', description: 'Lines of the whole file, unless it is too large to count them.' },
            truncated: TRUNCATED
        },
        ['total_lines']
    ),
    write_file: result(
        {
            path: PATH,
            bytes_written: { type: 'integer' },
            created: { type: 'boolean' },
            unsaved: { type: 'boolean', description: 'The text stands in an editor beside unsaved text of the person.' }
        },
        ['unsaved']
    ),
    list_directory: result({
        path: PATH,
        entries: {
            type: 'array',
            items: {
                type: 'object',
                properties: { name: { type: 'string' }, type: { type: 'string', enum: ['file', 'directory', 'link', 'other'] } },
                required: ['name', 'type']
            }
        },
        total: TOTAL,
        truncated: TRUNCATED
    }),
    create_directory: result({ path: PATH, created: { type: 'boolean', description: 'Whether it did not exist before.' } }),
    get_file_info: result(
        {
            path: PATH,
            type: { type: 'string', enum: ['file', 'directory'] },
            size: { type: 'integer', description: 'Bytes.' },
            permissions: { type: 'string', description: 'In octal digits, such as 644.' },
            owner_uid: { type: 'integer' },
            owner_gid: { type: 'integer' },
            created: TIME,
            modified: TIME,
            accessed: TIME,
            entries: { type: 'integer', description: 'Entries of a directory.' }
        },
        ['entries']
    ),
    search_files: result({
        path: PATH,
        matches: {
            type: 'array',
            items: {
                type: 'object',
                properties: { path: PATH, type: { type: 'string', enum: ['file', 'directory'] } },
                required: ['path', 'type']
            }
        },
        total: TOTAL,
        truncated: TRUNCATED
    })
};

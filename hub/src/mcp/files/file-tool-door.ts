import { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { checkRequest, DEFAULT_LIMITS, WorkspaceError } from '@openspace/workspace-tools';
import { HUB_LIMITS } from '../../hub-limits';
import { mebibytes } from '../../mebibytes';
import { ROOT_NAME } from '../../tools/answer-path';
import { WorkspaceCall, WorkspaceCaller, WorkspaceCalls } from '../../workspace/workspace-calls';
import { ANNOTATIONS } from '../command-tools';
import { fileErrorText } from './file-error-texts';
import { FILE_TOOL_RESULTS } from './file-tool-results';
import { AnyFileToolRequest, FILE_TOOL_SCHEMAS, FileToolName } from './file-tool-schemas';
import { FILE_TOOLS, FileTool } from './file-tools';

/** What a model reads about each tool, and what a client may assume of it. */
const ABOUT: Readonly<Record<FileToolName, Pick<Tool, 'title' | 'description' | 'annotations'>>> = {
    read_file: {
        title: 'Read File',
        description: `Reads a UTF-8 text file of the workspace: all of it, or with head or tail its first or last lines; up to ${mebibytes(DEFAULT_LIMITS.largeReadBytes)} at once.`,
        annotations: ANNOTATIONS.read
    },
    write_file: {
        title: 'Write File',
        description: `Writes a whole text file of the workspace, with the directories that are missing; the call may have up to ${mebibytes(HUB_LIMITS.doorBodyBytes)}. What stood there is replaced: to append, read the file first and write old and new text together.`,
        annotations: { ...ANNOTATIONS.write, idempotentHint: true }
    },
    list_directory: {
        title: 'List Directory',
        description: `Lists a directory of the workspace, a line for each entry: [DIR] or [FILE], and its name; at most ${DEFAULT_LIMITS.listEntries} are shown.`,
        annotations: ANNOTATIONS.read
    },
    create_directory: {
        title: 'Create Directory',
        description: 'Makes a directory of the workspace, with those above it. One that exists is left as it is.',
        annotations: { ...ANNOTATIONS.write, destructiveHint: false, idempotentHint: true }
    },
    get_file_info: {
        title: 'Get File Info',
        description: 'Tells type, size, permissions, owner and times of a file or directory of the workspace.',
        annotations: ANNOTATIONS.read
    },
    search_files: {
        title: 'Search Files',
        description: 'Finds files and directories of the workspace by a glob over their paths, sorted by path.',
        annotations: ANNOTATIONS.read
    }
};

/** How the file tools are meant, for a model. */
export const FILE_ADVICE =
    'The file tools (read_file, write_file, list_directory, create_directory, get_file_info, search_files) work on saved files of the workspace, whose root they call /workspace.';

const NAMES = Object.keys(FILE_TOOL_SCHEMAS) as FileToolName[];

/** The file tools as clients list them. */
export const FILE_TOOL_LIST: readonly Tool[] = NAMES.map(name => {
    const { properties, required, ...schema } = FILE_TOOL_SCHEMAS[name];
    return {
        name,
        ...ABOUT[name],
        inputSchema: { ...schema, properties: { ...properties }, required: [...required] },
        outputSchema: FILE_TOOL_RESULTS[name]
    };
});

/** Whether this is the name of a file tool. */
export function isFileTool(name: string): name is FileToolName {
    return NAMES.some(known => known === name);
}

/** The file tools of MCP clients: translates their calls into operations of the kernel and back. */
export class FileToolDoor {
    constructor(private readonly calls: WorkspaceCalls) {}

    /** Never rejects for what the kernel refuses: a model reads failures like results. */
    async call(name: FileToolName, args: Readonly<Record<string, unknown>>, caller: WorkspaceCaller): Promise<CallToolResult> {
        const call: WorkspaceCall = { command: `mcp.${name}`, request: args, caller };
        try {
            this.check(name, call);
            const request = args as AnyFileToolRequest;
            const perform = FILE_TOOLS[name] as FileTool<AnyFileToolRequest>;
            const { text, note, structured } = await this.calls.perform(
                call,
                { rootName: ROOT_NAME, parentSegments: 'resolve' },
                (kernel, options) => perform(kernel, request, { ...options, nearNames: false })
            );
            const texts = note === undefined ? [text] : [text, note];
            return { content: texts.map(part => ({ type: 'text', text: part })), structuredContent: structured };
        } catch (error) {
            if (!(error instanceof WorkspaceError)) {
                throw error;
            }
            const path = typeof args.path === 'string' ? args.path : '';
            return { content: [{ type: 'text', text: fileErrorText(name, error, path) }], isError: true };
        }
    }

    /** @throws {WorkspaceError} `invalid-argument`, after it was noted, when the arguments are none of this tool */
    private check(name: FileToolName, call: WorkspaceCall): void {
        try {
            const args = call.request as Record<string, unknown>;
            const missing = FILE_TOOL_SCHEMAS[name].required.filter(parameter => args[parameter] === undefined);
            if (missing.length > 0) {
                throw new WorkspaceError('invalid-argument', `Missing required parameters: ${missing.join(', ')}`);
            }
            checkRequest(FILE_TOOL_SCHEMAS[name], args);
        } catch (error) {
            this.calls.refuse(call, error instanceof WorkspaceError ? { message: error.message } : {});
            throw error;
        }
    }
}

import { OperationOptions, visibleText, WorkspaceTools } from '@openspace/workspace-tools';
import { answerPath } from '../../tools/answer-path';
import { entryLine, moreLine, permissionText, sizeText, timeText } from './file-texts';
import { FileToolName, FileToolRequest } from './file-tool-schemas';

const DEFAULT_RESULTS = 100;

/** What a file tool found or did. */
interface FileToolAnswer {
    readonly text: string;
    /** Said beside the text, where the text is the content of a file. */
    readonly note?: string;
    readonly structured: Record<string, unknown>;
}

export type FileTool<Request> = (kernel: WorkspaceTools, request: Request, options: OperationOptions) => Promise<FileToolAnswer>;

/** Each tool as one operation of the kernel. Texts name a path as the caller did. */
export const FILE_TOOLS: { readonly [Name in FileToolName]: FileTool<FileToolRequest<Name>> } = {
    read_file: async (kernel, request, options) => {
        const { path, content, size, totalLines, truncated } = await kernel.read(request, { ...options, large: true, utf8Only: 'read' });
        return {
            text: content,
            ...(truncated && { note: `(Only ${content.length} characters of these lines are shown. Ask for fewer lines.)` }),
            structured: { path: answerPath(path), content, size, ...(totalLines !== undefined && { total_lines: totalLines }), truncated }
        };
    },

    write_file: async (kernel, request, options) => {
        const { path, bytesWritten, created, unsaved } = await kernel.write(request, options);
        const where = `${bytesWritten} bytes to ${visibleText(request.path)}`;
        return {
            text: unsaved
                ? `Wrote ${where} in an editor beside unsaved text of the person, who decides about saving: the file is unchanged`
                : `Successfully wrote ${where}`,
            structured: { path: answerPath(path), bytes_written: bytesWritten, created, ...(unsaved && { unsaved }) }
        };
    },

    list_directory: async (kernel, request, options) => {
        const { path, entries, total, truncated } = await kernel.list({ ...request, metadata: false }, options);
        const shown = visibleText(request.path);
        const lines = entries.map(({ name, type }) => entryLine(type, name));
        const rest = truncated ? moreLine(lines.length, total, 'find others with search_files') : '';
        return {
            text: lines.length === 0 && !truncated ? `Directory is empty: ${shown}` : `Contents of ${shown}:\n\n${lines.join('\n')}${rest}`,
            structured: { path: answerPath(path), entries: entries.map(({ name, type }) => ({ name, type })), total, truncated }
        };
    },

    create_directory: async (kernel, request, options) => {
        const { path, created } = await kernel.makeDirectory(request, options);
        const shown = visibleText(request.path);
        return {
            text: created ? `Successfully created directory ${shown}` : `Directory exists already: ${shown}`,
            structured: { path: answerPath(path), created }
        };
    },

    get_file_info: async (kernel, request, options) => {
        const info = await kernel.stat(request, options);
        const lines = [
            `Path: ${visibleText(request.path)}`,
            `Type: ${info.type}`,
            ...(info.type === 'file' ? [`Size: ${sizeText(info.size)}`] : []),
            `Permissions: ${permissionText(info.permissions)}`,
            `Owner UID: ${info.ownerId}`,
            `Owner GID: ${info.groupId}`,
            `Created: ${timeText(info.createdMs)}`,
            `Modified: ${timeText(info.modifiedMs)}`,
            `Accessed: ${timeText(info.accessedMs)}`,
            ...(info.entries === undefined ? [] : [`Entries: ${info.entries}`])
        ];
        const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
        return {
            text: lines.join('\n'),
            structured: {
                path: answerPath(info.path),
                type: info.type,
                size: info.size,
                permissions: permissionText(info.permissions),
                owner_uid: info.ownerId,
                owner_gid: info.groupId,
                created: isoTime(info.createdMs),
                modified: isoTime(info.modifiedMs),
                accessed: isoTime(info.accessedMs),
                ...(info.entries !== undefined && { entries: info.entries })
            }
        };
    },

    search_files: async (kernel, { path, pattern, max_results: limit = DEFAULT_RESULTS }, options) => {
        const found = await kernel.glob({ path, pattern, limit, directories: true, starsCross: true }, options);
        const { matches, total, truncated } = found;
        const lines = matches.map(match => entryLine(match.type, match.path));
        const most = kernel.guard.policy.limits.listEntries;
        const advice = limit < most ? 'narrow the pattern, or raise max_results' : `narrow the pattern, at most ${most} are shown at once`;
        const rest = truncated ? moreLine(lines.length, total, advice) : '';
        const shown = visibleText(pattern);
        return {
            text:
                lines.length === 0
                    ? `No matches found for pattern '${shown}' in ${visibleText(path)}${rest}`
                    : `Found ${lines.length} match(es) for '${shown}':\n\n${lines.join('\n')}${rest}`,
            structured: {
                path: answerPath(found.path),
                matches: matches.map(match => ({ path: answerPath(match.path), type: match.type })),
                total,
                truncated
            }
        };
    }
};

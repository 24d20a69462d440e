import { ChangeOptions, ReadResult, WorkspaceError, WorkspaceTools, visibleText } from '@openspace/workspace-tools';
import { answerPath, ROOT_NAME } from './answer-path';
import { describeGit } from './describe-git';
import { ToolName, ToolRequest } from './tool-requests';

/** Bytes of each stream of a command that are answered. */
const BASH_OUTPUT_BYTES = 50 * 1024;

/** What a call brings beside its request. */
type ToolOptions = ChangeOptions;

export type Tool<Request> = (kernel: WorkspaceTools, request: Request, options: ToolOptions) => Promise<object>;

/** Each tool as an operation of the kernel. */
export const TOOLS: { readonly [Name in ToolName]: Tool<ToolRequest<Name>> } = {
    bash: async (kernel, { command, workdir: cwd, timeout_ms: timeoutMs }, options) => {
        const request = { command, ...(cwd !== undefined && { cwd }), ...(timeoutMs !== undefined && { timeoutMs }) };
        const run = await kernel.exec(request, { ...options, outputBytes: BASH_OUTPUT_BYTES });
        return {
            stdout: run.stdout,
            stderr: run.stderr,
            exit_code: run.exitCode,
            duration_ms: run.durationMs,
            truncated: run.truncated,
            total_bytes: run.stdoutBytes + run.stderrBytes,
            ...(run.refused && { refused: run.refused.map(answerPath) }),
            ...(run.warning !== undefined && { warning: run.warning })
        };
    },

    read: async (kernel, request, options) =>
        ((await isDirectory(kernel, request, options)) ? readDirectory : readFile)(kernel, request, options),

    write: async (kernel, { file_path: path, content }, options) => {
        const { path: written, created, bytesWritten, unsaved } = await kernel.write({ path, content }, options);
        return { success: true, file_path: answerPath(written), created, bytes_written: bytesWritten, ...(unsaved && { unsaved }) };
    },

    edit: async (kernel, { file_path: path, old_string: oldText, new_string: newText, replace_all: replaceAll }, options) => {
        const edited = await kernel.edit({ path, oldText, newText, ...(replaceAll !== undefined && { replaceAll }) }, options);
        const { replacements, linesChanged, unsaved } = edited;
        return {
            success: true,
            file_path: answerPath(edited.path),
            replacements,
            lines_changed: linesChanged,
            ...(unsaved && { unsaved })
        };
    },

    glob: async (kernel, { pattern, path }, options) => {
        const where = { pattern: fromSearched(kernel, { pattern, path }, options), ...(path !== undefined && { path }) };
        const request = { ...where, sortBy: 'modified' } as const;
        const { matches, total, truncated } = await kernel.glob(request, options);
        return { files: matches.map(match => answerPath(match.path)), total, truncated };
    },

    grep: async (kernel, { pattern, path, include }, options) => {
        const includePatterns = include === undefined ? [] : [fromSearched(kernel, { pattern: include, path }, options)];
        const request = { pattern, ...(path !== undefined && { path }), includePatterns, includeIgnored: true };
        const { matches, total, truncated } = await kernel.grep(request, { ...options, includeFromPath: true });
        return {
            matches: matches.map(match => ({ file: answerPath(match.path), line: match.line, content: match.content })),
            total,
            truncated
        };
    },

    git: async (kernel, request, options) => describeGit(await kernel.git(request, options))
};

/** A glob from the directory that is searched, also where it was given from the root. */
function fromSearched(kernel: WorkspaceTools, { pattern, path = '.' }: ToolRequest<'glob'>, options: ToolOptions): string {
    if (!pattern.startsWith(`${ROOT_NAME}/`)) {
        return pattern;
    }
    const searched = `${answerPath(kernel.guard.parse(path, options).relativePath)}/`;
    if (!pattern.startsWith(searched)) {
        const problem = `The pattern begins with ${ROOT_NAME}/, but not with ${searched}, which is searched.`;
        throw new WorkspaceError('invalid-argument', `${problem} Give a pattern from there, or leave out the path.`);
    }
    // With its slash it stays a path: a name alone may count at any depth.
    return pattern.slice(searched.length - 1);
}

/**
 * Not noted: the reading or listing that follows is. What cannot be looked at is read, so that the failure is noted, or listed where
 * rights are missing: it may be a directory.
 */
async function isDirectory(kernel: WorkspaceTools, request: ToolRequest<'read'>, options: ToolOptions): Promise<boolean> {
    try {
        return (await kernel.stat({ path: request.file_path }, { ...options, audit: undefined })).type === 'directory';
    } catch (error) {
        if (error instanceof WorkspaceError) {
            return error.code === 'permission-denied';
        }
        throw error;
    }
}

const readFile: Tool<ToolRequest<'read'>> = async (kernel, { file_path: path, offset, limit }, options) => {
    const startLine = offset ?? (limit === undefined ? undefined : 1);
    const lines =
        startLine === undefined
            ? {}
            : { startLine, ...(limit !== undefined && { endLine: Math.min(startLine + limit - 1, Number.MAX_VALUE) }) };
    const read = await kernel.readOrDescribe({ path, numbered: true, ...lines }, options);
    return 'mediaType' in read
        ? { file_path: answerPath(read.path), type: read.mediaType, size: read.size, binary: true }
        : describeText(read);
};

function describeText({ path, content, size, startLine, endLine, totalLines, truncated, lineIsCut }: ReadResult): object {
    return {
        file_path: answerPath(path),
        type: 'file',
        content,
        size,
        start_line: startLine,
        end_line: endLine,
        total_lines: totalLines,
        truncated,
        ...(lineIsCut && { line_cut: true })
    };
}

const readDirectory: Tool<ToolRequest<'read'>> = async (kernel, { file_path: path, offset = 1, limit }, options) => {
    const request = { path, metadata: false, offset: offset - 1, ...(limit !== undefined && { limit }) };
    const { path: listed, entries, total, totalIsLowerBound = false, truncated } = await kernel.list(request, options);
    const names = entries.map(({ name, type }) => (type === 'directory' ? `${name}/` : name));
    // What the caller did not ask for is not missing.
    const isAll = names.length === limit && !totalIsLowerBound;
    return {
        file_path: answerPath(listed),
        type: 'directory',
        entries: names,
        content: names.map(visibleText).join('\n'),
        total,
        truncated: truncated && !isAll
    };
};

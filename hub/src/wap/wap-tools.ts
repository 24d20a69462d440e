import { resolve } from 'node:path';
import { DEFAULT_EXCLUSIONS, GlobPattern, OperationOptions, PathOptions, WorkspaceTools } from '@openspace/workspace-tools';
import { WAP_LIMITS } from './wap-limits';
import { WapRequest, WapToolName } from './wap-requests';

export type WapTool<Request> = (kernel: WorkspaceTools, request: Request, options: OperationOptions) => Promise<object>;

/** Each tool as an operation of the kernel. */
export const WAP_TOOLS: { readonly [Name in WapToolName]: WapTool<WapRequest<Name>> } = {
    exploreFiles: async (kernel, { path, recursive = false, excludePatterns, maxDepth, returnMetadata = false }, options) => {
        const { entries, total, truncated, totalIsLowerBound } = await kernel.list(
            {
                path,
                recursive,
                depth: maxDepth ?? WAP_LIMITS.defaultDepth,
                excludePatterns: excludePatterns ?? (recursive ? defaultExclusions(kernel, path, options) : []),
                metadata: returnMetadata,
                limit: WAP_LIMITS.maxDirectoryEntries
            },
            options
        );
        return {
            files: entries.map(entry => ({
                path: entry.path,
                isDirectory: entry.type === 'directory',
                // Of sensitive files nothing but their names is known.
                ...(entry.size !== undefined &&
                    entry.modifiedMs !== undefined && {
                        metadata: describeFile(kernel, entry.path, entry.size, entry.modifiedMs, entry.type === 'directory')
                    })
            })),
            isTruncated: truncated,
            totalFound: total,
            ...(totalIsLowerBound && { totalIsLowerBound })
        };
    },

    readFile: async (kernel, request, options) => {
        const read = await kernel.read({ ...request, maxBytes: WAP_LIMITS.maxFileSize }, options);
        return {
            content: read.content,
            metadata: describeFile(kernel, read.path, read.size, read.modifiedMs, false),
            isTruncated: read.truncated,
            // Lines of a file that is too large to be counted: as many as are known.
            totalLines: read.totalLines ?? read.endLine ?? read.lines,
            returnedLines: read.lines,
            ...(read.totalLines === undefined && { totalIsLowerBound: true })
        };
    },

    writeFile: async (kernel, { path, content, mode = 'overwrite', createDirectories: makeParents = false }, options) => {
        const written = await kernel.write({ path, content, mode, makeParents }, options);
        return { success: true, path: written.path, bytesWritten: written.bytesWritten, ...(written.unsaved && { unsaved: true }) };
    },

    modifyFile: async (kernel, request, options) => {
        const { path, unsaved } = await kernel.modify(request, options);
        return { success: true, path, ...(unsaved && { unsaved }) };
    },

    searchFiles: async (kernel, { paths, query, type, recursive = false, excludePatterns, contextLines = 0 }, options) => {
        const found = await kernel.grep(
            {
                paths: [...paths],
                pattern: query,
                literal: type === 'literal',
                recursive,
                ...(excludePatterns && { excludePatterns }),
                includeIgnored: true,
                contextLines,
                limit: WAP_LIMITS.maxSearchResults,
                countAll: true,
                matchedText: true
            },
            {
                ...options,
                timeoutMs: WAP_LIMITS.maxExecutionTime,
                ...(recursive && !excludePatterns && { defaultExclusions: DEFAULT_EXCLUSIONS })
            }
        );
        return {
            matches: found.matches.map(({ path, line, matchedText, contextBefore = [], contextAfter = [] }) => ({
                path,
                line,
                matchText: matchedText,
                contextBefore,
                contextAfter
            })),
            isTruncated: found.truncated || found.isTextCut === true,
            totalMatches: found.total,
            ...(found.totalIsLowerBound && { totalIsLowerBound: true })
        };
    },

    executeCommand: async (kernel, { command, workingDirectory, timeout, environment }, options) => {
        const run = await kernel.exec(
            {
                command,
                timeoutMs: Math.min(timeout ?? Infinity, WAP_LIMITS.maxExecutionTime),
                ...(workingDirectory !== undefined && { cwd: workingDirectory }),
                ...(environment && { environment })
            },
            { ...options, outputBytes: WAP_LIMITS.maxOutputSize }
        );
        return {
            stdout: run.stdout,
            stderr: run.stderr,
            exitCode: run.exitCode,
            isOutputTruncated: run.truncated,
            durationMs: run.durationMs,
            ...(run.refused && { refused: run.refused }),
            ...(run.warning !== undefined && { warning: run.warning })
        };
    },

    getWorkspaceInfo: async (kernel, _request, options) => {
        const { defaultExclusions: exclusions, limits } = await kernel.info({}, options);
        return {
            root: kernel.guard.root,
            defaultExclusions: exclusions,
            limits: {
                maxFileSize: Math.min(WAP_LIMITS.maxFileSize, limits.readBytes),
                maxDirectoryEntries: Math.min(WAP_LIMITS.maxDirectoryEntries, limits.listEntries),
                maxSearchResults: Math.min(WAP_LIMITS.maxSearchResults, limits.grepMatches),
                maxOutputSize: Math.min(WAP_LIMITS.maxOutputSize, limits.execOutputBytes)
            }
        };
    }
};

function describeFile(kernel: WorkspaceTools, path: string, size: number, modifiedMs: number, isDirectory: boolean): object {
    return { path: resolve(kernel.guard.root, path), size, isDirectory, lastModified: new Date(Math.round(modifiedMs)).toISOString() };
}

/** What is left out below a directory when the caller does not say: not what the caller itself names. */
function defaultExclusions(kernel: WorkspaceTools, path: string, options: PathOptions): string[] {
    const segments = kernel.guard.parse(path, options).relativePath.split('/');
    return DEFAULT_EXCLUSIONS.filter(pattern => !new GlobPattern(pattern).covers(segments));
}

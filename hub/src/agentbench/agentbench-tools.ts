import { ChangeOptions, WorkspaceError, WorkspaceTools } from '@openspace/workspace-tools';
import { AGENTBENCH_LIMITS } from './agentbench-limits';
import { AgentBenchParameters, AgentBenchToolName } from './agentbench-requests';
import { AgentBenchOutcome, success } from './agentbench-result';
import { runTool } from './run-tool';
import { RunArtifacts } from './run-artifacts';
import { StepNotes } from './step-notes';

/** What a call brings beside its parameters. */
export interface AgentBenchCall {
    readonly kernel: WorkspaceTools;
    readonly options: ChangeOptions;
    readonly run: RunArtifacts;
    readonly step: number;
    /** What the call has done is noted here. */
    readonly notes: StepNotes;
    readonly requestId: string;
}

export type AgentBenchTool<Parameters> = (call: AgentBenchCall, params: Parameters) => Promise<AgentBenchOutcome>;

/** Each tool as an operation of the kernel. */
export const AGENTBENCH_TOOLS: { readonly [Name in AgentBenchToolName]: AgentBenchTool<AgentBenchParameters<Name>> } = {
    list_files: async ({ kernel, options }, { root = '.', glob }) => {
        const pattern = glob ?? '**/*';
        const request = { pattern, path: root, excludePatterns: ['.git'], limit: AGENTBENCH_LIMITS.files };
        const { path, matches, total, truncated } = await kernel.glob(request, options);
        const files = matches.map(match => (path === '' ? match.path : match.path.slice(path.length + 1)));
        return success({ files, ...(truncated && { truncated, total_files: total }) });
    },

    read_file: async ({ kernel, options }, { path, start_line: startLine, end_line: endLine }) => {
        const part = {
            ...(typeof startLine === 'number' && { startLine }),
            ...(typeof endLine === 'number' && { endLine }),
            maxLines: AGENTBENCH_LIMITS.lines
        };
        const read = await kernel.read({ path, ...part }, { ...options, large: true, utf8Only: 'all' });
        return success({
            content: read.content,
            truncated: read.truncated,
            total_lines: read.totalLines ?? null,
            start_line: read.startLine ?? null,
            end_line: read.endLine ?? null,
            ...(read.omitted && { omitted: { start_line: read.omitted.startLine, end_line: read.omitted.endLine } })
        });
    },

    search: async (
        { kernel, options },
        { query, glob, max_results: limit = 50, context_lines: contextLines = 2, is_regex: isRegex = false }
    ) => {
        const { matches, total, truncated } = await kernel.grep(
            {
                pattern: query,
                literal: !isRegex,
                ignoreCase: true,
                contextLines,
                limit,
                countAll: true,
                ...(typeof glob === 'string' && { includePatterns: [glob] })
            },
            options
        );
        return success({
            matches: matches.map(match => ({
                file: match.path,
                line: match.line,
                content: match.content,
                context_before: match.contextBefore ?? [],
                context_after: match.contextAfter ?? []
            })),
            truncated,
            total_matches: total
        });
    },

    apply_patch: async ({ kernel, options, run, step, notes, requestId }, { unified_diff: patch }) => {
        if (patch.trim() === '') {
            throw new WorkspaceError('invalid-patch', 'The patch is empty. Give a unified diff with "---", "+++" and "@@" lines.');
        }
        // Stored before anything is changed, so that nothing is changed without it.
        const artifact = run.storePatch(step, patch);
        try {
            const { files, patchBytes } = await kernel.patch({ patch }, options);
            const changed = files.flatMap(({ path, previousPath }) => (previousPath === undefined ? [path] : [previousPath, path]));
            const unsaved = files.filter(file => file.unsaved).map(({ path }) => path);
            const data = {
                changed_files: changed,
                patch_size_bytes: patchBytes,
                ...(unsaved.length > 0 && { unsaved_files: unsaved })
            };
            notes.note('PATCH_APPLIED', { request_id: requestId, ...data, artifact });
            return success(data);
        } catch (error) {
            if (error instanceof WorkspaceError) {
                run.discard(artifact);
            }
            throw error;
        }
    },

    run: runTool
};

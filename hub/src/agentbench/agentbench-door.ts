import { ChangeOptions, GlobError, WorkspaceError } from '@openspace/workspace-tools';
import { FastifyBaseLogger } from 'fastify';
import { agentBenchErrorType } from '../workspace/kernel-error-answers';
import { describeEnd, WorkspaceCall, WorkspaceCaller, WorkspaceCalls } from '../workspace/workspace-calls';
import { AGENTBENCH_TIMEOUTS, AgentBenchTimeouts } from './agentbench-limits';
import { AgentBenchRequest } from './agentbench-requests';
import { AgentBenchOutcome, AgentBenchResult, failure } from './agentbench-result';
import { AGENTBENCH_TOOLS, AgentBenchCall, AgentBenchTool } from './agentbench-tools';
import { Deadline } from './deadline';
import { notedParameters } from './noted-parameters';
import { RunArtifacts } from './run-artifacts';
import { RunDirectory } from './run-directory';
import { StepNotes } from './step-notes';

/** Where AgentBench keeps what its tools leave behind. */
export interface AgentBenchOptions {
    readonly artifacts: string;
    /** Time for each tool, if not the usual one. */
    readonly timeouts?: Partial<AgentBenchTimeouts>;
}

/** The tools of AgentBench: translates calls into operations of the kernel and back, and notes them in the folder of their run. */
export class AgentBenchDoor {
    private readonly runs: RunDirectory;
    private readonly timeouts: AgentBenchTimeouts;

    constructor(
        private readonly calls: WorkspaceCalls,
        { artifacts, timeouts }: AgentBenchOptions,
        private readonly logger: FastifyBaseLogger
    ) {
        this.runs = new RunDirectory(artifacts);
        this.timeouts = { ...AGENTBENCH_TIMEOUTS, ...timeouts };
    }

    /**
     * Answers with a result; the folder is where its artifacts lie. Rejects only when the Hub itself fails, such as on a full disk of the
     * artifacts; the end of the call is noted then, too.
     */
    async call(
        request: AgentBenchRequest,
        caller: WorkspaceCaller,
        problem?: string
    ): Promise<{ result: AgentBenchResult; folder: string }> {
        const startedAt = new Date();
        const startMs = performance.now();
        const { run, step } = this.begin(request, caller);
        const notes = new StepNotes(run, step, this.logger);
        const { request_id, tool } = request;
        const finish = (status: AgentBenchOutcome['status']): number => {
            const duration_sec = Math.round(performance.now() - startMs) / 1000;
            notes.note('tool_call_finished', { request_id, tool, status, duration_sec });
            notes.removeOld();
            return duration_sec;
        };
        const outcome = await (
            problem === undefined
                ? this.perform(request, caller, { run, step, notes }).catch(describeError)
                : this.refuseParameters(request, caller, problem)
        ).catch((error: unknown) => {
            finish('error');
            throw error;
        });
        const result: AgentBenchResult = {
            request_id,
            tool,
            started_at: startedAt.toISOString(),
            ended_at: new Date().toISOString(),
            duration_sec: finish(outcome.status),
            ...outcome
        };
        return { result: { ...result, data: result.data && { ...result.data, ...notes.remark } }, folder: run.directory };
    }

    /** Notes a request that is none of AgentBench. */
    refuse(request: unknown, caller: WorkspaceCaller, problem: string): void {
        this.calls.refuse({ command: 'agentbench', request, caller }, { message: problem });
    }

    private begin(request: AgentBenchRequest, caller: WorkspaceCaller): { run: RunArtifacts; step: number } {
        const { tool, params, request_id } = request;
        try {
            const run = this.runs.open(caller.sessionId);
            const step = run.beginStep();
            run.note('tool_call_started', step, { request_id, tool, params: notedParameters(params) });
            return { run, step };
        } catch (error) {
            this.calls.refuse(agentBenchCall(request, caller), describeEnd(error));
            throw error;
        }
    }

    private refuseParameters(request: AgentBenchRequest, caller: WorkspaceCaller, problem: string): Promise<AgentBenchOutcome> {
        const message = `${problem}. Correct the parameters and repeat the call.`;
        this.calls.refuse(agentBenchCall(request, caller), { message });
        return Promise.resolve(failure(agentBenchErrorType('invalid-argument'), message));
    }

    private async perform(
        request: AgentBenchRequest,
        caller: WorkspaceCaller,
        kept: Pick<AgentBenchCall, 'run' | 'step' | 'notes'>
    ): Promise<AgentBenchOutcome> {
        const { tool, params, request_id: requestId } = request;
        const perform = AGENTBENCH_TOOLS[tool] as AgentBenchTool<object>;
        return this.calls.perform(agentBenchCall(request, caller), { parentSegments: 'resolve', links: 'refuse' }, (kernel, options) => {
            const work = (bounded: ChangeOptions): Promise<AgentBenchOutcome> =>
                perform({ kernel, options: bounded, ...kept, requestId }, params);
            // A command has the time that its caller gives it.
            if (tool === 'run') {
                return work(options);
            }
            const limitMs = this.timeouts[tool];
            const deadline = new Deadline(limitMs);
            // What has been changed has been changed; what was found may not be all when the time was up.
            const beforeDone = tool === 'apply_patch' ? undefined : (): void => deadline.throwIfOver();
            return withDeadline(deadline, { ...options, beforeDone, changeTimeoutMs: limitMs }, work);
        });
    }
}

async function withDeadline<T>(deadline: Deadline, options: ChangeOptions, work: (options: ChangeOptions) => Promise<T>): Promise<T> {
    const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
    try {
        return await work({ ...options, signal, ...(options.ask && { ask: deadline.asker(options.ask) }) });
    } finally {
        deadline.stop();
    }
}

function describeError(error: unknown): AgentBenchOutcome {
    if (error instanceof WorkspaceError) {
        // Ripgrep has not seen a glob that is none.
        const code = error instanceof GlobError ? 'invalid-argument' : error.code;
        return failure(agentBenchErrorType(code), error.message, error.details);
    }
    throw error;
}

function agentBenchCall({ tool, params }: AgentBenchRequest, caller: WorkspaceCaller): WorkspaceCall {
    return { command: `agentbench.${tool}`, request: params, caller };
}

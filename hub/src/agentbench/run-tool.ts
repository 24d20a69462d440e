import { ExecResult, WorkspaceError } from '@openspace/workspace-tools';
import { AGENTBENCH_LIMITS } from './agentbench-limits';
import { AgentBenchParameters } from './agentbench-requests';
import { AgentBenchOutcome, failure, success } from './agentbench-result';
import type { AgentBenchCall, AgentBenchTool } from './agentbench-tools';
import { agentBenchErrorType } from '../workspace/kernel-error-answers';

/** Runs a command without network and stores what it writes, also when it is stopped. */
export const runTool: AgentBenchTool<AgentBenchParameters<'run'>> = async (call, { command, timeout_sec: timeout, env }) => {
    const request = { command, ...(typeof timeout === 'number' && { timeoutMs: timeout * 1000 }), ...(env && { environment: env }) };
    const options = { ...call.options, outputBytes: AGENTBENCH_LIMITS.outputBytes, wantsBytes: true, network: false };
    try {
        return ended(call, await call.kernel.exec(request, options));
    } catch (error) {
        const partial = error instanceof WorkspaceError ? error.details.execution : undefined;
        if (!(error instanceof WorkspaceError) || !partial) {
            throw error;
        }
        return failure(agentBenchErrorType(error.code), error.message, remarks(partial), storeOutput(call, partial));
    }
};

/** A command that fails has run all the same: the status says so, the error tells what the command made of it. */
function ended(call: AgentBenchCall, result: ExecResult): AgentBenchOutcome {
    const { exitCode } = result;
    const paths = storeOutput(call, result);
    const facts = { exit_code: exitCode, ...paths };
    const message = `The command ended with the exit code ${exitCode}. Its output tells why.`;
    return success(
        { ...facts, ...remarks(result) },
        {
            ...facts,
            ...(exitCode !== 0 && { error: { error_type: 'abnormal_exit', message, details: { exit_code: exitCode } } })
        }
    );
}

function storeOutput({ notes }: AgentBenchCall, result: ExecResult): Pick<AgentBenchOutcome, 'stdout_path' | 'stderr_path'> {
    const { stdout, stderr } = result.written ?? result;
    return { stdout_path: notes.storeOutput('stdout', stdout), stderr_path: notes.storeOutput('stderr', stderr) };
}

/** What is not as it should be: output that was cut, a network that could be used, files that the command may not make or that remain. */
function remarks({ written, stdoutBytes, stderrBytes, networkIsolated, refused, warning }: ExecResult): object {
    const truncated = written && written.stdout.length + written.stderr.length < stdoutBytes + stderrBytes;
    return {
        ...(truncated && { truncated, stdout_bytes: stdoutBytes, stderr_bytes: stderrBytes }),
        ...(!networkIsolated && { network_isolated: false }),
        ...(refused && { refused }),
        ...(warning !== undefined && { warning })
    };
}

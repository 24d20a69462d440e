import { summarizeArguments } from './audit/summarize-arguments';
import { throwIfCancelled } from './cancellation';
import { OperationName, OperationOptions, StartedOperation } from './operation';
import { OPERATIONS } from './operation-table';
import { checkRequest } from './request-check';
import { isRefusal, WorkspaceError } from './workspace-error';

/** Runs an operation between its two notes in the audit, after its request was checked. */
export async function runOperation<T>(
    operation: OperationName,
    request: Readonly<Record<string, unknown>>,
    options: OperationOptions,
    perform: () => Promise<T>
): Promise<T> {
    const { risk, requestSchema } = OPERATIONS[operation];
    const { audit } = options;
    const run = async (): Promise<T> => {
        checkRequest(requestSchema, request);
        throwIfCancelled(options.signal);
        return perform();
    };
    if (!audit) {
        return run();
    }
    const started: StartedOperation = { operation, risk, args: summarizeArguments(request) };
    const startMs = performance.now();
    if (risk !== 'read') {
        audit.started(started);
    }
    try {
        const result = await run();
        audit.finished({ ...started, outcome: 'done', durationMs: performance.now() - startMs });
        return result;
    } catch (error) {
        const code = error instanceof WorkspaceError ? error.code : 'failed';
        audit.finished({ ...started, outcome: isRefusal(code) ? 'refused' : 'failed', code, durationMs: performance.now() - startMs });
        throw error;
    }
}

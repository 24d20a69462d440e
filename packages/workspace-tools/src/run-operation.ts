import { summarizeArguments } from './audit/summarize-arguments';
import { throwIfCancelled } from './cancellation';
import { ChangeOptions, OperationName, OperationOptions, StartedOperation } from './operation';
import { OPERATIONS } from './operation-table';
import { agreementKey, PersonRefusal } from './person-consent';
import { quotePath } from './quote-path';
import { checkRequest } from './request-check';
import { WorkspaceError, isRefusal, toWorkspaceError } from './workspace-error';

/**
 * Runs an operation between its two notes in the audit, after its request was checked.
 * @param remark what the outcome `done` leaves open, if anything, for the audit and the person: nothing of any content
 */
export async function runOperation<T>(
    operation: OperationName,
    request: Readonly<Record<string, unknown>>,
    options: OperationOptions,
    perform: () => Promise<T>,
    remark: (result: T) => string | undefined = () => undefined
): Promise<T> {
    const { risk: riskOf, requestSchema } = OPERATIONS[operation];
    const risk = typeof riskOf === 'function' ? riskOf(request) : riskOf;
    const { audit, refusal } = options;
    const run = async (): Promise<T> => {
        if (refusal) {
            throw refusal;
        }
        checkRequest(requestSchema, request);
        throwIfCancelled(options.signal);
        try {
            const result = await perform();
            options.beforeDone?.();
            return result;
        } catch (error) {
            throw toWorkspaceError(error, typeof request.path === 'string' ? request.path : '.');
        }
    };
    if (!audit) {
        return run();
    }
    const started: StartedOperation = { operation, risk, args: summarizeArguments(request) };
    const startMs = performance.now();
    if (risk !== 'read' && !refusal) {
        await audit.started(started);
    }
    try {
        const result = await run();
        const message = remark(result);
        audit.finished({ ...started, outcome: 'done', ...(message !== undefined && { message }), durationMs: performance.now() - startMs });
        return result;
    } catch (thrown) {
        const error = toWorkspaceError(thrown, '.');
        const { code, messageForPerson: message } = error;
        const outcome = isRefusal(code) ? 'refused' : 'failed';
        audit.finished({ ...started, outcome, code, message, durationMs: performance.now() - startMs });
        throw error;
    }
}

/** Tells which text a file, as the caller named it, would have after a change. Changes nothing. */
type ProposeText = (path: string) => Promise<string | undefined>;

/**
 * Runs an operation that changes files. What the policy asks about waits for a person's word, one question for each path.
 * @param propose shows the person what would be written
 */
export function runChange<T>(
    operation: OperationName,
    request: Readonly<Record<string, unknown>>,
    options: ChangeOptions,
    perform: (options: ChangeOptions) => Promise<T>,
    propose?: ProposeText
): Promise<T> {
    const agreed = new Set<string>();
    const attempt = async (): Promise<T> => {
        try {
            return await perform({ ...options, confirmed: options.confirmed ?? agreed });
        } catch (error) {
            agreed.add(await askAbout(error, agreed, options, propose));
            throwIfCancelled(options.signal);
            return attempt();
        }
    };
    return runOperation(operation, request, options, attempt);
}

/** What a person agreed to after a change was refused. Throws the refusal when nobody can be asked, and another when the person says no. */
async function askAbout(
    error: unknown,
    agreed: ReadonlySet<string>,
    { ask }: ChangeOptions,
    propose: ProposeText | undefined
): Promise<string> {
    if (!ask || !(error instanceof WorkspaceError)) {
        throw error;
    }
    const { decision, path, rule } = error.details;
    if (decision !== 'ask' || path === undefined || rule === undefined || agreed.has(agreementKey(path, rule))) {
        throw error;
    }
    // What cannot be shown can still be asked about; if it cannot be done either, the operation says why.
    const text = await propose?.(path).catch(() => undefined);
    const answer = await ask({ action: 'write', path, rule, reason: error.message, ...(text !== undefined && { text }) });
    if (!answer.allowed) {
        throw new PersonRefusal(`Nothing was changed: ${quotePath(path)} needs a person's word.`, answer, error.details);
    }
    return agreementKey(path, rule);
}

import { ExecResult, WorkspaceError, WorkspaceErrorCode } from '@openspace/workspace-tools';
import { errorBody, HubError } from '../hub-error';

interface ToolAnswer {
    readonly status: number;
    readonly code: string;
    /** The words of the document, where it has any. */
    readonly message?: string;
}

const WAP_CODES = [
    'FILE_NOT_FOUND',
    'PERMISSION_DENIED',
    'SIZE_LIMIT_EXCEEDED',
    'INVALID_ARGUMENT',
    'EXECUTION_FAILED',
    'TIMEOUT',
    'INTERNAL_ERROR'
] as const;
type WapCode = (typeof WAP_CODES)[number];

/** Every error of the workspace agent protocol. */
export const wapErrorSchema = {
    title: 'WapError',
    type: 'object',
    properties: {
        error: { type: 'string', description: 'What is wrong and what to do.' },
        code: { type: 'string', enum: WAP_CODES },
        details: { type: 'object', description: 'Facts for programs.' }
    },
    required: ['error', 'code']
};

/** The statuses of the protocol are all of the 400s; what the Hub depends on and cannot have is a 424. */
type WapStatus = 400 | 403 | 404 | 408 | 409 | 413 | 424;

/** An error of the kernel at each door. */
interface ErrorAnswers {
    /** The tool interface: status and code. */
    readonly tools: ToolAnswer;
    /** The workspace agent protocol: status and code. */
    readonly wap: readonly [status: WapStatus, code: WapCode];
    /** AgentBench: the type of the error. */
    readonly agentbench: string;
}

const answers = (tools: ToolAnswer, wap: ErrorAnswers['wap'], agentbench: string): ErrorAnswers => ({ tools, wap, agentbench });

const DENIED = answers({ status: 403, code: 'denied' }, [403, 'PERMISSION_DENIED'], 'permission_denied');
const INTERNAL = 'INTERNAL_ERROR';

/** What each door answers to each error of the kernel. */
const ANSWERS: Readonly<Record<WorkspaceErrorCode, ErrorAnswers>> = {
    'invalid-argument': answers({ status: 400, code: 'invalid_argument' }, [400, 'INVALID_ARGUMENT'], 'invalid_params'),
    'invalid-path': answers({ status: 400, code: 'invalid_path' }, [400, 'INVALID_ARGUMENT'], 'invalid_path'),
    'invalid-pattern': answers({ status: 400, code: 'invalid_pattern' }, [400, 'INVALID_ARGUMENT'], 'ripgrep_error'),
    'invalid-patch': answers({ status: 400, code: 'invalid_patch' }, [400, 'INVALID_ARGUMENT'], 'patch_parse_error'),
    'outside-workspace': { ...DENIED, agentbench: 'path_escape' },
    'link-refused': { ...DENIED, agentbench: 'symlink_blocked' },
    'sensitive-file': DENIED,
    'protected-path': DENIED,
    'needs-consent': DENIED,
    'command-denied': DENIED,
    'permission-denied': { ...DENIED, tools: { status: 403, code: 'permission_denied' } },
    'not-found': answers({ status: 404, code: 'not_found' }, [404, 'FILE_NOT_FOUND'], 'file_not_found'),
    'not-a-file': answers({ status: 400, code: 'not_a_file' }, [400, 'INVALID_ARGUMENT'], 'not_a_file'),
    'not-a-directory': answers({ status: 400, code: 'not_a_directory' }, [400, 'INVALID_ARGUMENT'], 'not_a_directory'),
    'binary-file': answers({ status: 400, code: 'binary_file' }, [400, 'INVALID_ARGUMENT'], 'binary_file'),
    'text-not-found': answers(
        { status: 400, code: 'old_string_not_found', message: 'oldString not found in content' },
        [400, 'INVALID_ARGUMENT'],
        'text_not_found'
    ),
    'ambiguous-text': answers(
        {
            status: 400,
            code: 'multiple_matches',
            message:
                'Found multiple matches for oldString. Provide more context in old_string to identify one place, or use replace_all to change every one.'
        },
        [400, 'INVALID_ARGUMENT'],
        'multiple_matches'
    ),
    timeout: answers({ status: 408, code: 'timeout' }, [408, 'TIMEOUT'], 'timeout'),
    cancelled: answers({ status: 408, code: 'cancelled' }, [408, 'TIMEOUT'], 'cancelled'),
    'already-exists': answers({ status: 409, code: 'already_exists' }, [409, 'INVALID_ARGUMENT'], 'already_exists'),
    changed: answers({ status: 409, code: 'changed' }, [409, 'INVALID_ARGUMENT'], 'changed'),
    'patch-conflict': answers({ status: 409, code: 'patch_conflict' }, [409, 'INVALID_ARGUMENT'], 'patch_hunk_fail'),
    'too-large': answers({ status: 413, code: 'too_large' }, [413, 'SIZE_LIMIT_EXCEEDED'], 'size_limit_exceeded'),
    'no-space': answers({ status: 507, code: 'no_space' }, [409, INTERNAL], 'no_space'),
    'sandbox-failed': answers({ status: 500, code: 'sandbox_failed' }, [424, 'EXECUTION_FAILED'], 'sandbox_error'),
    'search-unavailable': answers({ status: 500, code: 'search_unavailable' }, [424, INTERNAL], 'ripgrep_unavailable'),
    'no-repository': answers({ status: 404, code: 'no_repository' }, [404, 'FILE_NOT_FOUND'], 'no_repository'),
    'repository-state': answers({ status: 409, code: 'repository_state' }, [409, 'EXECUTION_FAILED'], 'repository_state'),
    'push-rejected': answers({ status: 409, code: 'push_rejected' }, [409, 'EXECUTION_FAILED'], 'push_rejected'),
    'remote-refused': DENIED,
    'no-credentials': answers({ status: 403, code: 'no_credentials' }, [403, 'PERMISSION_DENIED'], 'no_credentials'),
    'remote-unreachable': answers({ status: 502, code: 'remote_unreachable' }, [424, 'EXECUTION_FAILED'], 'remote_unreachable'),
    'no-workspace': answers({ status: 503, code: 'no_workspace' }, [409, INTERNAL], 'no_workspace'),
    'audit-failed': answers({ status: 500, code: 'audit_failed' }, [424, INTERNAL], 'audit_failed'),
    failed: answers({ status: 500, code: 'failed' }, [424, INTERNAL], 'failed')
};

/** An error of the kernel as the tool interface answers it. What a command had written until it was stopped goes along. */
export function toolError({ code, message, details: { execution, ...details }, cause }: WorkspaceError): HubError {
    const answer = ANSWERS[code].tools;
    return new HubError(
        answer.status,
        answer.code,
        answer.message ?? message,
        {},
        { ...details, ...(answer.message !== undefined && { advice: message }), ...(execution && partialOutput(execution)) },
        { cause }
    );
}

/** A refusal of the Hub itself, before there is a request for a tool, as the tool interface answers it: its errors always have details. */
export function toolRefusal({ code, message, details = {} }: HubError): object {
    return errorBody({ code, message, details });
}

/** An answer of the workspace agent protocol. */
export interface WapAnswer {
    readonly status: number;
    readonly body: object;
}

/** An error of the kernel as the workspace agent protocol answers it. */
export function wapError({ code, message, details: { execution, ...details } }: WorkspaceError): WapAnswer {
    const [status, wapCode] = ANSWERS[code].wap;
    const facts = {
        ...details,
        ...(execution && {
            stdout: execution.stdout,
            stderr: execution.stderr,
            isOutputTruncated: execution.truncated,
            durationMs: execution.durationMs,
            ...(execution.networkIsolated && { networkIsolated: true })
        })
    };
    return { status, body: { error: message, code: wapCode, ...(Object.keys(facts).length > 0 && { details: facts }) } };
}

/** What the workspace agent protocol calls a refusal of the Hub itself, by its status. */
const WAP_REFUSALS: Readonly<Partial<Record<number, WapCode>>> = {
    401: 'PERMISSION_DENIED',
    403: 'PERMISSION_DENIED',
    413: 'SIZE_LIMIT_EXCEEDED',
    429: 'SIZE_LIMIT_EXCEEDED',
    500: INTERNAL
};

/** A refusal of the Hub itself, before there is a request for a tool, as the workspace agent protocol answers it. */
export function wapRefusal({ statusCode, message }: HubError): object {
    return { error: message, code: WAP_REFUSALS[statusCode] ?? 'INVALID_ARGUMENT' };
}

/** What AgentBench calls an error of the kernel. */
export function agentBenchErrorType(code: WorkspaceErrorCode): string {
    return ANSWERS[code].agentbench;
}

function partialOutput({ stdout, stderr, durationMs, truncated, stdoutBytes, stderrBytes }: ExecResult): object {
    return { stdout, stderr, duration_ms: durationMs, truncated, total_bytes: stdoutBytes + stderrBytes };
}

import { AgentBenchToolName } from './agentbench-requests';

/** What a tool says of a failure. */
interface AgentBenchError {
    readonly error_type: string;
    readonly message: string;
    readonly details: object | null;
}

/** What a tool came to. */
export interface AgentBenchOutcome {
    readonly status: 'success' | 'error';
    readonly data: object | null;
    readonly error: AgentBenchError | null;
    /** Of a command: how it ended, and where its output lies in the folder of the run. */
    readonly exit_code: number | null;
    readonly stdout_path: string | null;
    readonly stderr_path: string | null;
}

/** The answer to a call. */
export interface AgentBenchResult extends AgentBenchOutcome {
    readonly request_id: string;
    readonly tool: AgentBenchToolName;
    readonly started_at: string;
    readonly ended_at: string;
    readonly duration_sec: number;
}

const TEXT_OR_NULL = { type: ['string', 'null'] };

/** The same for the description of the door. */
export const agentBenchResultSchema = {
    title: 'AgentBenchResult',
    type: 'object',
    properties: {
        request_id: { type: 'string' },
        tool: { type: 'string' },
        status: { type: 'string', enum: ['success', 'error'] },
        data: { type: ['object', 'null'], description: 'What the tool found or did.' },
        error: {
            type: ['object', 'null'],
            properties: { error_type: { type: 'string' }, message: { type: 'string' }, details: { type: ['object', 'null'] } },
            required: ['error_type', 'message', 'details']
        },
        exit_code: { type: ['integer', 'null'], description: 'Of a command.' },
        stdout_path: { ...TEXT_OR_NULL, description: 'Output of a command, in the folder of its artifacts.' },
        stderr_path: TEXT_OR_NULL,
        started_at: { type: 'string', format: 'date-time' },
        ended_at: { type: 'string', format: 'date-time' },
        duration_sec: { type: 'number' }
    } satisfies Readonly<Record<keyof AgentBenchResult, object>>
};

const NOTHING = { data: null, error: null, exit_code: null, stdout_path: null, stderr_path: null };

export function success(data: object, more: Partial<AgentBenchOutcome> = {}): AgentBenchOutcome {
    return { ...NOTHING, status: 'success', data, ...more };
}

export function failure(
    errorType: string,
    message: string,
    details: object = {},
    more: Partial<AgentBenchOutcome> = {}
): AgentBenchOutcome {
    const facts = Object.keys(details).length > 0 ? details : null;
    return { ...NOTHING, status: 'error', error: { error_type: errorType, message, details: facts }, ...more };
}

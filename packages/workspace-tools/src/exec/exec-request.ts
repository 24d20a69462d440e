import type { ArgumentsOf, CommandArgumentSchema } from '@openspace/protocol';
import type { OperationOptions } from '../operation';
import { PATH_SCHEMA } from '../request-schema';

/** A command line to run, as an agent asks for it. */
export const execRequestSchema = {
    type: 'object',
    properties: {
        command: { type: 'string', description: 'Run by "bash -c", or by "sh -c" where there is no bash.' },
        cwd: { ...PATH_SCHEMA, description: 'Directory of the workspace to run in; the root unless given.' },
        timeoutMs: { type: 'number', exclusiveMinimum: 0, description: "Time after which it is ended; the policy's limit still holds." },
        environment: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Variables beside the clean environment that every command gets.'
        }
    },
    required: ['command'],
    additionalProperties: false
} as const satisfies CommandArgumentSchema;
export type ExecRequest = Readonly<ArgumentsOf<typeof execRequestSchema>>;

/** What the caller of a command decides, not the agent. */
export interface ExecOptions extends OperationOptions {
    /** Bytes of each stream that are returned; the policy's limit still holds. */
    readonly outputBytes?: number;
    /** Whether what it writes is wanted as bytes, too. */
    readonly wantsBytes?: boolean;
    /** False keeps the command from the network although the policy allows it, where the provider can. */
    readonly network?: boolean;
}

/** How a command ended and what it wrote. A command that fails by itself is a result, not an error. */
export interface ExecResult {
    /** The beginning of each stream as text; bytes that are no UTF-8 are replaced. */
    readonly stdout: string;
    readonly stderr: string;
    /** As a shell reports it: 128 and the number of the signal for a command that was ended by one. */
    readonly exitCode: number;
    readonly durationMs: number;
    /** Whether one of the streams was cut. */
    readonly truncated: boolean;
    /** All bytes that the command wrote, the cut ones included. */
    readonly stdoutBytes: number;
    readonly stderrBytes: number;
    /** The beginning of each stream as it was written, when asked for. */
    readonly written?: { readonly stdout: Uint8Array; readonly stderr: Uint8Array };
    /** Name of the sandbox provider, and whether it kept the command from the network. */
    readonly provider: string;
    readonly networkIsolated: boolean;
    /**
     * Files that the command made although it may not, from the workspace root: they run or approve something by themselves. They have
     * another name now, or lost what would run. Absent when there are none.
     */
    readonly refused?: readonly string[];
    /** What the command made although it may not, and is still there: why, and what has to be done. Absent when there is nothing. */
    readonly warning?: string;
}

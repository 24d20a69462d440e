import type { BlockProblem, BlockProblemCode } from '@openspace/block-parser';
import { agentCommandSchema, type ArgumentsOf, type CommandCall } from '@openspace/protocol';
import Ajv from 'ajv';

const isAgentCommand = new Ajv().compile<ArgumentsOf<typeof agentCommandSchema>>(agentCommandSchema);

/** Stands for the command of a block that names none. */
const UNREADABLE = '(unreadable block)';

/** Characters of such a block that the agent is told, so that it knows which one is meant. */
const MAX_EXCERPT_LENGTH = 120;

/** The code of a block that a reader sees as code. */
export const IN_CODE: BlockProblemCode = 'in-code';

/** A call, and why it is none that could ever run. */
interface RefusedCall {
    readonly call: CommandCall;
    readonly code: string;
    readonly reason: string;
}

/** A block of the agent as a call, or as a refused one when it is no command. */
export function readBlock(sessionId: string, block: unknown, callId: string): { readonly call: CommandCall } | RefusedCall {
    if (!isAgentCommand(block)) {
        const text = JSON.stringify(block).slice(0, MAX_EXCERPT_LENGTH);
        return {
            call: { callId, sessionId, commandId: commandIdOf(block), args: { block: text } },
            code: 'invalid-block',
            reason: 'A block must be {"cmd": "<command id>", "args": {…}} and nothing else.'
        };
    }
    return { call: { callId, sessionId, commandId: block.cmd, args: block.args ?? {} } };
}

/** A block that could not be read, with how it begins. */
export function unreadableBlock(sessionId: string, { code, message, excerpt }: BlockProblem, callId: string): RefusedCall {
    return { call: { callId, sessionId, commandId: UNREADABLE, args: { block: excerpt } }, code, reason: message };
}

function commandIdOf(block: unknown): string {
    const cmd = typeof block === 'object' && block !== null && 'cmd' in block ? block.cmd : undefined;
    return typeof cmd === 'string' && cmd !== '' ? cmd.slice(0, 200) : UNREADABLE;
}

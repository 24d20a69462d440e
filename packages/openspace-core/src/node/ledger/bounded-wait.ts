import type { CommandCall } from '@openspace/protocol';

/** What a command may still need when its wait is over. */
const REST_MS = 2_000;

/** The call with a wait that ends before the command's time: otherwise nothing would be known of a command that only waited. */
export function withBoundedWait(call: CommandCall, timeoutMs: number): CommandCall {
    const { waitMs } = call.args;
    const longest = Math.max(0, timeoutMs - REST_MS);
    return typeof waitMs === 'number' && waitMs > longest ? { ...call, args: { ...call.args, waitMs: longest } } : call;
}

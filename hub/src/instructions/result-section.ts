import { CommandResultPost, LIMITS } from '@openspace/protocol';
import { quoted } from './prompt-text';

const PLAIN_ID = /^[\w.]+$/;

/** The results that the agent should learn from: what went wrong or was slow. `undefined` when there are none. */
export function resultSection(results: readonly CommandResultPost[]): string | undefined {
    const lines = results.filter(post => !isDone(post) || isSlow(post)).map(resultLine);
    return lines.length > 0 ? ['## Recent Command Results', '', 'Oldest first.', '', ...lines].join('\n') : undefined;
}

function resultLine(post: CommandResultPost): string {
    const id = PLAIN_ID.test(post.commandId) ? post.commandId : quoted(post.commandId);
    return `- ${id} → ${isDone(post) ? 'SUCCESS' : failureText(post)}${timeText(post)}`;
}

function failureText({ outcome, result }: CommandResultPost): string {
    const reason = quoted(result.error ?? result.code ?? result.output ?? 'no reason given');
    switch (outcome) {
        case 'refused':
            return `REFUSED: ${reason}`;
        case 'unknown':
            return `UNKNOWN, it may or may not have happened: ${reason}`;
        default:
            return `FAILED: ${reason}`;
    }
}

function timeText(post: CommandResultPost): string {
    const { executionTime } = post.result;
    return executionTime === undefined ? '' : ` (${Math.round(executionTime)}ms${isSlow(post) ? ', slow' : ''})`;
}

function isDone({ outcome, result }: CommandResultPost): boolean {
    return outcome === 'done' && result.success;
}

function isSlow({ result }: CommandResultPost): boolean {
    return (result.executionTime ?? 0) > LIMITS.slowCommandMs;
}

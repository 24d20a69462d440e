import { CommandResultPost, LIMITS } from '@openspace/protocol';
import { oneLine, quoted } from './prompt-text';

const PLAIN_ID = /^[\w.]+$/;

/** The latest results that the agent should learn from: what went wrong or was slow. `undefined` when there are none. */
export function resultSection(results: readonly CommandResultPost[]): string | undefined {
    const lines = results
        .filter(post => !isDone(post) || isSlow(post))
        .slice(-LIMITS.resultsPerSession)
        .map(resultLine);
    return lines.length > 0 ? ['## Recent Command Results', '', 'Oldest first.', '', ...lines].join('\n') : undefined;
}

function resultLine(post: CommandResultPost): string {
    const id = PLAIN_ID.test(post.commandId) ? post.commandId : quoted(post.commandId);
    return `- ${id} → ${isDone(post) ? 'SUCCESS' : failureText(post)}${timeText(post)}`;
}

function failureText({ outcome, result }: CommandResultPost): string {
    const reason = oneLine(result.error ?? result.code ?? result.output ?? 'no reason given');
    switch (outcome) {
        case 'refused':
            return `REFUSED: ${reason}`;
        case 'unknown':
            return `UNKNOWN, it may or may not have happened: ${reason}`;
        default:
            return `FAILED: ${reason}`;
    }
}

function timeText({ result: { executionTime } }: CommandResultPost): string {
    return executionTime === undefined ? '' : ` (${Math.round(executionTime)}ms)`;
}

function isDone({ outcome, result }: CommandResultPost): boolean {
    return outcome === 'done' && result.success;
}

function isSlow({ result }: CommandResultPost): boolean {
    return (result.executionTime ?? 0) > LIMITS.slowCommandMs;
}

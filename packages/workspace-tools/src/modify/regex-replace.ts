import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { throwIfCancelled } from '../cancellation';
import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { OperationPlace } from './line-operation';
import { RegexReplaceOperation } from './modify-request';
import type { RegexAnswer, RegexTask } from './regex-worker';

const WORKER_MEMORY_MB = 192;

interface RegexLimits {
    readonly regexTimeoutMs: number;
    readonly writeBytes: number;
    readonly signal?: AbortSignal;
}

/**
 * Replaces by a caller's regular expression in a thread of its own, which is ended when it takes too long: no pattern can hold up
 * anyone else.
 * @throws WorkspaceError `invalid-pattern`, `text-not-found` when nothing matches, `timeout` or `too-large`
 */
export async function replaceByRegex(
    text: string,
    { pattern, replacement, flags = '' }: RegexReplaceOperation,
    place: OperationPlace,
    limits: RegexLimits
): Promise<{ text: string; count: number }> {
    const answer = await runWorker({ text, pattern, flags, replacement, maxLength: limits.writeBytes }, limits);
    throwIfCancelled(limits.signal);
    const operation = `Operation ${place.position} on ${quotePath(place.path)}`;
    if (answer === undefined) {
        throw new WorkspaceError(
            'timeout',
            `${operation} took too long. Nothing was changed; use a simpler pattern, without nested repetition.`,
            {
                ...place
            }
        );
    }
    switch (answer.kind) {
        case 'invalid':
            throw new WorkspaceError(
                'invalid-pattern',
                `${operation} has a pattern that is not valid: ${answer.reason}. Nothing was changed.`,
                {
                    ...place
                }
            );
        case 'too-large':
            throw new WorkspaceError('too-large', `${operation} would make the file larger than may be written. Nothing was changed.`, {
                ...place,
                limit: limits.writeBytes
            });
        case 'done':
            if (answer.count === 0) {
                throw new WorkspaceError(
                    'text-not-found',
                    `${operation} has a pattern that matches nothing. Nothing was changed; read the file again and check the pattern.`,
                    { ...place, count: 0 }
                );
            }
            return answer;
    }
}

/** Undefined when the worker did not answer in time, or used up its memory. */
function runWorker(task: RegexTask, { regexTimeoutMs, signal }: RegexLimits): Promise<RegexAnswer | undefined> {
    // By its full name, since the IDE's backend is bundled and this file then stands elsewhere.
    const file = createRequire(__filename).resolve('@openspace/workspace-tools/lib/modify/regex-worker.js');
    const worker = new Worker(file, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB } });
    return new Promise<RegexAnswer | undefined>(resolve => {
        const end = (answer?: RegexAnswer): void => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', abort);
            void worker.terminate();
            resolve(answer);
        };
        const abort = (): void => end();
        const timer = setTimeout(abort, regexTimeoutMs);
        signal?.addEventListener('abort', abort, { once: true });
        worker.once('message', end).once('error', abort).once('exit', abort);
    });
}

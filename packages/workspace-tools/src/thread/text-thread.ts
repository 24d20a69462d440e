import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { throwIfCancelled } from '../cancellation';
import { KeyedQueue } from '../keyed-queue';
import { WorkspaceError, systemErrorCode } from '../workspace-error';
import type { TextAnswer, TextTaskName, TextTasks } from './text-task';

const THREAD_MEMORY_MB = 384;
/** Threads at once; a further call waits for one of them. */
const MOST_THREADS = 4;

const lanes = new KeyedQueue();
let calls = 0;

interface ThreadLimits {
    /** Time that all questions of one call may take together. */
    readonly changeTimeoutMs: number;
    readonly signal?: AbortSignal;
}

/** Puts a question to the thread of a call. */
export type AskThread = <Name extends TextTaskName>(name: Name, input: TextTasks[Name]['input']) => Promise<TextTasks[Name]['output']>;

/**
 * Calls `use` with a thread of its own for work on texts and patterns of a caller, whatever they are: it holds up nobody else, and it
 * is ended when it takes too long, uses too much memory or is not wanted any more.
 */
export async function withTextThread<T>(limits: ThreadLimits, use: (ask: AskThread) => Promise<T>): Promise<T> {
    return lanes.run(String(calls++ % MOST_THREADS), async () => {
        throwIfCancelled(limits.signal);
        // By its full name, since the IDE's backend is bundled and this file then stands elsewhere.
        const file = createRequire(__filename).resolve('@openspace/workspace-tools/lib/thread/text-worker.js');
        const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB } });
        try {
            await once(worker, 'online', { signal: limits.signal });
            return await use(asker(worker, limits));
        } catch (error) {
            throwIfCancelled(limits.signal);
            throw error;
        } finally {
            void worker.terminate();
        }
    });
}

function asker(worker: Worker, { changeTimeoutMs, signal }: ThreadLimits): AskThread {
    let remainingMs = changeTimeoutMs;
    return async <Name extends TextTaskName>(name: Name, input: TextTasks[Name]['input']) => {
        const startMs = performance.now();
        const timeout = AbortSignal.timeout(Math.max(0, Math.floor(remainingMs)));
        const ended = once(worker, 'message', { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
        worker.postMessage({ name, input });
        const [answer] = (await ended.catch((error: unknown) => {
            throwIfCancelled(signal);
            throw timeout.aborted ? tookTooLong() : systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error;
        })) as [TextAnswer];
        remainingMs -= performance.now() - startMs;
        if ('error' in answer) {
            throw new WorkspaceError(answer.error.code, answer.error.message, answer.error.details);
        }
        return answer.output;
    };
}

function tookTooLong(): WorkspaceError {
    return new WorkspaceError(
        'timeout',
        'The change took too long to work out. Nothing was changed; use simpler patterns, without nested repetition, or change less at once.'
    );
}

function tooMuch(): WorkspaceError {
    return new WorkspaceError(
        'too-large',
        'The change takes more memory than is allowed. Nothing was changed; split it into smaller ones.'
    );
}

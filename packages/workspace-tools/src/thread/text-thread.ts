import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { throwIfCancelled } from '../cancellation';
import { KeyedQueue } from '../keyed-queue';
import { WorkspaceError, systemErrorCode } from '../workspace-error';
import type { TextAnswer, TextTaskName, TextTasks } from './text-worker';

const THREAD_MEMORY_MB = 384;
/** Threads at once; a further call waits for one of them. */
const MOST_THREADS = 4;

/** How long a thread waits for the next call. */
const SPARE_MS = 10_000;

const lanes = new KeyedQueue();
let calls = 0;

interface ThreadLimits {
    /** Time that all questions of one call may take together. */
    readonly changeTimeoutMs: number;
    readonly signal?: AbortSignal;
}

/** Puts a question to the thread of a call. */
export type AskThread = <Name extends TextTaskName>(name: Name, input: TextTasks[Name]['input']) => Promise<TextTasks[Name]['output']>;

/** The thread of a call; busy while it has not answered. */
interface TextThread {
    readonly worker: Worker;
    isBusy: boolean;
}

/** A thread that waits for the next call, so that it need not start one, and the end of its waiting. */
let spare: { readonly worker: Worker; readonly end: NodeJS.Timeout } | undefined;

/**
 * Calls `use` with a thread for work on texts and patterns of a caller, whatever they are: it holds up nobody else, and it is ended
 * when it takes too long, uses too much memory or is not wanted any more.
 */
export async function withTextThread<T>(limits: ThreadLimits, use: (ask: AskThread) => Promise<T>): Promise<T> {
    return lanes.run(String(calls++ % MOST_THREADS), async () => {
        throwIfCancelled(limits.signal);
        const thread: TextThread = { worker: takeSpare() ?? (await startThread(limits.signal)), isBusy: false };
        try {
            return await use(asker(thread, limits));
        } finally {
            if (thread.isBusy) {
                void thread.worker.terminate();
            } else {
                keepSpare(thread.worker);
            }
        }
    });
}

async function startThread(signal?: AbortSignal): Promise<Worker> {
    // By its full name, since the IDE's backend is bundled and this file then stands elsewhere.
    const file = createRequire(__filename).resolve('@openspace/workspace-tools/lib/thread/text-worker.js');
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB } });
    // Whoever waits for an answer hears of errors by itself.
    worker.on('error', () => undefined).once('exit', () => spare?.worker === worker && takeSpare());
    try {
        await once(worker, 'online', { signal });
        return worker;
    } catch (error) {
        void worker.terminate();
        throwIfCancelled(signal);
        throw error;
    }
}

/** Nobody else gets it then: a thread that is about to end answers nothing. */
function takeSpare(): Worker | undefined {
    const worker = spare?.worker;
    clearTimeout(spare?.end);
    spare = undefined;
    worker?.ref();
    return worker;
}

function endSpare(): void {
    void takeSpare()?.terminate();
}

/** Does not keep the process alive, and not the memory of a large change for long. */
function keepSpare(worker: Worker): void {
    endSpare();
    spare = { worker, end: setTimeout(endSpare, SPARE_MS).unref() };
    worker.unref();
}

function asker(thread: TextThread, { changeTimeoutMs, signal }: ThreadLimits): AskThread {
    const { worker } = thread;
    let remainingMs = changeTimeoutMs;
    return async <Name extends TextTaskName>(name: Name, input: TextTasks[Name]['input']) => {
        if (remainingMs <= 0) {
            throw tookTooLong();
        }
        const startMs = performance.now();
        const timeout = AbortSignal.timeout(Math.ceil(remainingMs));
        const ended = once(worker, 'message', { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
        thread.isBusy = true;
        worker.postMessage({ name, input });
        const [answer] = (await ended.catch((error: unknown) => {
            throwIfCancelled(signal);
            throw timeout.aborted ? tookTooLong() : systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error;
        })) as [TextAnswer];
        thread.isBusy = false;
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

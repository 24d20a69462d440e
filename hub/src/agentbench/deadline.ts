import { PersonAsker, throwIfCancelled } from '@openspace/workspace-tools';

/** Ends an operation when its time is up. Time that a person takes to answer does not count. */
export class Deadline {
    private readonly time = new AbortController();
    private timer?: NodeJS.Timeout;
    private startedMs = 0;

    constructor(private leftMs: number) {
        this.start();
    }

    /** Aborted when the time is up. */
    get signal(): AbortSignal {
        return this.time.signal;
    }

    /** Asks while the time stands still. */
    asker(ask: PersonAsker): PersonAsker {
        return async question => {
            this.stop();
            this.leftMs -= performance.now() - this.startedMs;
            try {
                return await ask(question);
            } finally {
                this.start();
            }
        };
    }

    /**
     * Tells of time that is up, even if nobody could be told yet since nobody else had a turn.
     * @throws {WorkspaceError} `timeout`
     */
    throwIfOver(): void {
        if (performance.now() - this.startedMs >= this.leftMs) {
            this.end();
        }
        throwIfCancelled(this.signal);
    }

    /** The call has ended: no time runs any more. */
    stop(): void {
        clearTimeout(this.timer);
    }

    private start(): void {
        this.startedMs = performance.now();
        if (this.leftMs <= 0) {
            this.end();
        } else {
            this.timer = setTimeout(() => this.end(), this.leftMs);
        }
    }

    private end(): void {
        this.time.abort(new DOMException('The time is up.', 'TimeoutError'));
    }
}

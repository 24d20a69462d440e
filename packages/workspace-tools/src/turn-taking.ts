import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that work on the event loop goes on before others may run. */
const SLICE_MS = 10;

/** Cuts long work into slices: whoever works asks `isOver` often, and lets others run when it is. */
export class TurnTaking {
    private sliceEnd = performance.now() + SLICE_MS;

    /** Whether others should run now. */
    get isOver(): boolean {
        return performance.now() > this.sliceEnd;
    }

    /** Lets others run, then begins the next slice. */
    async next(): Promise<void> {
        await nextTurn();
        this.sliceEnd = performance.now() + SLICE_MS;
    }

    /** Lets others run when they should. */
    async nextIfOver(): Promise<void> {
        if (this.isOver) {
            await this.next();
        }
    }
}

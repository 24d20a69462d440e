import { renameSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Where two entries change places until `stop` is set; run in a worker thread. */
export interface SwapLoopData {
    readonly directory: string;
    /** The name under test. */
    readonly name: string;
    /** What takes the place of that name, again and again. */
    readonly other: string;
    readonly stop: Int32Array;
}

const { directory, name, other, stop } = workerData as SwapLoopData;
let aside = 0;

function move(from: string, to: string): void {
    while (!tryRename(from, to) && Atomics.load(stop, 0) === 0) {
        // While the name was free, the operation under test made a directory of its own there: put it out of the way, if it is still there.
        tryRename(to, `aside-${aside++}`);
    }
}

function tryRename(from: string, to: string): boolean {
    try {
        renameSync(`${directory}/${from}`, `${directory}/${to}`);
        return true;
    } catch {
        return false;
    }
}

while (Atomics.load(stop, 0) === 0) {
    move(name, 'parked');
    move(other, name);
    move(name, other);
    move('parked', name);
}

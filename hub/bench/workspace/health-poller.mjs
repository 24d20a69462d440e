// A thread that asks a Hub for its health, one question after the other, until it is told to stop; then it tells how long the Hub let
// it wait at most, in milliseconds, without the time in which other processes had the processor.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareRequest, RawConnection } from '../hub/raw-connection.mjs';

const { url, pid } = workerData;

/** Time in milliseconds for which the Hub or this thread could have run but others had the processor. */
function pushedAsideMs() {
    return [`/proc/${pid}/task/${pid}/schedstat`, '/proc/thread-self/schedstat']
        .map(file => Number(readFileSync(file, 'latin1').split(' ')[1]) / 1e6)
        .reduce((sum, time) => sum + time);
}

let running = true;
parentPort.once('message', () => (running = false));
const connection = await RawConnection.open(url);
const request = prepareRequest(url, { path: '/health' });
let longest = 0;
parentPort.postMessage('ready');
while (running) {
    const [startMs, asideMs] = [performance.now(), pushedAsideMs()];
    const status = await connection.send(request);
    if (status !== 200) {
        throw new Error(`The Hub answered ${status} when it was asked for its health.`);
    }
    longest = Math.max(longest, performance.now() - startMs - (pushedAsideMs() - asideMs));
}
connection.close();
parentPort.postMessage(longest);

import { endRunningPrograms, killRunningPrograms } from './run.mjs';

/** npm passes a Ctrl-C on to us although the terminal has already sent it to us: what comes this close together is one request. */
const SAME_REQUEST_MS = 1000;
/** The exit code of a program that was interrupted before it could do its work. */
export const INTERRUPTED = 130;
const PARENT_CHECK_MS = 1000;

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP and `kill` at a later one. Under npm, its death counts as a request too:
 * a killed npm cannot tell us, and nobody would be left to stop us.
 */
export function onStopRequest({ stop, kill, sameRequestMs = SAME_REQUEST_MS }) {
    let firstRequest;
    const request = signal => {
        if (firstRequest === undefined) {
            firstRequest = performance.now();
            stop(signal);
        } else if (performance.now() - firstRequest > sameRequestMs) {
            kill(signal);
        }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
        process.on(signal, () => request(signal));
    }
    if (process.env.npm_lifecycle_event !== undefined) {
        const parent = process.ppid;
        const timer = setInterval(() => {
            if (process.ppid !== parent) {
                clearInterval(timer);
                request('SIGHUP');
            }
        }, PARENT_CHECK_MS);
        timer.unref();
    }
}

/** For entry points that only run programs: ends these and leaves with the exit code of an interrupted program. */
export function leaveOnStopRequest() {
    onStopRequest({
        stop: async () => {
            await endRunningPrograms();
            process.exit(INTERRUPTED);
        },
        kill: () => {
            killRunningPrograms();
            process.exit(INTERRUPTED);
        }
    });
}

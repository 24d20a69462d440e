import { clearImmediate, setImmediate } from 'node:timers';
import { quantile } from '../../../scripts/lib/bench/figures.mjs';
import { RawConnection } from './raw-connection.mjs';

/**
 * Keeps this process awake until it is told otherwise: a core that sleeps while an answer takes its time takes time to wake up, so that an
 * answer which takes twice as long would seem to take three times as long.
 */
function stayAwake() {
    let immediate;
    const again = () => {
        immediate = setImmediate(again);
    };
    again();
    return () => clearImmediate(immediate);
}

/**
 * Sends the requests, over and over, over several connections at once, for so long and so many at most; answers with their rate and
 * the time that each took.
 */
export async function load({ url, requests, connections, forMs, upTo = Infinity }) {
    const opened = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(url)));
    const times = [];
    let sent = 0;
    const sleep = stayAwake();
    const startedAt = performance.now();
    await Promise.all(
        opened.map(async connection => {
            for (let sentAt = performance.now(); sentAt - startedAt < forMs && sent < upTo; sentAt = performance.now()) {
                const status = await connection.send(requests[sent++ % requests.length]);
                if (status !== 200) {
                    throw new Error(`${url} answered ${status}`);
                }
                times.push(performance.now() - sentAt);
            }
        })
    );
    const seconds = (performance.now() - startedAt) / 1000;
    sleep();
    opened.forEach(connection => connection.close());
    return { perSecond: times.length / seconds, times };
}

/** Loads all contestants in turns, so that what else the machine does hits them alike. */
export async function loadInTurns(contestants, { rounds, ...options }) {
    const loads = Object.fromEntries(Object.keys(contestants).map(name => [name, []]));
    for (let round = -1; round < rounds; round++) {
        for (const [name, contestant] of Object.entries(contestants)) {
            const result = await load({ ...options, ...contestant });
            // The first round warms up.
            if (round >= 0) {
                loads[name].push(result);
            }
        }
    }
    return Object.fromEntries(
        Object.entries(loads).map(([name, results]) => {
            const times = results.flatMap(each => each.times);
            const perSecond = quantile(
                results.map(each => each.perSecond),
                0.5
            );
            return [name, { perSecond, median: quantile(times, 0.5), p99: quantile(times, 0.99) }];
        })
    );
}

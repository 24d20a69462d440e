import { strict as assert } from 'node:assert';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KeyedQueue } from './keyed-queue';

describe('KeyedQueue', () => {
    it('runs tasks with one key in order, one at a time, and goes on after a failure', async () => {
        const queue = new KeyedQueue();
        const log: string[] = [];
        const task = (name: string) => async (): Promise<string> => {
            log.push(`${name} starts`);
            await nextTurn();
            log.push(`${name} ends`);
            if (name === 'first') {
                throw new Error(name);
            }
            return name;
        };
        const outcomes = await Promise.allSettled([queue.run('key', task('first')), queue.run('key', task('second'))]);
        assert.deepEqual(log, ['first starts', 'first ends', 'second starts', 'second ends']);
        assert.deepEqual(
            outcomes.map(({ status }) => status),
            ['rejected', 'fulfilled']
        );
    });

    it('does not let one key wait for another', async () => {
        const queue = new KeyedQueue();
        const never = queue.run('blocked', () => new Promise<void>(() => undefined));
        assert.equal(await Promise.race([never, queue.run('free', () => Promise.resolve('done'))]), 'done');
    });
});

import { strict as assert } from 'node:assert';
import { DiskPace } from './disk-pace';

describe('DiskPace', () => {
    let now = 0;
    const ask = (pace: DiskPace, takesMs: number): Promise<string> =>
        pace.call(
            () => {
                now += takesMs;
                return 'at once';
            },
            () => Promise.resolve('in a thread')
        );

    it('makes calls at once while they are short, and leaves them to threads for a while after one that was not', async () => {
        const pace = new DiskPace(() => now);
        assert.deepEqual([await ask(pace, 1), await ask(pace, 100), await ask(pace, 1)], ['at once', 'at once', 'in a thread']);
        now += 9000;
        assert.equal(await ask(pace, 1), 'in a thread');
        now += 2000;
        assert.equal(await ask(pace, 1), 'at once');
    });

    it('takes note of a slow call that failed, too', async () => {
        const pace = new DiskPace(() => now);
        const fail = (): never => {
            now += 100;
            throw new Error('no space');
        };
        await assert.rejects(
            pace.call(fail, () => Promise.resolve('in a thread')),
            /no space/
        );
        assert.equal(await ask(pace, 1), 'in a thread');
    });
});

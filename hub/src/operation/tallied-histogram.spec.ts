import assert from 'node:assert/strict';
import { Histogram, Registry } from 'prom-client';
import { TalliedHistogram } from './tallied-histogram';

describe('TalliedHistogram', () => {
    const configuration = { name: 'size', help: 'How large.', labelNames: ['kind'] as const, buckets: [1, 10, 100] };

    it("writes the same text as the library's own histogram", async () => {
        const [tallied, usual] = [new Registry(), new Registry()];
        const histogram = new TalliedHistogram({ ...configuration, registers: [tallied] });
        const model = new Histogram({ ...configuration, registers: [usual] });
        for (const [kind, value] of [
            ['a', 0.5],
            ['a', 1],
            ['b', 7.25],
            ['a', 100],
            ['a', 1_000]
        ] as const) {
            histogram.tally(value, kind);
            model.observe({ kind }, value);
        }
        assert.equal(await tallied.metrics(), await usual.metrics());
    });
});

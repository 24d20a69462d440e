import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { run } from '../process/run.mjs';

const FIGURES = new URL('figures.mjs', import.meta.url);

/** What a benchmark with these figures prints, and how it ends. */
const benchmark = figures =>
    run(process.execPath, ['--input-type=module', '-e', `import { Figures } from '${FIGURES}'; const figures = new Figures(); ${figures}`]);

describe('The figures of a benchmark', () => {
    it('are fine when every target is met', async () => {
        const { code, output } = await benchmark("figures.atMost('a', 1, 2); figures.atLeast('b', 2, 2); figures.conclude();");
        assert.equal(code, 0);
        assert.match(output, /met +a +1\.000 +\(at most 2\)\nmet +b +2\.000 +\(at least 2\)\nAll targets are met\./);
    });

    it('make it fail when one is missed, or is no number', async () => {
        const { code, output } = await benchmark("figures.atMost('a', 3, 2); figures.atLeast('b', NaN, 2); figures.conclude();");
        assert.equal(code, 1);
        assert.match(output, /MISSED +a [^]*MISSED +b [^]*2 targets are missed\./);
    });

    it('make it fail when none was checked', async () => {
        const { code, output } = await benchmark("figures.note('a', 1); figures.conclude();");
        assert.equal(code, 1);
        assert.match(output, /No target was checked/);
        assert.doesNotMatch(output, /All targets are met/);
    });
});

import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Failure } from '../failure.mjs';
import { runStages } from './stages.mjs';
import { countOutcome } from './tally.mjs';
import { STEPS } from './test-options.mjs';

describe('The stages of npm test', () => {
    const ALL = ['set-up', ...STEPS];

    function deferred() {
        let resolve;
        const promise = new Promise(resolvePromise => (resolve = resolvePromise));
        return { promise, resolve };
    }

    /** Does all steps, and notes when each begins and ends. A step lasts until a later one has begun, if it is named here. */
    async function run({ wanted = ALL, lasting = {}, failing = [] } = {}) {
        const noted = [];
        const begun = Object.fromEntries(ALL.map(name => [name, deferred()]));
        const told = [];
        const perform = async name => {
            noted.push(`${name} begins`);
            begun[name].resolve();
            await begun[lasting[name]]?.promise;
            noted.push(`${name} ends`);
            if (failing.includes(name)) {
                throw new Failure(`${name} is broken`);
            }
            return { [name]: countOutcome(true) };
        };
        const lines = await runStages(wanted, perform, error => told.push(error.message));
        return { noted, lines, told };
    }

    it('do every step once, and tell of them in their order', async () => {
        const { lines } = await run();
        assert.deepEqual(
            lines.map(({ step }) => step),
            ALL
        );
    });

    it('check beside the unit tests, one check after the other, and test in the browser alone', async () => {
        const { noted } = await run({ lasting: { lint: 'unit', unit: 'deadcode' } });
        const at = event => noted.indexOf(event);
        assert.ok(at('lint begins') > at('build ends'));
        assert.ok(at('unit begins') < at('lint ends'));
        assert.ok(at('format begins') > at('lint ends'));
        assert.ok(at('unit ends') > at('deadcode begins'));
        assert.ok(at('e2e begins') > Math.max(at('unit ends'), at('deadcode ends')));
    });

    it('do only what is wanted', async () => {
        const { lines } = await run({ wanted: ['set-up', 'build', 'format'] });
        assert.deepEqual(
            lines.map(({ step }) => step),
            ['set-up', 'build', 'format']
        );
    });

    it('end with a foundation that fails, and with no other step', async () => {
        const { lines } = await run({ failing: ['build'] });
        assert.deepEqual(
            lines.map(({ step, counts }) => [step, counts.failed]),
            [
                ['set-up', 0],
                ['build', 1]
            ]
        );
        const others = await run({ failing: ['lint', 'unit'] });
        assert.equal(others.lines.length, ALL.length);
        assert.deepEqual(others.told.toSorted(), ['lint is broken', 'unit is broken']);
        assert.deepEqual(
            others.lines.filter(({ counts }) => counts.failed > 0).map(({ step, counts }) => [step, counts.remarks[0]]),
            [
                ['lint', 'lint is broken'],
                ['unit', 'unit is broken']
            ]
        );
    });
});

import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { GlobPattern } from './glob-pattern';
import { RuleSet } from './rule-set';

describe('RuleSet', () => {
    it('answers as each of its patterns would, the first one first', () => {
        const part = fc.stringMatching(/^[ab.+*?$(-]{1,5}$/);
        const pattern = fc.oneof(
            part,
            fc.array(part, { minLength: 2, maxLength: 3 }).map(parts => parts.join('/'))
        );
        const segments = fc.array(fc.stringMatching(/^[ab.+$(-]{1,6}$/), { minLength: 1, maxLength: 4 });
        fc.assert(
            fc.property(fc.array(pattern, { maxLength: 6 }), segments, (patterns, path) => {
                assert.equal(
                    new RuleSet(patterns).firstMatch(path),
                    patterns.find(candidate => new GlobPattern(candidate).covers(path))
                );
            }),
            { numRuns: 3000 }
        );
    });

    it('matches nothing without patterns, and folds the case of its own', () => {
        assert.equal(new RuleSet([]).firstMatch(['']), undefined);
        assert.equal(new RuleSet(['Makefile']).firstMatch(['src', 'makefile']), 'Makefile');
    });
});

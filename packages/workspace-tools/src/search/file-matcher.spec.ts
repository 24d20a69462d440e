import { strict as assert } from 'node:assert';
import { createFileMatcher } from './file-matcher';

function ranked(query: string, paths: readonly string[]): string[] {
    const score = createFileMatcher(query);
    return paths.filter(path => score(path) > 0).toSorted((a, b) => score(b) - score(a));
}

describe('createFileMatcher', () => {
    it('ranks whole names over beginnings, words, parts, paths and scattered letters', () => {
        const inOrder = ['x/guard', 'x/guard.ts', 'x/guardian.ts', 'x/path-guard.ts', 'x/pathguard.ts', 'guard/x.ts', 'x/go-up-a-road.md'];
        assert.deepEqual(ranked('guard', inOrder.toReversed()), inOrder);
    });

    it('knows the words of names in camel case', () => {
        assert.deepEqual(ranked('guard', ['vanguardA', 'pathGuardB']), ['pathGuardB', 'vanguardA']);
    });

    it('wants every word of the query, in any order, and ignores case', () => {
        assert.deepEqual(ranked('SERVICE pane', ['src/pane-service.ts', 'src/pane.ts', 'service.ts']), ['src/pane-service.ts']);
    });

    it('takes the end of a path and prefers the case that was written', () => {
        assert.deepEqual(ranked('src/index.ts', ['a/src/index.ts', 'src/index.ts', 'src/other.ts']), ['src/index.ts', 'a/src/index.ts']);
        assert.deepEqual(ranked('Readme', ['README.md', 'Readme.txt']), ['Readme.txt', 'README.md']);
        assert.deepEqual(ranked('./src/index.ts', ['src/index.ts']), ['src/index.ts']);
    });

    it('takes a query with wildcards for a glob', () => {
        const paths = ['a.spec.ts', 'x/B.SPEC.ts', 'x/c.ts'];
        assert.deepEqual(ranked('*.spec.ts', paths), ['a.spec.ts', 'x/B.SPEC.ts']);
        assert.deepEqual(ranked('x/*.ts', paths), ['x/B.SPEC.ts', 'x/c.ts']);
    });

    it('finds everything for an empty query', () => {
        assert.deepEqual(ranked(' ', ['a', 'b/c']), ['a', 'b/c']);
    });
});

import assert from 'node:assert/strict';
import { readableEvidence } from './readable-evidence';

describe('readableEvidence', () => {
    it('puts single values one to a line, in words', () => {
        assert.equal(readableEvidence({ path: 'a.ts', totalLines: 3, truncated: false }), 'path: a.ts\ntotal lines: 3\ntruncated: no');
    });

    it('gives a text of several lines as it is, after the single values', () => {
        assert.equal(readableEvidence({ content: 'one\ntwo', lines: 2 }), 'lines: 2\n\ncontent:\none\ntwo');
    });

    it('gives a list of texts line by line', () => {
        assert.equal(readableEvidence({ results: ['a.ts', 'b.ts'] }), 'results:\na.ts\nb.ts');
    });

    it('says when a list is empty', () => {
        assert.equal(readableEvidence({ terminals: [] }), 'terminals: none');
    });

    it('shows a list of things as a table with aligned columns', () => {
        const panes = [
            { id: 'main-1', area: 'main', geometry: { x: 0, y: 5 }, tabs: [{ id: '1', title: 'a.ts' }] },
            { id: 'b', area: 'bottom', tabs: [] }
        ];
        assert.deepEqual(readableEvidence({ panes }).split('\n'), [
            'panes:',
            'id      area    geometry  tabs',
            'main-1  main    x 0 y 5   a.ts',
            'b       bottom'
        ]);
    });
});

import assert from 'node:assert/strict';
import { sizingHandles, type SplitTree } from './split-tree';

const tabs = (...widgets: string[]): SplitTree<string> => ({ type: 'tab-area', widgets });
const split = (orientation: 'horizontal' | 'vertical', ...children: SplitTree<string>[]): SplitTree<string> => ({
    type: 'split-area',
    orientation,
    children
});

/** Left of it a, right of it b over c, and between b and c a row of d and e. Handles: 0, 1 of the root; 2, 3, 4; 5, 6. */
const TREE = split('horizontal', tabs('a', 'a2'), split('vertical', tabs('b'), split('horizontal', tabs('d'), tabs('e')), tabs('c')));

describe('The handles of a split', () => {
    it('are none for a pane that takes all', () => {
        assert.deepEqual(sizingHandles(tabs('a'), 'a', 'horizontal'), []);
        assert.deepEqual(sizingHandles(TREE, 'a', 'vertical'), []);
    });

    it('are none for content that is not there', () => {
        assert.deepEqual(sizingHandles(TREE, 'z', 'horizontal'), []);
    });

    it('stand behind the first child and before the last', () => {
        assert.deepEqual(sizingHandles(TREE, 'a2', 'horizontal'), [{ index: 0, direction: 1 }]);
        assert.deepEqual(sizingHandles(TREE, 'c', 'vertical'), [{ index: 3, direction: -1 }]);
    });

    it('stand on both sides of one in the middle', () => {
        assert.deepEqual(sizingHandles(TREE, 'd', 'vertical'), [
            { index: 3, direction: 1 },
            { index: 2, direction: -1 }
        ]);
    });

    it('are those of the nearest split in that orientation', () => {
        assert.deepEqual(sizingHandles(TREE, 'e', 'horizontal'), [{ index: 5, direction: -1 }]);
        assert.deepEqual(sizingHandles(TREE, 'b', 'horizontal'), [{ index: 0, direction: -1 }]);
    });

    it('are counted after those of the splits before', () => {
        const two = split('horizontal', split('vertical', tabs('a'), tabs('b')), split('vertical', tabs('c'), tabs('d')));
        assert.deepEqual(sizingHandles(two, 'b', 'vertical'), [{ index: 2, direction: -1 }]);
        assert.deepEqual(sizingHandles(two, 'c', 'vertical'), [{ index: 4, direction: 1 }]);
    });
});

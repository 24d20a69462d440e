import assert from 'node:assert/strict';
import { BoundedMap } from './bounded-map';

describe('BoundedMap', () => {
    it('drops the key that was set least recently', () => {
        const map = new BoundedMap<string, number>(2);
        map.set('a', 1);
        map.set('b', 2);
        map.set('a', 3);
        map.set('c', 4);
        assert.equal(map.get('b'), undefined);
        assert.deepEqual(map.values(), [3, 4]);
        assert.equal(map.size, 2);
    });

    it('knows the value that was set last', () => {
        const map = new BoundedMap<string, number>(2);
        assert.equal(map.newest(), undefined);
        map.set('a', 1);
        map.set('b', 2);
        map.set('a', 3);
        assert.equal(map.newest(), 3);
    });

    it('evicts from the oldest on until the test fails', () => {
        const map = new BoundedMap<string, number>(5);
        [1, 2, 3, 1].forEach((value, index) => map.set(`key-${index}`, value));
        map.evictWhile(value => value < 3);
        assert.deepEqual(map.values(), [3, 1]);
        map.evictWhile(() => true);
        assert.equal(map.size, 0);
        assert.equal(map.newest(), undefined);
    });
});

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isSameData } from './same-data';

describe('isSameData', () => {
    it('knows equal data whatever the order of its keys', () => {
        assert.ok(isSameData({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }));
        assert.ok(isSameData(undefined, undefined));
    });

    it('sees every difference', () => {
        for (const [left, right] of [
            [{ a: 1 }, { a: 2 }],
            [{ a: 1 }, { b: 1 }],
            [{ a: undefined }, { b: 1 }],
            [{ a: 1 }, { a: 1, b: 1 }],
            [
                [1, 2],
                [2, 1]
            ],
            [[], {}],
            [{}, null],
            [1, '1'],
            [undefined, []],
            [{}, { toString: 1 }]
        ]) {
            assert.ok(!isSameData(left, right), JSON.stringify([left, right]));
            assert.ok(!isSameData(right, left), JSON.stringify([right, left]));
        }
    });

    it('judges as Node does', () => {
        const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
        fc.assert(
            fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
                assert.ok(isSameData(copy(left), copy(left)));
                assert.equal(isSameData(copy(left), copy(right)), isDeepStrictEqual(copy(left), copy(right)));
            })
        );
    });
});

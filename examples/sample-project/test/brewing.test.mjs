import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asClock, coolingMinutes, gramsFor, steepSeconds } from '../src/brewing.mjs';

const sencha = { seconds: 90, gramsPerLitre: 13 };

test('water needs longer to cool for a delicate tea', () => {
    assert.equal(coolingMinutes(100, 90), 4);
    assert.equal(coolingMinutes(100, 60), 16);
});

test('water that is cool enough is ready at once', () => {
    assert.equal(coolingMinutes(70, 80), 0);
});

test('every further infusion steeps half as long again', () => {
    assert.deepEqual(
        [1, 2, 3].map(infusion => steepSeconds(sencha, infusion)),
        [90, 135, 203]
    );
});

test('leaves are weighed to the half gram', () => {
    assert.equal(gramsFor(sencha, 250), 3.5);
    assert.equal(gramsFor(sencha, 1000), 13);
});

test('minutes read like a clock', () => {
    assert.equal(asClock(0), '0:00');
    assert.equal(asClock(4.5), '4:30');
    assert.equal(asClock(12.999), '13:00');
});

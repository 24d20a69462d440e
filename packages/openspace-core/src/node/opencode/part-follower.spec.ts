import assert from 'node:assert/strict';
import { PlainFollower } from './part-follower';

describe('A part of the answer', () => {
    let shown: string[];
    let follower: PlainFollower;

    beforeEach(() => {
        shown = [];
        follower = new PlainFollower(text => shown.push(text));
    });

    it('is handed on in whole characters, wherever the model cuts it', () => {
        for (const unit of 'tea \u{1f375} and \u{1f36a}'.split('')) {
            follower.feed(unit);
        }
        follower.finish();
        assert.ok(shown.every(text => Buffer.from(text).toString() === text));
        assert.equal(shown.join(''), 'tea \u{1f375} and \u{1f36a}');
    });

    it('is taken once, whether it comes in pieces or whole', () => {
        follower.feed('one \ud83c');
        follower.catchUp('one \u{1f375} two');
        follower.catchUp('one');
        follower.finish();
        follower.feed(' three');
        assert.deepEqual(shown, ['one ', '\u{1f375} two']);
    });

    it('keeps even half a character when nothing follows', () => {
        follower.feed('one\ud83c');
        follower.finish();
        assert.deepEqual(shown, ['one', '\ud83c']);
    });
});

import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Screen } from './screen.mjs';

describe('The screen of programs that run beside each other', () => {
    function shown() {
        let text = '';
        return { write: more => (text += more), read: () => text };
    }

    it('shows at once what the first one writes, and what the others wrote when their turns come', () => {
        const stream = shown();
        const screen = new Screen(stream);
        const [first, second, third] = [screen.take(), screen.take(), screen.take()];
        second.write('2');
        third.write('3');
        first.write('1');
        assert.equal(stream.read(), '1');
        first.end();
        assert.equal(stream.read(), '12');
        second.write('2');
        assert.equal(stream.read(), '122');
        second.end();
        assert.equal(stream.read(), '1223');
    });

    it('shows all of what ended before its turn', () => {
        const stream = shown();
        const screen = new Screen(stream);
        const [first, second] = [screen.take(), screen.take()];
        second.write('2');
        second.end();
        const third = screen.take();
        third.write('3');
        first.end();
        assert.equal(stream.read(), '23');
    });
});

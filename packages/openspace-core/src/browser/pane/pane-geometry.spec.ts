import assert from 'node:assert/strict';
import { enclosing, inPercent, isNear } from './pane-geometry';

describe('The geometry of panes', () => {
    const window = { left: 100, top: 50, width: 1000, height: 500 };

    it('counts in percent of the window, from its corner', () => {
        assert.deepEqual(inPercent({ left: 350, top: 175, width: 500, height: 125 }, window), { x: 25, y: 25, width: 50, height: 25 });
    });

    it('is rounded to a tenth', () => {
        assert.deepEqual(inPercent({ left: 433.333, top: 50, width: 333.333, height: 500 }, window), {
            x: 33.3,
            y: 0,
            width: 33.3,
            height: 100
        });
    });

    it('stays within the window', () => {
        assert.deepEqual(inPercent({ left: 0, top: 0, width: 2000, height: 700 }, window), { x: 0, y: 0, width: 100, height: 100 });
    });

    it('is nothing in a window without size', () => {
        const nothing = { left: 0, top: 0, width: 0, height: 0 };
        assert.deepEqual(inPercent(window, nothing), { x: 0, y: 0, width: 0, height: 0 });
    });

    it('takes a size that is off by a pixel or two for the same', () => {
        assert.deepEqual(
            [39.5, 40, 40.5, 40.6].map(width => isNear(width, 40)),
            [true, true, true, false]
        );
    });

    it('encloses a tab bar and the content below it', () => {
        const bar = { left: 10, top: 20, width: 300, height: 30 };
        const content = { left: 10, top: 50, width: 300, height: 200 };
        assert.deepEqual(enclosing([bar, content]), { left: 10, top: 20, width: 300, height: 230 });
    });

    it('leaves out what covers nothing', () => {
        const hidden = { left: 0, top: 0, width: 0, height: 0 };
        const bar = { left: 10, top: 20, width: 300, height: 30 };
        assert.deepEqual(enclosing([hidden, bar]), bar);
        assert.deepEqual(enclosing([hidden]), hidden);
        assert.deepEqual(enclosing([]), hidden);
    });
});

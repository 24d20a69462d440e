import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PartInterceptor } from './part-interceptor';

function follow(): { part: PartInterceptor; told: string[] } {
    const told: string[] = [];
    const part = new PartInterceptor({
        onText: text => told.push(text),
        onBlock: ({ text }) => told.push(`block ${text}`),
        onProblem: ({ code }) => told.push(code)
    });
    return { part, told };
}

describe('A block in a text that streams by', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('is dropped when it gets no character for five seconds, and the text goes on behind it', () => {
        const { part, told } = follow();
        part.feed('%%OS{"cmd":');
        mock.timers.tick(4_999);
        part.feed('"a"');
        mock.timers.tick(4_999);
        assert.deepEqual(told, []);
        mock.timers.tick(1);
        assert.deepEqual(told, ['expired']);
        part.feed('}%% and on');
        part.finish();
        assert.deepEqual(told, ['expired', ' and on']);
    });

    it('is dropped when it has been open for two minutes, however steadily it grows', () => {
        const { part, told } = follow();
        part.feed('%%OS{"cmd":"');
        for (let second = 4; second < 120; second += 4) {
            mock.timers.tick(4_000);
            part.feed('x');
        }
        assert.deepEqual(told, []);
        mock.timers.tick(4_000);
        assert.deepEqual(told, ['expired']);
    });

    it('has all its time when it opens in the piece that closes the one before', () => {
        for (const before of ['"}%%', '" x}%%', `${'x'.repeat(256 * 1024)}"}%%`]) {
            const { part, told } = follow();
            part.feed('%%OS{"cmd":"');
            for (let second = 4; second < 120; second += 4) {
                mock.timers.tick(4_000);
                part.feed('x');
            }
            part.feed(`${before}%%OS{"cmd":"b",`);
            mock.timers.tick(4_900);
            part.feed('"args":{}}%%');
            part.finish();
            assert.equal(told.length, 2);
            assert.equal(told[1], 'block {"cmd":"b","args":{}}');
        }
    });

    it('swallows no text for long when it is too large and not closed', () => {
        const { part, told } = follow();
        part.feed(`%%OS{"cmd":"${'x'.repeat(256 * 1024)}`);
        mock.timers.tick(4_999);
        part.feed('x');
        mock.timers.tick(5_000);
        part.feed(' lost\nand on');
        part.finish();
        assert.deepEqual(told, ['too-large', '\nand on']);
    });

    it('swallows no text for more than two minutes when it is too large, however steadily it grows', () => {
        const { part, told } = follow();
        part.feed(`%%OS{"cmd":"`);
        for (let second = 0; second < 120; second += 4) {
            part.feed('x'.repeat(16 * 1024));
            mock.timers.tick(4_000);
        }
        part.feed(' lost\nand on');
        part.finish();
        assert.deepEqual(told, ['too-large', '\nand on']);
    });

    it('has all the time until the text is whole when pieces of it were missed', () => {
        const { part, told } = follow();
        part.feed('%%OS{"cmd":');
        part.tear();
        part.catchUp('%%OS{"cmd":"a",');
        mock.timers.tick(200_000);
        assert.deepEqual(told, []);
        part.catchUp('%%OS{"cmd":"a","args":{}}%% and on %%OS{');
        part.finish();
        assert.deepEqual(told, ['block {"cmd":"a","args":{}}', ' and on ', 'unclosed']);
    });

    it('is watched no longer than the text', () => {
        const { part, told } = follow();
        part.feed('%%OS{"cmd":');
        part.finish();
        mock.timers.tick(200_000);
        assert.deepEqual(told, ['unclosed']);
    });
});

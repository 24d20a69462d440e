import assert from 'node:assert/strict';
import { once, EventEmitter } from 'node:events';
import { describe, it } from 'mocha';
import { RecordingStream } from '../testing/recording-stream.mjs';
import { formatDuration, Progress } from './progress.mjs';

/** A stream that also tells when something was written. */
class SignallingStream extends RecordingStream {
    written = new EventEmitter();

    write(text) {
        super.write(text);
        this.written.emit('text');
    }
}

describe('Progress', () => {
    it('shows durations as people say them', () => {
        const durations = [0, 420, 9_940, 9_960, 59_400, 59_600, 185_000].map(formatDuration);
        assert.deepEqual(durations, ['0.0 s', '0.4 s', '9.9 s', '10 s', '59 s', '1 min 00 s', '3 min 05 s']);
    });

    it('names a step at its start and its end, and hands its result on', async () => {
        const stream = new RecordingStream();
        assert.equal(await new Progress(stream).step('Baking', async () => 'bread'), 'bread');
        assert.match(stream.text, /^… Baking\n✓ Baking \([\d.]+ s\)\n$/);
    });

    it('marks a failed step and passes the error on', async () => {
        const stream = new RecordingStream();
        await assert.rejects(
            new Progress(stream).step('Baking', async () => {
                throw new Error('burnt');
            }),
            /burnt/
        );
        assert.match(stream.text, /✗ Baking/);
    });

    it('ticks while a step takes long', async () => {
        const stream = new SignallingStream();
        await new Progress(stream, 1).step('Baking', async () => {
            await once(stream.written, 'text');
            await once(stream.written, 'text');
        });
        assert.match(stream.text, /… Baking \([\d.]+ s\)\n/);
    });

    it('tells only the end of what goes on beside a program that prints', async () => {
        const stream = new RecordingStream({ isTTY: true });
        const progress = new Progress(stream, 1);
        assert.equal(await progress.aside('Baking', async () => 'bread'), 'bread');
        await assert.rejects(
            progress.aside('Brewing', async () => {
                throw new Error('spilt');
            }),
            /spilt/
        );
        assert.match(stream.text, /^✓ Baking \([\d.]+ s\)\n✗ Brewing \([\d.]+ s\)\n$/);
    });

    it('keeps one line per step on a terminal, and prints notes above it', async () => {
        const stream = new RecordingStream({ isTTY: true });
        const progress = new Progress(stream);
        await progress.step('Baking', async () => progress.note('The oven is hot.'));
        const screen = stream.text.split('\n').map(line => line.split('\r\x1b[K').at(-1));
        assert.equal(screen[0], 'The oven is hot.');
        assert.match(screen[1], /^✓ Baking/);
        assert.equal(screen.length, 3);
    });
});

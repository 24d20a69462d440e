import assert from 'node:assert/strict';
import { MessageBuffer } from './message-buffer';

class SmallBuffer extends MessageBuffer {
    protected override maxMessages = 5;

    protected override get maxBufferSize(): number {
        return 12;
    }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function flushed(buffer: MessageBuffer): string[] {
    const sent: string[] = [];
    buffer.flush({ send: message => sent.push(new TextDecoder().decode(message)) });
    return sent;
}

describe('MessageBuffer', () => {
    it('sends what the other end lacks message by message, in order', () => {
        const buffer = new MessageBuffer();
        ['one', 'two', 'three'].forEach(message => buffer.buffer(bytes(message)));
        assert.ok(buffer.reaches(1));
        buffer.acknowledge(1);
        assert.deepEqual(flushed(buffer), ['two', 'three']);
        buffer.acknowledge(3);
        assert.deepEqual(flushed(buffer), []);
    });

    it('sends again what was lost once more', () => {
        const buffer = new MessageBuffer();
        buffer.buffer(bytes('one'));
        assert.deepEqual(flushed(buffer), ['one']);
        buffer.buffer(bytes('two'));
        assert.deepEqual(flushed(buffer), ['one', 'two']);
    });

    for (const [what, message, count] of [
        ['bytes', 'three', 3],
        ['messages', '', 6]
    ] as const) {
        it(`knows what it lacks of too many ${what}: the first ones, and never one in the middle`, () => {
            const buffer = new SmallBuffer();
            for (let said = 0; said < count; said++) {
                buffer.buffer(bytes(message));
            }
            assert.deepEqual([buffer.first, flushed(buffer).length], [1, count - 1]);
            assert.deepEqual([buffer.reaches(0), buffer.reaches(1), buffer.reaches(count)], [false, true, true]);
        });
    }

    it('knows that it lacks a message that is larger than all that it keeps', () => {
        const buffer = new SmallBuffer();
        buffer.buffer(bytes('more than twelve'));
        assert.deepEqual([buffer.reaches(0), buffer.reaches(1)], [false, true]);
    });

    it('does not reach an end that claims to have what was never said', () => {
        const buffer = new MessageBuffer();
        buffer.buffer(bytes('one'));
        assert.deepEqual([buffer.reaches(2), buffer.reaches(Number.NaN)], [false, false]);
    });

    it('counts anew for a new connection', () => {
        const buffer = new SmallBuffer();
        ['one', 'two', 'three', 'four'].forEach(message => buffer.buffer(bytes(message)));
        buffer.drain();
        buffer.buffer(bytes('five'));
        assert.ok(buffer.reaches(0));
        assert.deepEqual(flushed(buffer), ['five']);
    });
});

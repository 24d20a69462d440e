import assert from 'node:assert/strict';
import { MessageBuffer } from './message-buffer';

class SmallBuffer extends MessageBuffer {
    protected override get maxBufferSize(): number {
        return 3;
    }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function flushed(buffer: MessageBuffer): string[] {
    const sent: string[] = [];
    buffer.flush({ send: message => sent.push(new TextDecoder().decode(message)) });
    return sent;
}

describe('MessageBuffer', () => {
    it('sends what it kept message by message, in order and once', () => {
        const buffer = new MessageBuffer();
        buffer.buffer(bytes('one'));
        buffer.buffer(bytes('two'));
        assert.deepEqual(flushed(buffer), ['one', 'two']);
        assert.deepEqual(flushed(buffer), []);
    });

    it('keeps a message as it was', () => {
        const buffer = new MessageBuffer();
        const message = bytes('one');
        buffer.buffer(message);
        message.fill(0);
        assert.deepEqual(flushed(buffer), ['one']);
    });

    it('refuses what is too much, and takes more once it was emptied', () => {
        const buffer = new SmallBuffer();
        buffer.buffer(bytes('one'));
        assert.throws(() => buffer.buffer(bytes('!')), /away for too long/);
        buffer.drain();
        buffer.buffer(bytes('two'));
        assert.deepEqual(flushed(buffer), ['two']);
    });
});

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { AnswerSink } from './answer-sink';
import type { ModelPiece, ModelReply } from './model-reply';

interface Playing {
    readonly sink: AnswerSink;
    /** Breaks the connection. */
    readonly disconnect: () => void;
    /** Aborted when nobody listens any more; playing then stops, even in front of a closed gate. */
    readonly signal: AbortSignal;
    readonly chunkDelayMs: number;
}

/** Plays a reply to its end, or until the client is gone. Every piece goes out in a turn of the event loop of its own. */
export async function playReply(reply: ModelReply, { sink, disconnect, signal, chunkDelayMs }: Playing): Promise<void> {
    const stopped = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
    const pieces = piecesOf(reply);
    for (;;) {
        const next = await Promise.race([pieces.next(), stopped]);
        if (signal.aborted || next === undefined) {
            await pieces.return?.();
            return;
        }
        if (next.done === true) {
            await sink.finish();
            return;
        }
        const piece = next.value;
        if (typeof piece === 'string') {
            await sink.text(piece);
        } else {
            switch (piece.kind) {
                case 'reasoning':
                    await sink.reasoning(piece.text);
                    break;
                case 'toolCall':
                    await sink.toolCall(piece.name, piece.args);
                    break;
                case 'raw':
                    await sink.raw(piece.text);
                    break;
                case 'gate':
                    await Promise.race([piece.gate.pass(), stopped]);
                    break;
                case 'response':
                    sink.respond(piece.status, piece.body);
                    return;
                case 'disconnect':
                    disconnect();
                    return;
            }
        }
        await (chunkDelayMs > 0 ? Promise.race([setTimeout(chunkDelayMs), stopped]) : setImmediate());
    }
}

function piecesOf(reply: ModelReply): Iterator<ModelPiece> | AsyncIterator<ModelPiece> {
    if (typeof reply === 'string') {
        return [reply].values();
    }
    return Symbol.asyncIterator in reply ? reply[Symbol.asyncIterator]() : reply[Symbol.iterator]();
}

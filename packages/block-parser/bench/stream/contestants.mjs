import { createRequire } from 'node:module';
import { ReadableStream } from 'node:stream/web';
import { extractReasoningMiddleware } from 'ai';
import { createParser } from 'eventsource-parser';

const require = createRequire(import.meta.url);
const { BlockParser } = require('../../lib/index.js');

/** Keeps results alive, so that no work is optimized away. To add up their lengths would take as long as to parse them. */
const kept = { result: undefined };

const see = result => {
    kept.result = result;
};
const sink = { onText: see, onBlock: see, onProblem: see };

/** What this benchmark is about. */
export function blockParser(chunks) {
    const parser = new BlockParser(sink);
    for (const chunk of chunks) {
        parser.feed(chunk);
    }
    parser.end();
}

/** The chunks as OpenCode sends them. */
export const asServerEvents = chunks =>
    chunks.map(delta => {
        const properties = {
            sessionID: 'ses_57d3a1b2cffeXq3kLmN8pRtUvW',
            messageID: 'msg_a82c5e4f3001bYz7KjH6gFdSaQ',
            partID: 'prt_a82c5e50a001WeRtYuIoPaSdFg',
            field: 'text',
            delta
        };
        return `data: ${JSON.stringify({ type: 'message.part.delta', properties })}\n\n`;
    });

/** The stage that every design needs. */
export function serverEvents(events) {
    const parser = createParser({ onEvent: event => see(JSON.parse(event.data).properties.delta) });
    for (const event of events) {
        parser.feed(event);
    }
}

/** The widely used way to take something out of a stream of text: `<os>` elements here, whose content is JSON. */
export async function middleware(chunks) {
    let next = 0;
    const parts = new ReadableStream({
        pull(controller) {
            if (next === 0) {
                controller.enqueue({ type: 'text-start', id: '1' });
            }
            if (next === chunks.length) {
                controller.enqueue({ type: 'text-end', id: '1' });
                controller.close();
            } else {
                controller.enqueue({ type: 'text-delta', id: '1', delta: chunks[next++] });
            }
        }
    });
    const { stream } = await extractReasoningMiddleware({ tagName: 'os' }).wrapStream({ doStream: async () => ({ stream: parts }) });
    let block = '';
    for await (const part of stream) {
        if (part.type === 'text-delta') {
            see(part.delta);
        } else if (part.type === 'reasoning-delta') {
            block += part.delta;
        } else if (part.type === 'reasoning-end') {
            see(JSON.parse(block));
            block = '';
        }
    }
}

/** The naive way: search the accumulated text again with each chunk. */
export function regularExpression(chunks) {
    let text = '';
    for (const chunk of chunks) {
        text += chunk;
        see(text.replace(/%%OS(\{.*?\})%%/gs, ''));
    }
}

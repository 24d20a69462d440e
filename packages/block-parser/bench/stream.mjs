// What the parser costs beside the stages around it, and beside other ways to do its work. All in one process, in turns.
//   node packages/block-parser/bench/stream.mjs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { extractReasoningMiddleware } from 'ai';
import { createParser } from 'eventsource-parser';

const require = createRequire(import.meta.url);
const { BlockParser } = require('../lib/index.js');

const MEBIBYTE = 1024 * 1024;
/** Enough for the median to come from rounds in which the code of every contestant is compiled. */
const ROUNDS = 31;
const BLOCK = '\n\n%%OS{"cmd":"openspace.editor.open","args":{"path":"src/index.ts","line":42}}%%\n\n';

/** Real markdown: what the installed packages bring along. */
function realMarkdown(length) {
    const modules = join(import.meta.dirname, '../../../node_modules');
    let text = '';
    for (const folder of readdirSync(modules).sort()) {
        for (const name of ['README.md', 'CHANGELOG.md']) {
            const file = join(modules, folder, name);
            if (text.length < length && existsSync(file)) {
                text += `${readFileSync(file, 'utf8')}\n\n`;
            }
        }
    }
    return text.slice(0, length);
}

/** A block after each paragraph that ends near a multiple of `distance`. */
function withBlocks(text, distance) {
    let result = '';
    for (let position = 0; position < text.length; position += distance) {
        result += text.slice(position, position + distance).replace('\n\n', BLOCK);
    }
    return result.slice(0, text.length);
}

/** Pieces as they come out of `JSON.parse`: strings of their own, not views into the whole. */
function cut(text, shortest, longest) {
    const chunks = [];
    let random = 1;
    for (let position = 0; position < text.length;) {
        random = (random * 16807) % 2147483647;
        const length = shortest + (random % (longest - shortest + 1));
        chunks.push(JSON.parse(JSON.stringify(text.slice(position, position + length))));
        position += length;
    }
    return chunks;
}

const asEvents = chunks =>
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

/** Keeps results alive, so that no work is optimized away. */
let sink = 0;

const sinkOf = () => ({
    onText: text => (sink += text.length),
    onBlock: block => (sink += block.text.length),
    onProblem: problem => (sink += problem.excerpt.length)
});

function parser(chunks) {
    const blockParser = new BlockParser(sinkOf());
    for (const chunk of chunks) {
        blockParser.feed(chunk);
    }
    blockParser.end();
}

function serverEvents(events) {
    const eventParser = createParser({ onEvent: event => (sink += JSON.parse(event.data).properties.delta.length) });
    for (const event of events) {
        eventParser.feed(event);
    }
}

async function middleware(chunks) {
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
    for await (const part of stream) {
        sink += part.delta?.length ?? 0;
    }
}

/** The naive way: search the accumulated text again with each chunk. Only its growth is interesting, so it gets less text. */
function regularExpression(chunks) {
    let text = '';
    for (const chunk of chunks) {
        text += chunk;
        sink += text.replace(/%%OS(\{.*?\})%%/gs, '').length;
    }
}

const median = values => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Median times in milliseconds of all contestants, run in turns. */
async function measure(contestants, rounds = ROUNDS) {
    const times = Object.fromEntries(Object.keys(contestants).map(name => [name, []]));
    for (let round = -2; round < rounds; round++) {
        for (const [name, run] of Object.entries(contestants)) {
            const start = performance.now();
            await run();
            if (round >= 0) {
                times[name].push(performance.now() - start);
            }
        }
    }
    return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

let missed = 0;

function check(what, value, relation, target) {
    const met = relation === 'at most' ? value <= target : value >= target;
    missed += met ? 0 : 1;
    console.log(`${met ? 'met   ' : 'MISSED'}  ${what.padEnd(64)} ${value.toFixed(3).padStart(9)}  (${relation} ${target})`);
}

const prose = realMarkdown(MEBIBYTE);
const texts = { 'without blocks': prose, 'with blocks': withBlocks(prose, 2048) };
const cuts = { 4: [4, 4], '4..64': [4, 64], 64: [64, 64] };
const shareOfServerEvents = { 4: 0.05, 64: 0.15 };

for (const [kind, text] of Object.entries(texts)) {
    for (const [size, [shortest, longest]] of Object.entries(cuts)) {
        const chunks = cut(text, shortest, longest);
        const events = asEvents(chunks);
        const times = await measure({ parser: () => parser(chunks), serverEvents: () => serverEvents(events) });
        const share = times.parser / times.serverEvents;
        const what = `share of the SSE and JSON stage, ${size} characters, ${kind}`;
        if (shareOfServerEvents[size] === undefined) {
            console.log(`        ${what.padEnd(64)} ${share.toFixed(3).padStart(9)}`);
        } else {
            check(what, share, 'at most', shareOfServerEvents[size]);
        }
        const few = cut(text.slice(0, MEBIBYTE / 8), shortest, longest);
        const others = await measure({ parser: () => parser(few), middleware: () => middleware(few) }, 9);
        check(
            `times faster than extractReasoningMiddleware, ${size} characters, ${kind}`,
            others.middleware / others.parser,
            'at least',
            40
        );
        const fewest = cut(text.slice(0, 16 * 1024), shortest, longest);
        const naive = await measure({ parser: () => parser(fewest), naive: () => regularExpression(fewest) }, 9);
        const times16 = naive.naive / naive.parser;
        console.log(
            `        ${`times faster than a regular expression over 16 KiB, ${size}, ${kind}`.padEnd(64)} ${times16.toFixed(3).padStart(9)}`
        );
    }
}

const repeated = piece => length => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
/** Text that is put aside must be looked at when a block follows. */
const thenBlock = make => length => make(length) + BLOCK;
const inputs = {
    prose: thenBlock(realMarkdown),
    'all %': thenBlock(repeated('%')),
    '%%OS repeated': thenBlock(repeated('%%OS ')),
    'all backticks': thenBlock(repeated('`')),
    'lines of backticks': thenBlock(repeated('` ``\n')),
    'all <': thenBlock(repeated('<')),
    '%%OS{ repeated': repeated('%%OS{'),
    '%%OS{ repeated in a fence': length => `\`\`\`\n${repeated('%%OS{')(length)}`,
    'one block': length => `%%OS{"t":"${'x'.repeat(length)}"}%%`
};
const throughput = {};
for (const [name, make] of Object.entries(inputs)) {
    const kibibytes = [64, 128, 256, 512, 1024];
    const contestants = kibibytes.map(size => {
        const chunks = cut(make(size * 1024), 4, 4);
        // Equal work for every size, so that a short run is not lost in the noise.
        const repeat = 1024 / size;
        return [size, () => Array.from({ length: repeat }, () => parser(chunks))];
    });
    const times = Object.values(await measure(Object.fromEntries(contestants))).map((time, index) => (time * kibibytes[index]) / 1024);
    throughput[name] = 1 / times.at(-1);
    check(`worst time(2n) / time(n): ${name}`, Math.max(...times.slice(1).map((time, index) => time / times[index])), 'at most', 2.3);
    if (name !== 'prose') {
        check(`throughput beside prose: ${name}`, throughput[name] / throughput.prose, 'at least', 0.167);
    }
}
console.log(missed === 0 ? 'All targets are met.' : `${missed} targets are missed. (${sink % 10})`);
process.exitCode = missed === 0 ? 0 : 1;

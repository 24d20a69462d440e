// What the parser costs beside the stages around it, and beside other ways to do its work: processor time, all in one process,
// in turns.
//   node packages/block-parser/bench/stream.mjs [pattern: only texts whose name matches, such as "64, with blocks"]
import { Figures } from '../../../scripts/lib/bench/figures.mjs';
import { asServerEvents, blockParser, middleware, regularExpression, serverEvents } from './stream/contestants.mjs';
import { measure } from './stream/measure.mjs';
import {
    adversarialTexts,
    cut,
    pureTexts,
    realMarkdown,
    repeatedMarkdown,
    textsOfBadBlocks,
    withBlocks,
    withElements
} from './stream/texts.mjs';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const CUTS = { 4: [4, 4], '4..64': [4, 64], 64: [64, 64] };
const MAX_SHARE_OF_SERVER_EVENTS = { 4: 0.05, 64: 0.15 };
const MIN_TIMES_FASTER = 40;
const MAX_GROWTH = 2.3;
const MESSAGE = 8 * KIBIBYTE;
const MAX_MILLISECONDS = 5;
const MIN_SHARE_OF_PROSE = 1 / 6;

const figures = new Figures();
const pattern = new RegExp(process.argv[2] ?? '');

async function compare(text, kind, size) {
    const chunks = cut(text, ...CUTS[size]);
    const events = asServerEvents(chunks);
    const stages = await measure({ parser: () => blockParser(chunks), serverEvents: () => serverEvents(events) });
    const share = stages.ratio('parser', 'serverEvents');
    const what = `share of the SSE and JSON stage, ${size} characters, ${kind}`;
    if (size in MAX_SHARE_OF_SERVER_EVENTS) {
        figures.atMost(what, share, MAX_SHARE_OF_SERVER_EVENTS[size]);
    } else {
        figures.note(what, share);
    }
    const elements = cut(withElements(text), ...CUTS[size]);
    const ways = await measure({ parser: () => blockParser(chunks), middleware: () => middleware(elements) });
    figures.atLeast(`times faster than extractReasoningMiddleware, ${size}, ${kind}`, ways.ratio('middleware', 'parser'), MIN_TIMES_FASTER);
    // Its time grows with the square of the length, so that one run over the whole text takes minutes. Both get the same beginning of it.
    const few = cut(text.slice(0, 16 * KIBIBYTE), ...CUTS[size]);
    const naive = await measure({ parser: () => blockParser(few), naive: () => regularExpression(few) });
    figures.note(`times faster than a regular expression over 16 KiB, ${size}, ${kind}`, naive.ratio('naive', 'parser'));
}

/** What the parser adds to each message of an ordinary length, on average. */
async function checkMessages(text, kind, size) {
    const messages = [];
    for (let start = 0; start < text.length; start += MESSAGE) {
        messages.push(cut(text.slice(start, start + MESSAGE), ...CUTS[size]));
    }
    const { time } = await measure({ parser: () => messages.forEach(blockParser) });
    const what = `milliseconds for a message of ${MESSAGE / KIBIBYTE} KiB, ${size}, ${kind}`;
    figures.atMost(what, time('parser') / messages.length, MAX_MILLISECONDS);
}

/** Returns the throughput of a mebibyte of this text beside that of ordinary text, in pieces of four characters. */
async function checkGrowth(name, textOf, ordinary) {
    const sizes = [64, 128, 256, 512, 1024];
    const contestants = sizes.map(size => {
        const chunks = cut(textOf(size * KIBIBYTE), 4, 4);
        return [size, () => blockParser(chunks)];
    });
    const times = await measure({ ...Object.fromEntries(contestants), ordinary: () => blockParser(ordinary) });
    const growth = sizes.slice(1).map((size, index) => times.ratio(size, sizes[index]));
    figures.atMost(`worst time(2n) / time(n): ${name}`, Math.max(...growth), MAX_GROWTH);
    return times.ratio('ordinary', 1024);
}

const prose = realMarkdown(MEBIBYTE);
for (const [kind, text] of Object.entries({ 'without blocks': prose, 'with blocks': withBlocks(prose, 2 * KIBIBYTE) })) {
    for (const size of Object.keys(CUTS).filter(size => pattern.test(`${size}, ${kind}`))) {
        await compare(text, kind, size);
        await checkMessages(text, kind, size);
    }
}
const matching = texts => Object.entries(texts).filter(([name]) => pattern.test(name));
const proseWithBlocks = cut(withBlocks(prose, KIBIBYTE), 4, 4);
for (const [name, textOf] of matching({ prose: repeatedMarkdown })) {
    await checkGrowth(name, textOf, proseWithBlocks);
}
for (const [name, textOf] of matching(textsOfBadBlocks)) {
    // Tens of thousands of blocks are refused, each with a report of what is wrong with it.
    figures.note(`throughput beside prose: ${name}`, await checkGrowth(name, textOf, proseWithBlocks));
}
// Each text is compared with prose that makes as much work of blocks as it does.
for (const [texts, ordinary] of [
    [adversarialTexts, proseWithBlocks],
    [pureTexts, cut(prose, 4, 4)]
]) {
    for (const [name, textOf] of matching(texts)) {
        const throughput = await checkGrowth(name, textOf, ordinary);
        figures.atLeast(`throughput beside prose: ${name}`, throughput, MIN_SHARE_OF_PROSE);
    }
}
figures.conclude();

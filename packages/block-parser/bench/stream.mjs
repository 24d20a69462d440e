// What the parser costs beside the stages around it, and beside other ways to do its work: processor time, all in one process,
// in turns.
//   node packages/block-parser/bench/stream.mjs [pattern: only texts whose name matches, such as "64, with blocks"]
import { Figures } from '../../../scripts/lib/bench/figures.mjs';
import { asServerEvents, blockParser, middleware, regularExpression, serverEvents } from './stream/contestants.mjs';
import { measure } from './stream/measure.mjs';
import { adversarialTexts, cut, realMarkdown, repeatedMarkdown, withBlocks, withElements } from './stream/texts.mjs';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const CUTS = { 4: [4, 4], '4..64': [4, 64], 64: [64, 64] };
const MAX_SHARE_OF_SERVER_EVENTS = { 4: 0.05, 64: 0.15 };
const MIN_TIMES_FASTER = 40;
const MAX_GROWTH = 2.3;
const MIN_SHARE_OF_PROSE = 1 / 6;

const figures = new Figures();
const pattern = new RegExp(process.argv[2] ?? '');

async function compare(text, kind, size) {
    const chunks = cut(text, ...CUTS[size]);
    const events = asServerEvents(chunks);
    const stages = await measure({ parser: () => blockParser(chunks), serverEvents: () => serverEvents(events) });
    const share = stages('parser', 'serverEvents');
    const what = `share of the SSE and JSON stage, ${size} characters, ${kind}`;
    if (size in MAX_SHARE_OF_SERVER_EVENTS) {
        figures.atMost(what, share, MAX_SHARE_OF_SERVER_EVENTS[size]);
    } else {
        figures.note(what, share);
    }
    const few = text.slice(0, 256 * KIBIBYTE);
    const ofBlocks = cut(few, ...CUTS[size]);
    const ofElements = cut(withElements(few), ...CUTS[size]);
    const ways = await measure({ parser: () => blockParser(ofBlocks), middleware: () => middleware(ofElements) });
    figures.atLeast(`times faster than extractReasoningMiddleware, ${size}, ${kind}`, ways('middleware', 'parser'), MIN_TIMES_FASTER);
    // Only the growth of this one is interesting, so it gets less text.
    const fewest = cut(text.slice(0, 16 * KIBIBYTE), ...CUTS[size]);
    const naive = await measure({ parser: () => blockParser(fewest), naive: () => regularExpression(fewest) });
    figures.note(`times faster than a regular expression over 16 KiB, ${size}, ${kind}`, naive('naive', 'parser'));
}

/** Returns the throughput of a mebibyte of this text beside that of ordinary text, in pieces of four characters. */
async function checkGrowth(name, textOf, ordinary) {
    const sizes = [64, 128, 256, 512, 1024];
    const contestants = sizes.map(size => {
        const chunks = cut(textOf(size * KIBIBYTE), 4, 4);
        return [size, () => blockParser(chunks)];
    });
    const times = await measure({ ...Object.fromEntries(contestants), ordinary: () => blockParser(ordinary) });
    const growth = sizes.slice(1).map((size, index) => times(size, sizes[index]));
    figures.atMost(`worst time(2n) / time(n): ${name}`, Math.max(...growth), MAX_GROWTH);
    return times('ordinary', 1024);
}

const prose = realMarkdown(MEBIBYTE);
for (const [kind, text] of Object.entries({ 'without blocks': prose, 'with blocks': withBlocks(prose, 2 * KIBIBYTE) })) {
    for (const size of Object.keys(CUTS).filter(size => pattern.test(`${size}, ${kind}`))) {
        await compare(text, kind, size);
    }
}
const ordinary = cut(withBlocks(prose, KIBIBYTE), 4, 4);
for (const [name, textOf] of Object.entries({ prose: repeatedMarkdown, ...adversarialTexts }).filter(([name]) => pattern.test(name))) {
    const throughput = await checkGrowth(name, textOf, ordinary);
    if (name in adversarialTexts) {
        figures.atLeast(`throughput beside prose: ${name}`, throughput, MIN_SHARE_OF_PROSE);
    }
}
figures.conclude();

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fdir } from 'fdir';
import { inTurns } from '../../../../scripts/lib/bench/in-turns.mjs';
import { rawRipgrep } from './raw-ripgrep.mjs';

const QUERIES = { 'no hit': 'MenuModelRegistry\\b.*constructor', 'some hits': 'MonacoEditorProvider', 'more hits': 'async get\\w+\\(' };
const HITS = 400_000;
const LIMITS = { grepMatches: 100_000, listEntries: 100_000 };

async function compareGrep(figures, tools, root) {
    for (const [kind, pattern] of Object.entries(QUERIES)) {
        const [{ matches, truncated }, raw] = [await tools.grep({ pattern }), await rawRipgrep(root, pattern)];
        if (truncated || matches.length !== raw.length) {
            throw new Error(`The two searches for ${pattern} differ: ${matches.length} and ${raw.length} lines.`);
        }
        const { ratio, time } = await inTurns({ ours: () => tools.grep({ pattern }), raw: () => rawRipgrep(root, pattern) }, 31);
        figures.note(`raw ripgrep, ${matches.length} hits, ms`, time('raw'));
        figures.atMost(`grep beside raw ripgrep, ${kind}`, ratio('ours', 'raw'), 1.1);
    }
}

async function compareCap(figures, open, base) {
    const root = join(base, 'hits');
    mkdirSync(root);
    for (let file = 0; file < 40; file++) {
        writeFileSync(join(root, `file-${file}.txt`), 'a line with a hit in it\n'.repeat(HITS / 40));
    }
    const [capped, full] = [await open(root), await open(root, { grepMatches: HITS })];
    const { ratio, time } = await inTurns(
        { capped: () => capped.grep({ pattern: 'hit' }), full: () => full.grep({ pattern: 'hit' }), raw: () => rawRipgrep(root, 'hit') },
        5
    );
    figures.note(`a full search with ${HITS} hits, ms`, time('full'));
    figures.note('beside raw ripgrep', ratio('full', 'raw'));
    figures.atMost('a capped search beside it', ratio('capped', 'full'), 0.1);
}

async function compareList(figures, open, root) {
    const tools = await open(root, LIMITS);
    const list = options => tools.list({ recursive: true, metadata: false, ...options });
    const listUnknown = async () => (await open(root, LIMITS)).list({ recursive: true, metadata: false });
    const crawl = () => new fdir().withFullPaths().withDirs().crawl(root).withPromise();
    const [{ total }, crawled] = [await list({}), await crawl()];
    // It counts the root, too.
    if (total !== crawled.length - 1) {
        throw new Error(`The two listings differ: ${total} and ${crawled.length - 1} entries.`);
    }
    const { ratio, time } = await inTurns(
        {
            ours: () => list({}),
            crawl,
            unknown: listUnknown,
            ignoring: () => list({ includeIgnored: false }),
            described: () => list({ metadata: true })
        },
        15
    );
    figures.note(`fdir, ${total} entries, ms`, time('crawl'));
    figures.atMost('list of a tree that was listed before beside fdir', ratio('ours', 'crawl'), 1.2);
    figures.atMost('list of a tree that was never listed beside fdir', ratio('unknown', 'crawl'), 1.2);
    figures.atMost('list with .gitignore of a tree that was listed before beside fdir', ratio('ignoring', 'crawl'), 3);
    figures.note('list with sizes and times beside fdir, which tells none', ratio('described', 'crawl'));
}

/** What finding lines and names costs beside programs that only do that. */
export async function compareSearching(figures, open, { root, base }) {
    await compareGrep(figures, await open(root, LIMITS), root);
    await compareCap(figures, open, base);
    await compareList(figures, open, root);
}

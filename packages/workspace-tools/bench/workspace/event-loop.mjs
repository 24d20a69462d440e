import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { performExpecting } from './expected-end.mjs';
import { longestWait } from './waiting.mjs';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const MOST_MS = 50;
const ROUNDS = 5;
const MEBIBYTE = 1024 * 1024;
const HITS = 500_000;

const LINES = { ascii: 'a plain line of text\n', wide: 'eine Zeile mit Umlauten: äöü – und mehr\n', short: 'a\n' };
/** A text in one piece, as a request has it: made of millions of parts, it would give the collector of garbage work that is not ours. */
const inOnePiece = text => Buffer.from(text).toString();
const fill = (line, bytes) => inOnePiece(line.repeat(Math.floor((bytes - 100) / Buffer.byteLength(line))));

/** Lines of a text that a patch can change all, and such a patch of nearly the most bytes that one may have. */
function changedEverywhere(path, line) {
    const count = Math.floor((10 * MEBIBYTE - 1000) / (2 * (Buffer.byteLength(line) + 1)));
    const hunk = `@@ -1,${count} +1,${count} @@\n${`-${line}`.repeat(count)}${`+X${line.slice(1)}`.repeat(count)}`;
    return { text: inOnePiece(line.repeat(count)), patch: inOnePiece(`--- a/${path}\n+++ b/${path}\n${hunk}`) };
}

/** What is done with texts as large as they may be, how it must end, and what stands in the file before. */
function largeTexts(tools) {
    return Object.entries(LINES).flatMap(([kind, line]) => {
        const path = `${kind}.txt`;
        const put = content => () => writeFileSync(join(tools.guard.root, path), content);
        const [one, four, text] = [1, 4, 10].map(size => fill(line, size * MEBIBYTE));
        const { text: patched, patch } = changedEverywhere(path, line);
        const regex = { type: 'regexReplace', pattern: 'a', replacement: 'b', flags: 'g' };
        return [
            [`read of 1 MiB, ${kind}`, () => tools.read({ path }), put(one)],
            [`read of 1 MiB with numbers, ${kind}`, () => tools.read({ path, numbered: true }), put(one)],
            [`read of 4 MiB, ${kind}`, () => tools.read({ path }, { large: true }), put(four)],
            [`read of 4 MiB with numbers, ${kind}`, () => tools.read({ path, numbered: true }, { large: true }), put(four)],
            [`read of both ends of 10 MiB, ${kind}`, () => tools.read({ path, maxLines: 100_000 }, { large: true }), put(text)],
            [`read the end, ${kind}`, () => tools.read({ path, tail: 100_000 }, { large: true }), put(text)],
            [`read a range, ${kind}`, () => tools.read({ path, startLine: 2, endLine: 200_000 }, { large: true }), put(text)],
            [`write, ${kind}`, () => tools.write({ path, content: text }), put(text)],
            [`append, ${kind}`, () => tools.write({ path, content: 'x', mode: 'append' }), put(text)],
            [`edit, ${kind}`, () => tools.edit({ path, oldText: 'a', newText: 'b', replaceAll: true }), put(text)],
            [
                `edit that finds nothing, ${kind}`,
                () => tools.edit({ path, oldText: `${text.slice(0, 5 * MEBIBYTE)}!`, newText: 'b' }),
                put(text),
                'text-not-found'
            ],
            [`modify, ${kind}`, () => tools.modify({ path, operations: [regex] }), put(text)],
            [
                `modify by lines, ${kind}`,
                () => tools.modify({ path, operations: [{ type: 'delete', startLine: 100_000, endLine: 200_000 }] }),
                put(text)
            ],
            [`patch, ${kind}`, () => tools.patch({ patch }), put(patched)]
        ];
    });
}

function operations({ tools, hasty, treeTools }) {
    const regex = { type: 'regexReplace', pattern: '(a+)+$', replacement: '', flags: '' };
    const everyHit = { pattern: 'a', path: 'hits', countAll: true };
    return [
        ...largeTexts(tools),
        ['a regex that never ends', () => hasty.modify({ path: 'evil.txt', operations: [regex] }), undefined, 'timeout'],
        [`grep that stops in ${HITS} hits`, () => tools.grep({ pattern: 'a', path: 'hits' })],
        [`grep that stops in ${HITS} hits, with lines around them`, () => tools.grep({ pattern: 'a', path: 'hits', contextLines: 20 })],
        [`grep that counts ${HITS} hits`, () => tools.grep(everyHit)],
        [`grep that counts ${HITS} hits, with lines around them`, () => tools.grep({ ...everyHit, contextLines: 20 })],
        ['grep by a hard pattern', () => tools.grep({ pattern: '(a|a)*b', path: 'hits' })],
        ['grep of a line of 50 MB', () => tools.grep({ pattern: 'a', path: 'line' })],
        ['read of a sparse file of 10 GB', () => tools.read({ path: 'sparse.txt', head: 10 })],
        ['list of everything', () => treeTools.list({ recursive: true })]
    ];
}

/** How long anyone else waits while the largest inputs are worked on. */
export async function measureBlocking(figures, open, { root }) {
    const folder = join(root, 'large');
    ['', 'hits', 'line'].forEach(name => mkdirSync(join(folder, name)));
    writeFileSync(join(folder, 'evil.txt'), `${'a'.repeat(100_000)}!`);
    writeFileSync(join(folder, 'hits/hits.txt'), 'a\n'.repeat(HITS));
    writeFileSync(join(folder, 'line/line.txt'), 'a'.repeat(50_000_000));
    // So much text, that it is not taken for a binary file.
    writeFileSync(join(folder, 'sparse.txt'), LINES.ascii.repeat(20_000));
    truncateSync(join(folder, 'sparse.txt'), 10 * 1024 * MEBIBYTE);
    const kernels = {
        // Time enough for all changes on a busy machine, and so little that nobody has to wait for one that never ends.
        tools: await open(folder, { changeTimeoutMs: 60_000 }),
        hasty: await open(folder, { changeTimeoutMs: 2000 }),
        treeTools: await open(root)
    };
    for (const [what, operation, prepare, expected = 'done'] of operations(kernels)) {
        let longest = 0;
        for (let round = 0; round < ROUNDS; round++) {
            prepare?.();
            // What the preparation left behind is not for the operation to clear away.
            collectGarbage();
            longest = Math.max(longest, await longestWait(() => performExpecting(what, expected, operation)));
        }
        figures.atMost(`longest wait of others, ms: ${what}`, longest, MOST_MS);
    }
}

import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

/** A patch that replaces every line. */
function wholePatch(path, text) {
    const count = text.split('\n').length - 1;
    const side = sign => text.replace(/^(?=.)/gm, sign);
    const hunk = `@@ -1,${count} +1,${count} @@\n${side('-')}${side('+').replaceAll('+a', '+b')}`;
    return inOnePiece(`--- a/${path}\n+++ b/${path}\n${hunk}`);
}

function operations(tools) {
    const texts = Object.entries(LINES).map(([kind, line]) => [kind, fill(line, 10 * MEBIBYTE)]);
    const large = texts.flatMap(([kind, text]) => {
        const path = `${kind}.txt`;
        const small = fill(LINES[kind], 4 * MEBIBYTE);
        const patch = wholePatch(path, small);
        const putSmall = () => writeFileSync(join(tools.guard.root, path), small);
        const put = () => writeFileSync(join(tools.guard.root, path), text);
        return [
            [`read, ${kind}`, () => tools.read({ path }), put],
            [`read with numbers, ${kind}`, () => tools.read({ path, numbered: true }), put],
            [`read the end, ${kind}`, () => tools.read({ path, tail: 100_000 }), put],
            [`read a range, ${kind}`, () => tools.read({ path, startLine: 2, endLine: 200_000 }), put],
            [`write, ${kind}`, () => tools.write({ path, content: text }), put],
            [`append, ${kind}`, () => tools.write({ path, content: 'x', mode: 'append' }), put],
            [`edit, ${kind}`, () => tools.edit({ path, oldText: 'a', newText: 'b', replaceAll: true }), put],
            [`edit that finds nothing, ${kind}`, () => tools.edit({ path, oldText: `${text.slice(0, 5 * MEBIBYTE)}!`, newText: 'b' }), put],
            [
                `modify, ${kind}`,
                () => tools.modify({ path, operations: [{ type: 'regexReplace', pattern: 'e', replacement: 'f', flags: 'g' }] }),
                put
            ],
            [
                `modify by lines, ${kind}`,
                () => tools.modify({ path, operations: [{ type: 'delete', startLine: 100_000, endLine: 200_000 }] }),
                put
            ],
            [`patch, ${kind}`, () => tools.patch({ patch }), putSmall]
        ];
    });
    const regex = { type: 'regexReplace', pattern: '(a+)+$', replacement: '', flags: '' };
    return [
        ...large,
        ['a regex that never ends', () => tools.modify({ path: 'evil.txt', operations: [regex] })],
        [`grep with ${HITS} hits`, () => tools.grep({ pattern: 'a', path: 'hits' })],
        [`grep with ${HITS} hits and lines around them`, () => tools.grep({ pattern: 'a', path: 'hits', contextLines: 20 })],
        ['grep by a hard pattern', () => tools.grep({ pattern: '(a|a)*b', path: 'hits' })],
        ['grep of a line of 50 MB', () => tools.grep({ pattern: 'a', path: 'line' })],
        ['read of a sparse file of 10 GB', () => tools.read({ path: 'sparse.bin', head: 10 })],
        ['list of everything', () => tools.list({ recursive: true, path: '..' })]
    ];
}

/** How long anyone else waits while the largest inputs are worked on. */
export async function measureBlocking(figures, open, { root }) {
    const folder = join(root, 'large');
    ['', 'hits', 'line'].forEach(name => mkdirSync(join(folder, name)));
    writeFileSync(join(folder, 'evil.txt'), `${'a'.repeat(100_000)}!`);
    writeFileSync(join(folder, 'hits/hits.txt'), 'a\n'.repeat(HITS));
    writeFileSync(join(folder, 'line/line.txt'), 'a'.repeat(50_000_000));
    writeFileSync(join(folder, 'sparse.bin'), '');
    truncateSync(join(folder, 'sparse.bin'), 10 * 1024 * MEBIBYTE);
    const tools = await open(folder, { changeTimeoutMs: 2000 });
    for (const [what, operation, prepare] of operations(tools)) {
        let longest = 0;
        // An operation that is refused must not hold up others either.
        for (let round = 0; round < ROUNDS; round++) {
            prepare?.();
            // What the preparation left behind is not for the operation to clear away.
            collectGarbage();
            longest = Math.max(longest, await longestWait(() => operation().catch(() => undefined)));
        }
        figures.atMost(`longest wait of others, ms: ${what}`, longest, MOST_MS);
    }
}

// Runs the parser over generated documents and compares it with markdown-it, as the specs do, but over a million of them.
//   node packages/block-parser/bench/oracle-million.mjs [documents] [first seed]
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { parseChunks } = require('../lib/testing/recorded-parse.js');
const { fencedLists } = require('../lib/testing/fenced-lists.js');
const { hostileMarkdown } = require('../lib/testing/hostile-markdown.js');
const { blocksShownAsCode } = require('../lib/testing/shown-as-code.js');

const documents = Number(process.argv[2] ?? 1_000_000);
const firstSeed = Number(process.argv[3] ?? 1_000_000);

let ran = 0;
let code = 0;
let blocks = 0;
let wrong = 0;
for (let seed = firstSeed; seed < firstSeed + documents; seed++) {
    const document = (seed % 2 === 0 ? hostileMarkdown : fencedLists)(seed);
    const shown = blocksShownAsCode(document);
    const values = parseChunks([document]).values;
    blocks += document.split('%%OS{"id"').length - 1;
    code += shown.size;
    ran += values.length;
    for (const { id } of values.filter(value => shown.has(value.id))) {
        wrong++;
        console.error(`Block ${id} of document ${seed} ran although it is code: ${JSON.stringify(document)}`);
    }
}
console.log(`${documents} documents, ${blocks} blocks: ${code} are code for markdown-it, ${ran} ran, ${wrong} of them wrongly.`);
process.exitCode = wrong === 0 ? 0 : 1;

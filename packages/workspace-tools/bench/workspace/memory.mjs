import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST_MEBIBYTES = 64;
const HITS = 500_000;
const LONG_LINES = 2000;
const LONG_LINE = `${'a'.repeat(64 * 1024 - 1)}\n`;
const CASES = {
    'the first lines of a file of 10 GB': ['read', { path: 'sparse.txt', head: 10 }],
    'the last lines of a file of 10 GB': ['read', { path: 'sparse.txt', tail: 10 }],
    'a search that stops in a file of 10 GB': ['grep', { pattern: 'a', path: 'sparse.txt' }],
    'a search through a file of 10 GB, without a hit': ['grep', { pattern: 'nothing', path: 'sparse.txt' }],
    [`a search that stops in ${HITS} hits`]: ['grep', { pattern: 'a', path: 'hits.txt' }],
    [`a search that counts ${HITS} hits`]: ['grep', { pattern: 'a', path: 'hits.txt', countAll: true }],
    [`a search with ${LONG_LINES} hits in lines of 64 KiB`]: [
        'grep',
        { pattern: 'a', path: 'lines.txt', countAll: true, matchedText: true }
    ],
    'a command that writes 1 GB': ['exec', { command: 'head -c 1073741824 /dev/zero' }]
};

/**
 * How much memory a process takes at most beyond what it takes idle, each operation in a process of its own; with the programs that it
 * starts for it, and without.
 */
export function measureMemory(figures, _open, { base }) {
    const root = join(base, 'memory');
    mkdirSync(root);
    // So much text at both ends, that it is not taken for a binary file.
    const text = 'a line\n'.repeat(20_000);
    writeFileSync(join(root, 'sparse.txt'), text);
    truncateSync(join(root, 'sparse.txt'), 10 * 1024 ** 3 - text.length);
    appendFileSync(join(root, 'sparse.txt'), text);
    writeFileSync(join(root, 'hits.txt'), 'a\n'.repeat(HITS));
    writeFileSync(join(root, 'lines.txt'), LONG_LINE.repeat(LONG_LINES));
    const script = fileURLToPath(new URL('./peak-memory.mjs', import.meta.url));
    for (const [what, operation] of Object.entries(CASES)) {
        const { stdout, stderr, status } = spawnSync(process.execPath, [script, root, JSON.stringify(operation)], { encoding: 'utf8' });
        if (status !== 0) {
            throw new Error(`The memory for ${what} could not be measured. ${stderr}`);
        }
        const { own, programs } = JSON.parse(stdout);
        figures.note(`memory beyond idle, MiB, of the process alone: ${what}`, own);
        figures.atMost(`with its programs: ${what}`, own + programs, MOST_MEBIBYTES);
    }
}

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { findBenchmarks } from './bench-command.mjs';

describe('The benchmarks', () => {
    const root = temporaryFolder();

    it('are found by name in the packages, the Hub and the end-to-end tests', () => {
        const files = ['packages/a/bench/parse.mjs', 'packages/b/bench/parse.mjs', 'hub/bench/load.mjs', 'e2e/bench/open.mjs'].map(file =>
            join(root, file)
        );
        for (const file of [
            ...files,
            join(root, 'packages/a/bench/notes.md'),
            join(root, 'packages/c/src/parse.mjs'),
            join(root, 'packages/file')
        ]) {
            mkdirSync(dirname(file), { recursive: true });
            writeFileSync(file, '');
        }
        assert.deepEqual(Object.fromEntries(findBenchmarks(root)), { parse: files.slice(0, 2), load: [files[2]], open: [files[3]] });
    });

    it('may be none', () => {
        assert.equal(findBenchmarks(join(root, 'nowhere')).size, 0);
    });
});

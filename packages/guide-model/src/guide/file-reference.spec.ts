import assert from 'node:assert/strict';
import { parseFileReference, type FileReference } from './file-reference';

const CASES: readonly [words: string, reference: FileReference][] = [
    ['src/index.ts', { path: 'src/index.ts' }],
    ['src/index.ts at line 42', { path: 'src/index.ts', line: 42 }],
    ['src/index.ts at 42', { path: 'src/index.ts', line: 42 }],
    ['src/index.ts, line 42', { path: 'src/index.ts', line: 42 }],
    ['src/index.ts (line 42)', { path: 'src/index.ts', line: 42 }],
    ['src/index.ts and go to line 42', { path: 'src/index.ts', line: 42 }],
    ['src/index.ts line 42 column 7', { path: 'src/index.ts', line: 42, column: 7 }],
    ['src/index.ts, LINE 42, column 7', { path: 'src/index.ts', line: 42, column: 7 }],
    ['src/index.ts:42', { path: 'src/index.ts', line: 42 }],
    ['src/index.ts:42:7', { path: 'src/index.ts', line: 42, column: 7 }],
    ['src/index.ts#L42', { path: 'src/index.ts', line: 42 }],
    ['line 42 of src/index.ts', { path: 'src/index.ts', line: 42 }],
    ['line 5 of the file "my notes.md"', { path: 'my notes.md', line: 5 }],
    ['`src/index.ts` at line 42', { path: 'src/index.ts', line: 42 }],
    ['`src/index.ts`:42', { path: 'src/index.ts', line: 42 }],
    ["'src/index.ts:42'", { path: 'src/index.ts', line: 42 }],
    ['“my notes.md”', { path: 'my notes.md' }],
    ['"the file"', { path: 'the file' }],
    ['the file called src/teas.ts in the editor', { path: 'src/teas.ts' }],
    ['the readme', { path: 'README.md' }],
    ['my readme file', { path: 'README.md' }],
    ['chapter 2', { path: 'chapter 2' }],
    ['a.md at line 0', { path: 'a.md' }],
    ['Makefile', { path: 'Makefile' }]
];

describe('file reference', () => {
    for (const [words, reference] of CASES) {
        it(`is found in: ${words}`, () => assert.deepEqual(parseFileReference(words), reference));
    }
});

import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { WapAnswer, WapHub } from '../testing/wap-hub';
import { useHub } from '../testing/workspace-hub';

const MEBIBYTE = 1024 * 1024;

describe('The workspace agent protocol, where it is easily read otherwise', () => {
    const workspace = useHub(new WapHub());
    const succeed: WapHub['succeed'] = (...request) => workspace.succeed(...request);
    const refuse = async (tool: string, body: object): Promise<{ error: string; details?: WapAnswer }> =>
        workspace.fail(tool, body, 400, 'INVALID_ARGUMENT');

    describe('exploreFiles', () => {
        it('tells that a directory is one in its metadata, too', async () => {
            workspace.file('src/lib/a.ts');
            const { files } = await succeed('exploreFiles', { path: 'src', returnMetadata: true });
            const [{ metadata }] = files as { metadata: WapAnswer }[];
            assert.deepEqual([metadata.path, metadata.isDirectory], [workspace.path('src/lib'), true]);
        });

        it('finds nothing in an empty directory, which is no error', async () => {
            mkdirSync(workspace.path('empty'));
            for (const recursive of [false, true]) {
                assert.deepEqual(await succeed('exploreFiles', { path: 'empty', recursive }), {
                    files: [],
                    isTruncated: false,
                    totalFound: 0
                });
            }
        });

        it('takes whole numbers from 1 for maxDepth', async () => {
            workspace.file('a/b/c');
            for (const maxDepth of [0, 1.5]) {
                const { error } = await refuse('exploreFiles', { path: '.', recursive: true, maxDepth });
                assert.match(error, /maxDepth/);
            }
            assert.equal((await succeed('exploreFiles', { path: '.', recursive: true, maxDepth: 2 })).totalFound, 2);
        });

        it('counts what a recursive listing leaves out beyond its limit', async () => {
            for (let index = 0; index < 300; index++) {
                workspace.file(`many/${index}/file`);
            }
            const answer = await succeed('exploreFiles', { path: 'many', recursive: true });
            assert.deepEqual([(answer.files as []).length, answer.isTruncated, answer.totalFound], [500, true, 600]);
            assert.equal(answer.totalIsLowerBound, undefined);
        });
    });

    describe('readFile', () => {
        it('cuts a range of lines at 1 MiB', async () => {
            workspace.file('large.txt', 'x\n'.repeat(MEBIBYTE));
            const answer = await succeed('readFile', { path: 'large.txt', startLine: 11, endLine: 900_000 });
            assert.deepEqual(
                [String(answer.content).length, answer.isTruncated, answer.returnedLines, answer.totalLines],
                [MEBIBYTE, true, MEBIBYTE / 2, MEBIBYTE]
            );
        });

        it('never cuts through a character', async () => {
            workspace.file('large.txt', `a${'€'.repeat(MEBIBYTE / 2)}`);
            for (const lines of [{}, { startLine: 1 }]) {
                const { content, isTruncated } = await succeed('readFile', { path: 'large.txt', ...lines });
                const shown = Math.floor((MEBIBYTE - 1) / 3);
                assert.ok(content === `a${'€'.repeat(shown)}` && isTruncated === true, JSON.stringify(lines));
            }
        });

        it('leaves line ends as they are', async () => {
            workspace.file('dos.txt', 'one\r\ntwo\r\nthree\r\nfour');
            const answer = await succeed('readFile', { path: 'dos.txt', startLine: 2, endLine: 3 });
            assert.deepEqual([answer.content, answer.returnedLines, answer.totalLines], ['two\r\nthree\r\n', 2, 4]);
            assert.equal((await succeed('readFile', { path: 'dos.txt', startLine: 4 })).content, 'four');
        });
    });

    describe('writeFile', () => {
        it('counts bytes, not characters', async () => {
            const write = async (more: object): Promise<unknown> =>
                (await succeed('writeFile', { path: 'a.txt', content: 'zwölf 日本 😀\n', ...more })).bytesWritten;
            assert.deepEqual([await write({}), await write({ mode: 'append' })], [19, 19]);
            assert.equal(workspace.text('a.txt'), 'zwölf 日本 😀\n'.repeat(2));
        });

        it('appends to a file that is missing by making it, with its directories only when told to', async () => {
            const request = { content: 'first\n', mode: 'append' };
            assert.equal((await succeed('writeFile', { path: 'new.log', ...request })).bytesWritten, 6);
            await workspace.fail('writeFile', { path: 'logs/new.log', ...request }, 404, 'FILE_NOT_FOUND');
            assert.ok(!existsSync(workspace.path('logs')));
            await succeed('writeFile', { path: 'logs/new.log', createDirectories: true, ...request });
            assert.deepEqual([workspace.text('new.log'), workspace.text('logs/new.log')], ['first\n', 'first\n']);
        });
    });

    describe('modifyFile', () => {
        const modify = (operation: object): Promise<WapAnswer> => succeed('modifyFile', { path: 'a.txt', operations: [operation] });
        const replace = (more: object): Promise<WapAnswer> => modify({ type: 'regexReplace', pattern: '^a', replacement: 'x', ...more });

        it('replaces the first match alone unless flags say otherwise', async () => {
            for (const [flags, expected] of [
                [undefined, 'x a\nA a\na\n'],
                ['', 'x a\nA a\na\n'],
                ['g', 'x a\nA a\na\n'],
                ['m', 'x a\nA a\na\n'],
                ['gm', 'x a\nA a\nx\n'],
                ['gim', 'x a\nx a\nx\n']
            ]) {
                workspace.file('a.txt', 'a a\nA a\na\n');
                await replace(flags === undefined ? {} : { flags });
                assert.equal(workspace.text('a.txt'), expected, flags);
            }
        });

        it('refuses flags that there are none, and lines that there are none, and changes nothing', async () => {
            workspace.file('a.txt', 'a\nb\n');
            for (const operation of [
                ...['x', 'gg', 'uv', 'g '].map(flags => ({ type: 'regexReplace', pattern: 'a', replacement: 'x', flags })),
                { type: 'insert', afterLine: 3, newContent: 'x' },
                { type: 'insert', afterLine: 1.5, newContent: 'x' },
                { type: 'insert', afterLine: -1, newContent: 'x' },
                { type: 'replace', startLine: 1.5, endLine: 2, newContent: 'x' },
                { type: 'replace', startLine: 1, endLine: 3, newContent: 'x' },
                { type: 'delete', startLine: 1, endLine: 1.5 },
                { type: 'delete', startLine: 3, endLine: 3 }
            ]) {
                await refuse('modifyFile', { path: 'a.txt', operations: [operation] });
            }
            assert.equal(workspace.text('a.txt'), 'a\nb\n');
        });

        it('gives replaced lines the line ends of the file', async () => {
            workspace.file('a.txt', 'one\r\ntwo\r\nthree\r\n');
            await modify({ type: 'replace', startLine: 2, endLine: 2, newContent: 'zwei\ndrei' });
            assert.equal(workspace.text('a.txt'), 'one\r\nzwei\r\ndrei\r\nthree\r\n');
        });

        it('inserts into an empty file, which has no line to replace or delete', async () => {
            workspace.file('a.txt');
            await refuse('modifyFile', { path: 'a.txt', operations: [{ type: 'replace', startLine: 1, endLine: 1, newContent: 'x' }] });
            await refuse('modifyFile', { path: 'a.txt', operations: [{ type: 'delete', startLine: 1, endLine: 1 }] });
            await modify({ type: 'insert', afterLine: 0, newContent: 'first' });
            assert.equal(workspace.text('a.txt'), 'first\n');
        });
    });

    describe('searchFiles', () => {
        const search = async (more: object): Promise<WapAnswer[]> =>
            (await succeed('searchFiles', { paths: ['.'], query: 'hit', type: 'literal', ...more })).matches as WapAnswer[];

        it('finds a line once, with the first text in it that matches', async () => {
            workspace.file('a.txt', 'a hit, a hat, a hit\nhot\n');
            const matches = await search({ query: 'h.t', type: 'regex' });
            assert.deepEqual(
                matches.map(({ line, matchText }) => [line, matchText]),
                [
                    [1, 'hit'],
                    [2, 'hot']
                ]
            );
        });

        it('shows no context unless asked to, and no more than the file has', async () => {
            workspace.file('a.txt', 'hit\nmiddle\nhit');
            const contexts = async (more: object): Promise<unknown[]> =>
                (await search(more)).map(({ contextBefore, contextAfter }) => [contextBefore, contextAfter]);
            for (const none of [{}, { contextLines: 0 }]) {
                assert.deepEqual(await contexts(none), [
                    [[], []],
                    [[], []]
                ]);
            }
            for (const contextLines of [2, 20]) {
                assert.deepEqual(await contexts({ contextLines }), [
                    [[], ['middle', 'hit']],
                    [['hit', 'middle'], []]
                ]);
            }
        });

        it('tells lines without their line ends', async () => {
            workspace.file('a.txt', 'before\r\na hit\r\nafter\r\n');
            assert.deepEqual(await search({ query: 'hit$', type: 'regex', contextLines: 1 }), [
                { path: 'a.txt', line: 2, matchText: 'hit', contextBefore: ['before'], contextAfter: ['after'] }
            ]);
        });
    });

    describe('executeCommand', () => {
        const run = async (command: string): Promise<unknown[]> => {
            const { stdout, stderr, isOutputTruncated } = await succeed('executeCommand', { command, timeout: 20_000 });
            return [String(stdout).length, String(stderr).length, isOutputTruncated];
        };

        it('cuts each output at 1 MiB, and says so of both', async () => {
            assert.deepEqual(await run(`head -c ${MEBIBYTE + 1} /dev/zero >&2`), [0, MEBIBYTE, true]);
            assert.deepEqual(await run(`head -c ${MEBIBYTE + 1} /dev/zero; echo error >&2`), [MEBIBYTE, 6, true]);
        });

        it('returns exactly 1 MiB of each whole', async () => {
            assert.deepEqual(await run(`head -c ${MEBIBYTE} /dev/zero; head -c ${MEBIBYTE} /dev/zero >&2`), [MEBIBYTE, MEBIBYTE, false]);
        });
    });

    describe('under tighter limits of a policy', () => {
        it('getWorkspaceInfo tells these, and the tools keep to them', async () => {
            const limits = { readBytes: 10, listEntries: 2, grepMatches: 1, execOutputBytes: 5 };
            await workspace.restart({ policy: { limits } });
            assert.deepEqual((await succeed('getWorkspaceInfo', {})).limits, {
                maxFileSize: 10,
                maxDirectoryEntries: 2,
                maxSearchResults: 1,
                maxOutputSize: 5
            });
            ['a.txt', 'b.txt', 'c.txt'].forEach(name => workspace.file(name, 'hit hit hit hit\n'));
            const read = await succeed('readFile', { path: 'a.txt' });
            const listed = await succeed('exploreFiles', { path: '.' });
            const found = await succeed('searchFiles', { paths: ['.'], query: 'hit', type: 'literal' });
            const run = await succeed('executeCommand', { command: 'echo too much' });
            assert.deepEqual([read.content, read.isTruncated], ['hit hit hi', true]);
            assert.deepEqual([(listed.files as []).length, listed.totalFound, listed.isTruncated], [2, 3, true]);
            assert.deepEqual([(found.matches as []).length, found.totalMatches, found.isTruncated], [1, 3, true]);
            assert.deepEqual([run.stdout, run.isOutputTruncated], ['too m', true]);
        });

        it('getWorkspaceInfo keeps to the limits of the protocol where those of the policy are wider', async () => {
            const usual = await succeed('getWorkspaceInfo', {});
            const wide = 2 ** 30;
            const limits = { readBytes: wide, listEntries: wide, grepMatches: wide, execOutputBytes: wide };
            await workspace.restart({ policy: { limits } });
            assert.deepEqual(await succeed('getWorkspaceInfo', {}), usual);
        });

        it('totalIsLowerBound: says when not everything was counted', async () => {
            await workspace.restart({ policy: { limits: { walkEntries: 10, scanBytes: 1000, readBytes: 100, grepTimeoutMs: 0 } } });
            for (let index = 0; index < 20; index++) {
                workspace.file(`many/${index}/x`);
            }
            workspace.file('long.txt', 'line\n'.repeat(1000));
            const listed = await succeed('exploreFiles', { path: '.', recursive: true });
            assert.deepEqual([listed.isTruncated, listed.totalIsLowerBound], [true, true]);
            assert.ok(Number(listed.totalFound) < 41);
            const read = await succeed('readFile', { path: 'long.txt', endLine: 3 });
            assert.deepEqual([read.content, read.totalIsLowerBound], ['line\n'.repeat(3), true]);
            assert.ok(Number(read.totalLines) >= 3 && Number(read.totalLines) < 1000);
            const found = await succeed('searchFiles', { paths: ['.'], query: 'line', type: 'literal' });
            assert.deepEqual([found.isTruncated, found.totalIsLowerBound], [true, true]);
        });
    });
});

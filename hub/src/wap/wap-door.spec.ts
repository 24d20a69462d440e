import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAudit } from '@openspace/workspace-tools';
import { TESTED_SANDBOXES } from '@openspace/workspace-tools/lib/test/sandbox-providers';
import { WapAnswer, WapHub } from '../testing/wap-hub';
import { useHub } from '../testing/workspace-hub';

describe('The workspace agent protocol', () => {
    const workspace = useHub(new WapHub());
    const send: WapHub['send'] = (...request) => workspace.send(...request);
    const succeed: WapHub['succeed'] = (...request) => workspace.succeed(...request);
    const fail: WapHub['fail'] = (...request) => workspace.fail(...request);
    const paths = (answer: WapAnswer): unknown => (answer.files as { path: string }[]).map(found => found.path);

    describe('exploreFiles', () => {
        it('lists all files in the src directory, with isDirectory, isTruncated and totalFound', async () => {
            workspace.file('src/a.ts');
            workspace.file('src/lib/b.ts');
            assert.deepEqual(await succeed('exploreFiles', { path: 'src' }), {
                files: [
                    { path: 'src/lib', isDirectory: true },
                    { path: 'src/a.ts', isDirectory: false }
                ],
                isTruncated: false,
                totalFound: 2
            });
        });

        it('explores recursively, excluding what excludePatterns name and nothing else', async () => {
            ['a.js', 'node_modules/x/y.js', 'dist/z.js', 'keep/node_modules/q.js'].forEach(name => workspace.file(name));
            const answer = await succeed('exploreFiles', {
                path: '.',
                recursive: true,
                excludePatterns: ['**/node_modules/**', '**/.git/**']
            });
            assert.deepEqual(paths(answer), ['a.js', 'dist', 'dist/z.js', 'keep']);
        });

        it('applies the default exclusions to recursive operations only, and not to what the caller names', async () => {
            const excluded = ['node_modules', '.git', 'dist', 'build', '.venv', 'target', '__pycache__', 'vendor'];
            [...excluded, 'src'].forEach(name => workspace.file(`${name}/x`));
            assert.deepEqual(paths(await succeed('exploreFiles', { path: '.', recursive: true })), ['src', 'src/x']);
            assert.equal((await succeed('exploreFiles', { path: '.' })).totalFound, 9);
            assert.deepEqual(paths(await succeed('exploreFiles', { path: 'dist', recursive: true })), ['dist/x']);
            assert.equal((await succeed('exploreFiles', { path: '.', recursive: true, excludePatterns: [] })).totalFound, 17);
        });

        it('takes files for no directories of the same name: only what lies in such a directory is excluded', async () => {
            const names = ['build', 'dist', 'target', 'vendor'];
            [...names.map(name => `scripts/${name}`), 'scripts/lib/build/out.js', 'scripts/vendor.txt'].forEach(name =>
                workspace.file(name)
            );
            const all = ['scripts/build', 'scripts/dist', 'scripts/lib', 'scripts/target', 'scripts/vendor', 'scripts/vendor.txt'];
            assert.deepEqual(await succeed('exploreFiles', { path: 'scripts', recursive: true }), {
                files: all.map(path => ({ path, isDirectory: path === 'scripts/lib' })),
                isTruncated: false,
                totalFound: 6
            });
            for (const [pattern, expected] of [
                ['**/vendor/**', 8],
                ['**/vendor/', 8],
                ['**/vendor', 7]
            ] as const) {
                const answer = await succeed('exploreFiles', { path: 'scripts', recursive: true, excludePatterns: [pattern] });
                assert.equal(answer.totalFound, expected, pattern);
            }
        });

        it('goes 3 levels deep unless maxDepth says otherwise', async () => {
            workspace.file('a/b/c/d/e.txt');
            assert.deepEqual(paths(await succeed('exploreFiles', { path: '.', recursive: true })), ['a', 'a/b', 'a/b/c']);
            assert.deepEqual(paths(await succeed('exploreFiles', { path: '.', recursive: true, maxDepth: 1 })), ['a']);
            assert.equal((await succeed('exploreFiles', { path: '.', recursive: true, maxDepth: 1e300 })).totalFound, 5);
        });

        it('returns metadata when asked: absolute path, size, isDirectory, ISO time of the last change; of sensitive files only names', async () => {
            const real = workspace.file('a.txt', 'abc');
            workspace.file('.env', 'KEY=1');
            const answer = await succeed('exploreFiles', { path: '.', returnMetadata: true });
            assert.deepEqual(answer.files, [
                { path: '.env', isDirectory: false },
                {
                    path: 'a.txt',
                    isDirectory: false,
                    metadata: { path: real, size: 3, isDirectory: false, lastModified: statSync(real).mtime.toISOString() }
                }
            ]);
        });

        it('shows a link as what it leads to, with its metadata; one that leads outside, nowhere or to a secret as a file', async () => {
            const real = statSync(workspace.file('deep/er/a.txt', 'abc'));
            workspace.file('.env', 'KEY=1');
            mkdirSync(workspace.path('links'));
            const targets = { file: '../deep/er/a.txt', folder: '../deep', nowhere: '../none', out: workspace.outside, secret: '../.env' };
            Object.entries(targets).forEach(([name, target]) => symlinkSync(target, workspace.path('links', name)));
            const { files } = await succeed('exploreFiles', { path: 'links', recursive: true, returnMetadata: true });
            const shown = (files as { path: string; isDirectory: boolean; metadata: WapAnswer }[]).map(
                ({ path, isDirectory, metadata }) => [path, isDirectory, metadata.isDirectory, metadata.size]
            );
            assert.deepEqual(shown, [
                ['links/file', false, false, 3],
                ['links/folder', true, true, statSync(workspace.path('deep')).size],
                ['links/nowhere', false, false, '../none'.length],
                ['links/out', false, false, workspace.outside.length],
                ['links/secret', false, false, '../.env'.length]
            ]);
            assert.equal((files as { metadata: WapAnswer }[])[0].metadata.lastModified, real.mtime.toISOString());
            assert.deepEqual(paths(await succeed('exploreFiles', { path: 'links/folder' })), ['deep/er']);
        });

        it('finds the same with metadata and without, also what has a name that is not UTF-8', async () => {
            workspace.file('src/a.txt');
            writeFileSync(Buffer.concat([Buffer.from(workspace.path('src/caf')), Buffer.from([0xe9])]), 'coffee');
            for (const recursive of [false, true]) {
                const [bare, described] = await Promise.all(
                    [false, true].map(returnMetadata => succeed('exploreFiles', { path: 'src', recursive, returnMetadata }))
                );
                assert.deepEqual([paths(bare), bare.totalFound], [['src/a.txt', 'src/caf\ufffd'], 2]);
                assert.deepEqual([paths(described), described.totalFound], [paths(bare), 2]);
            }
        });

        it('maxDirectoryEntries: returns 500 and the total including what was cut', async () => {
            for (let index = 0; index < 503; index++) {
                workspace.file(`many/${index}`);
            }
            const answer = await succeed('exploreFiles', { path: 'many' });
            assert.deepEqual([(answer.files as []).length, answer.isTruncated, answer.totalFound], [500, true, 503]);
            ['0', '1', '2'].forEach(name => rmSync(workspace.path('many', name)));
            const exact = await succeed('exploreFiles', { path: 'many' });
            assert.deepEqual([(exact.files as []).length, exact.isTruncated, exact.totalFound], [500, false, 500]);
        });

        it('refuses what is missing, no directory, outside, or of the wrong type', async () => {
            workspace.file('a.txt');
            await fail('exploreFiles', { path: 'none' }, 404, 'FILE_NOT_FOUND');
            await fail('exploreFiles', { path: 'a.txt' }, 400, 'INVALID_ARGUMENT');
            await fail('exploreFiles', { path: '..' }, 403, 'PERMISSION_DENIED');
            for (const wrong of [{}, { path: 1 }, { path: '.', maxDepth: -1 }, { path: '.', recursive: 'yes' }]) {
                await fail('exploreFiles', wrong, 400, 'INVALID_ARGUMENT');
            }
            await fail('exploreFiles', { path: '.', recursive: true, excludePatterns: ['{a,b}'.repeat(30)] }, 400, 'INVALID_ARGUMENT');
        });
    });

    describe('readFile', () => {
        it('reads an entire file with its metadata', async () => {
            const real = workspace.file('src/app.js', 'one\r\ntwo');
            assert.deepEqual(await succeed('readFile', { path: 'src/app.js' }), {
                content: 'one\r\ntwo',
                metadata: { path: real, size: 8, isDirectory: false, lastModified: statSync(real).mtime.toISOString() },
                isTruncated: false,
                totalLines: 2,
                returnedLines: 2
            });
            workspace.file('empty');
            const empty = await succeed('readFile', { path: 'empty' });
            assert.deepEqual([empty.content, empty.totalLines, empty.returnedLines], ['', 0, 0]);
        });

        it('reads lines 10 to 20', async () => {
            workspace.file('src/app.js', Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join(''));
            const answer = await succeed('readFile', { path: 'src/app.js', startLine: 10, endLine: 20 });
            assert.match(String(answer.content), /^line 10\n[^]*line 20\n$/);
            assert.deepEqual([answer.totalLines, answer.returnedLines, answer.isTruncated], [30, 11, false]);
            assert.equal((await succeed('readFile', { path: 'src/app.js', startLine: 31 })).content, '');
            assert.equal((await succeed('readFile', { path: 'src/app.js', endLine: 2 })).content, 'line 1\nline 2\n');
            assert.equal((await succeed('readFile', { path: 'src/app.js', startLine: 30 })).content, 'line 30\n');
        });

        it('maxFileSize: of a larger file the first 1 MiB is returned, isTruncated, with the lines of the whole file', async () => {
            workspace.file('large.txt', 'x\n'.repeat(1024 * 1024));
            const answer = await succeed('readFile', { path: 'large.txt' });
            assert.equal(String(answer.content).length, 1024 * 1024);
            assert.deepEqual([answer.isTruncated, answer.totalLines, answer.returnedLines], [true, 1024 * 1024, 512 * 1024]);
            workspace.file('exact.txt', 'x\n'.repeat(512 * 1024));
            const exact = await succeed('readFile', { path: 'exact.txt' });
            assert.deepEqual([exact.isTruncated, exact.returnedLines], [false, 512 * 1024]);
        });

        it('SIZE_LIMIT_EXCEEDED: says why lines of a large file in UTF-16 are not found, and what to do', async () => {
            workspace.file('wide.txt', Buffer.from(`\ufeff${'line\n'.repeat(150_000)}`, 'utf16le'));
            const { error, details } = await fail('readFile', { path: 'wide.txt', startLine: 1, endLine: 2 }, 413, 'SIZE_LIMIT_EXCEEDED');
            assert.match(error, /^"wide\.txt" has 1500002 bytes in UTF-16, of which at most 1048576 .*lines\. Search .*UTF-8/);
            assert.deepEqual([details?.size, details?.limit], [1_500_002, 1024 * 1024]);
            const beginning = await succeed('readFile', { path: 'wide.txt' });
            assert.deepEqual([beginning.isTruncated, String(beginning.content).slice(0, 10)], [true, 'line\nline\n']);
        });

        it('refuses missing and binary files, directories, and lines that are none', async () => {
            workspace.file('a.bin', Buffer.from([0, 1, 2]));
            workspace.file('dir/a.txt');
            const { details } = await fail('readFile', { path: 'dir/b.txt' }, 404, 'FILE_NOT_FOUND');
            assert.deepEqual(details?.suggestions, ['dir/a.txt']);
            await fail('readFile', { path: 'a.bin' }, 400, 'INVALID_ARGUMENT');
            await fail('readFile', { path: 'dir' }, 400, 'INVALID_ARGUMENT');
            for (const lines of [
                { startLine: 0 },
                { startLine: -5 },
                { startLine: 1.5 },
                { startLine: 3, endLine: 2 },
                { startLine: '1' }
            ]) {
                await fail('readFile', { path: 'dir/a.txt', ...lines }, 400, 'INVALID_ARGUMENT');
            }
            await fail('readFile', { path: 'a\0b' }, 400, 'INVALID_ARGUMENT');
            await fail('readFile', { path: 'a', extra: 1 }, 400, 'INVALID_ARGUMENT');
        });
    });

    describe('writeFile', () => {
        it('creates or overwrites a file with the directories that are missing', async () => {
            const request = { path: 'src/utils/helper.js', content: 'function helper() { return true; }' };
            await fail('writeFile', request, 404, 'FILE_NOT_FOUND');
            assert.deepEqual(await succeed('writeFile', { ...request, createDirectories: true }), {
                success: true,
                path: 'src/utils/helper.js',
                bytesWritten: 34
            });
            await succeed('writeFile', { path: 'src/utils/helper.js', content: 'ü' });
            assert.equal(workspace.text('src/utils/helper.js'), 'ü');
        });

        it('appends to a file, and tells the bytes of what was appended', async () => {
            workspace.file('logs/app.log', 'Old\n');
            const answer = await succeed('writeFile', { path: 'logs/app.log', content: 'New log entry', mode: 'append' });
            assert.deepEqual([answer.bytesWritten, workspace.text('logs/app.log')], [13, 'Old\nNew log entry']);
        });

        it('says that it is the file that is too large to be appended to or changed, and what to do', async () => {
            const size = 12 * 1024 * 1024;
            workspace.file('logs/app.log', 'x\n'.repeat(size / 2));
            workspace.file('logs/full.log', 'x\n'.repeat(5 * 1024 * 1024));
            const append = { content: 'y\n', mode: 'append' };
            const operations = [{ type: 'insert', afterLine: 0, newContent: 'y' }];
            for (const [tool, request, bytes] of [
                ['writeFile', { path: 'logs/app.log', ...append }, size],
                ['modifyFile', { path: 'logs/app.log', operations }, size],
                ['writeFile', { path: 'logs/full.log', ...append }, 10 * 1024 * 1024 + 2]
            ] as const) {
                const { error, details } = await fail(tool, request, 413, 'SIZE_LIMIT_EXCEEDED');
                assert.match(error, new RegExp(`^"${request.path}" has, or would have then, ${bytes} bytes; .*10485760.*another file`));
                assert.deepEqual([details?.size, details?.limit], [bytes, 10 * 1024 * 1024]);
            }
            assert.deepEqual(
                [statSync(workspace.path('logs/app.log')).size, workspace.text('logs/full.log').length],
                [size, 10 * 1024 * 1024]
            );
            await succeed('writeFile', { path: 'logs/app.log', content: 'new' });
            assert.equal(workspace.text('logs/app.log'), 'new');
        });

        it('create refuses a file that exists; unknown modes and wrong types are invalid', async () => {
            workspace.file('a.txt', 'old');
            await fail('writeFile', { path: 'a.txt', content: 'new', mode: 'create' }, 409, 'INVALID_ARGUMENT');
            await fail('writeFile', { path: 'a.txt', content: 'new', mode: 'truncate' }, 400, 'INVALID_ARGUMENT');
            await fail('writeFile', { path: 'a.txt', content: 1 }, 400, 'INVALID_ARGUMENT');
            assert.equal(workspace.text('a.txt'), 'old');
            await succeed('writeFile', { path: 'b.txt', content: '', mode: 'create' });
        });
    });

    describe('modifyFile', () => {
        const modify = (operations: unknown): Promise<WapAnswer> => succeed('modifyFile', { path: 'a.txt', operations });

        it('replace: lines 2-3 by new content', async () => {
            workspace.file('a.txt', '1\n2\n3\n4\n');
            assert.deepEqual(await modify([{ type: 'replace', startLine: 2, endLine: 3, newContent: 'x\ny\nz' }]), {
                success: true,
                path: 'a.txt'
            });
            assert.equal(workspace.text('a.txt'), '1\nx\ny\nz\n4\n');
        });

        it('insert after a line, delete lines, one after the other, also in a file without a last newline', async () => {
            workspace.file('a.txt', '1\r\n2');
            await modify([
                { type: 'insert', afterLine: 2, newContent: '3' },
                { type: 'delete', startLine: 1, endLine: 1 }
            ]);
            assert.equal(workspace.text('a.txt'), '2\r\n3');
        });

        it('regexReplace: replaces all instances of a deprecated API with its groups', async () => {
            workspace.file('a.txt', 'oldAPI.method(a); oldAPI.method(b);');
            await modify([
                { type: 'regexReplace', pattern: 'oldAPI\\.method\\(([^)]+)\\)', replacement: 'newAPI.improvedMethod($1)', flags: 'g' }
            ]);
            assert.equal(workspace.text('a.txt'), 'newAPI.improvedMethod(a); newAPI.improvedMethod(b);');
        });

        it('changes nothing when one operation fails, and says which', async () => {
            workspace.file('a.txt', '1\n');
            const good = { type: 'insert', afterLine: 0, newContent: 'x' };
            for (const bad of [
                { type: 'delete', startLine: 7, endLine: 9 },
                { type: 'replace', startLine: 2, endLine: 1, newContent: '' },
                { type: 'regexReplace', pattern: '(', replacement: '' },
                { type: 'regexReplace', pattern: 'none', replacement: '' }
            ]) {
                const { details } = await fail('modifyFile', { path: 'a.txt', operations: [good, bad] }, 400, 'INVALID_ARGUMENT');
                assert.equal(details?.position, 2);
            }
            const { error } = await fail(
                'modifyFile',
                { path: 'a.txt', operations: [{ type: 'insert', newContent: 'x' }] },
                400,
                'INVALID_ARGUMENT'
            );
            assert.match(error, /afterLine/);
            await fail('modifyFile', { path: 'a.txt', operations: [{ type: 'explode' }] }, 400, 'INVALID_ARGUMENT');
            await fail('modifyFile', { path: 'a.txt', operations: [] }, 400, 'INVALID_ARGUMENT');
            await fail('modifyFile', { path: 'none', operations: [good] }, 404, 'FILE_NOT_FOUND');
            assert.equal(workspace.text('a.txt'), '1\n');
        });

        it('SIZE_LIMIT_EXCEEDED for more than 1,000 operations; TIMEOUT for a pattern that never ends', async () => {
            workspace.file('a.txt', `${'a'.repeat(40)}!`);
            const many = Array.from({ length: 5000 }, () => ({ type: 'insert', afterLine: 0, newContent: 'x' }));
            await fail('modifyFile', { path: 'a.txt', operations: many }, 413, 'SIZE_LIMIT_EXCEEDED');
            await modify(many.slice(0, 1000));
            await fail(
                'modifyFile',
                { path: 'a.txt', operations: [{ type: 'regexReplace', pattern: '(a+)+$', replacement: '' }] },
                408,
                'TIMEOUT'
            );
        }).timeout(60_000);
    });

    describe('searchFiles', () => {
        it('literal: finds a string with its context, the text that matches and the total', async () => {
            workspace.file('src/a.js', '1\n2\n// TODO: x\n4\n5\n6');
            workspace.file('src/node_modules/b.js', 'TODO:');
            assert.deepEqual(
                await succeed('searchFiles', {
                    paths: ['src'],
                    query: 'TODO:',
                    type: 'literal',
                    recursive: true,
                    excludePatterns: ['**/node_modules/**'],
                    contextLines: 2
                }),
                {
                    matches: [{ path: 'src/a.js', line: 3, matchText: 'TODO:', contextBefore: ['1', '2'], contextAfter: ['4', '5'] }],
                    isTruncated: false,
                    totalMatches: 1
                }
            );
        });

        it('regex: finds all API calls; files below only when recursive; default exclusions', async () => {
            workspace.file('src/api/a.js', 'x = api.get(1)\napi.patch(2)\napi.delete(3)');
            workspace.file('src/api/deep/b.js', 'api.put(1)');
            workspace.file('src/api/dist/c.js', 'api.post(1)');
            const request = { paths: ['src/api'], query: 'api\\.(get|post|put|delete)\\(', type: 'regex' };
            const texts = async (more: object): Promise<unknown> =>
                ((await succeed('searchFiles', { ...request, ...more })).matches as { matchText: string }[]).map(
                    ({ matchText }) => matchText
                );
            assert.deepEqual(await texts({ recursive: true }), ['api.get(', 'api.delete(', 'api.put(']);
            assert.deepEqual(await texts({}), ['api.get(', 'api.delete(']);
            assert.deepEqual(await texts({ recursive: true, excludePatterns: [] }), ['api.get(', 'api.delete(', 'api.put(', 'api.post(']);
            assert.deepEqual(await texts({ paths: ['src/api/deep', 'src/api/deep/b.js'] }), ['api.put(']);
        });

        it('searches files that are called like a directory that is excluded', async () => {
            ['scripts/build', 'scripts/dist/a.sh', 'vendor'].forEach(name => workspace.file(name, 'hit\n'));
            const found = async (more: object): Promise<unknown> =>
                (
                    (await succeed('searchFiles', { paths: ['.'], query: 'hit', type: 'literal', recursive: true, ...more }))
                        .matches as WapAnswer[]
                ).map(({ path }) => path);
            assert.deepEqual(await found({}), ['scripts/build', 'vendor']);
            assert.deepEqual(await found({ paths: ['scripts/build', 'vendor'] }), ['scripts/build', 'vendor']);
            assert.deepEqual(await found({ excludePatterns: ['**/dist/', '**/vendor/**'] }), ['scripts/build', 'vendor']);
            assert.deepEqual(await found({ excludePatterns: ['**/build', 'vendor'] }), ['scripts/dist/a.sh']);
        });

        it('excludes by default all but what lies in a place that the caller names', async () => {
            ['a.js', 'node_modules/a/x.js', 'node_modules/a/node_modules/y.js', 'node_modules/other/x.js', 'dist/z.js'].forEach(name =>
                workspace.file(name, 'hit\n')
            );
            const found = async (...searched: string[]): Promise<unknown> =>
                (
                    (await succeed('searchFiles', { paths: searched, query: 'hit', type: 'literal', recursive: true }))
                        .matches as WapAnswer[]
                ).map(({ path }) => path);
            const inside = ['node_modules/a/node_modules/y.js', 'node_modules/a/x.js'];
            assert.deepEqual(await found('.', 'node_modules/a'), ['a.js', ...inside]);
            assert.deepEqual(await found('node_modules/a'), inside);
            assert.deepEqual(await found('.', 'node_modules/other/x.js'), ['a.js', 'node_modules/other/x.js']);
            assert.deepEqual(await found('dist', 'node_modules/a'), ['dist/z.js', ...inside]);
            assert.deepEqual(await found('.'), ['a.js']);
        });

        it('maxSearchResults: returns the first 100 and counts the rest', async () => {
            workspace.file('b.txt', 'hit\n'.repeat(3000));
            workspace.file('a.txt', 'hit\n'.repeat(60));
            const answer = await succeed('searchFiles', { paths: ['.'], query: 'hit', type: 'literal' });
            const matches = answer.matches as { path: string; line: number }[];
            assert.deepEqual([matches.length, answer.isTruncated, answer.totalMatches], [100, true, 3060]);
            workspace.file('c.txt', 'exact\n'.repeat(100));
            const exact = await succeed('searchFiles', { paths: ['.'], query: 'exact', type: 'literal' });
            assert.deepEqual([(exact.matches as []).length, exact.isTruncated, exact.totalMatches], [100, false, 100]);
            assert.deepEqual(
                [matches[59], matches[60]].map(match => [match.path, match.line]),
                [
                    ['a.txt', 60],
                    ['b.txt', 1]
                ]
            );
        });

        it('isTruncated: also when a text that matches, or a line around it, is too long to be shown whole', async () => {
            workspace.file('a.txt', `${'around '.repeat(200)}\nmine\nhi${'t'.repeat(2000)}\n${'x'.repeat(2000)} short\n`);
            const shown = async (query: string, contextLines = 0): Promise<unknown[]> => {
                const { matches, isTruncated, totalMatches } = await succeed('searchFiles', {
                    paths: ['.'],
                    query,
                    type: 'regex',
                    contextLines
                });
                const [{ matchText }] = matches as { matchText: string }[];
                return [matchText.length, isTruncated, totalMatches];
            };
            assert.deepEqual(await shown('hit+'), [1001, true, 1]);
            assert.deepEqual(await shown('short'), [5, false, 1]);
            assert.deepEqual(await shown('mine'), [4, false, 1]);
            assert.deepEqual(await shown('mine', 1), [4, true, 1]);
        });

        it('refuses patterns that are none and requests that do not fit, and finds no secrets', async () => {
            workspace.file('.env', 'hit');
            const search = { paths: ['.'], query: 'hit', type: 'regex' };
            assert.equal((await succeed('searchFiles', search)).totalMatches, 0);
            for (const wrong of [{ query: '(' }, { query: '' }, { type: 'glob' }, { paths: 'src' }, { paths: [] }, { contextLines: -1 }]) {
                await fail('searchFiles', { ...search, ...wrong }, 400, 'INVALID_ARGUMENT');
            }
            await fail('searchFiles', { ...search, paths: ['.', 'none'] }, 404, 'FILE_NOT_FOUND');
            const many = Array.from({ length: 101 }, () => '.');
            assert.equal((await succeed('searchFiles', { ...search, contextLines: 20 })).totalMatches, 0);
            for (const large of [{ paths: many }, { excludePatterns: many }, { query: 'x'.repeat(10_001) }, { contextLines: 21 }]) {
                await fail('searchFiles', { ...search, ...large }, 413, 'SIZE_LIMIT_EXCEEDED');
            }
        });
    });

    describe('executeCommand', () => {
        it('runs in a directory with an environment and returns output, exit code and duration', async () => {
            workspace.file('packages/frontend/x.txt');
            const answer = await succeed('executeCommand', {
                command: 'ls; echo "$GREETING" >&2; ls none',
                workingDirectory: 'packages/frontend',
                environment: { GREETING: 'hello' }
            });
            assert.deepEqual([answer.stdout, answer.exitCode, answer.isOutputTruncated], ['x.txt\n', 2, false]);
            assert.match(String(answer.stderr), /^hello\n/);
            assert.equal(typeof answer.durationMs, 'number');
        });

        it('maxOutputSize: cuts 50 MB at 1 MiB', async () => {
            const answer = await succeed('executeCommand', { command: 'head -c 50000000 /dev/zero', timeout: 60_000 });
            assert.deepEqual([String(answer.stdout).length, answer.isOutputTruncated], [1024 * 1024, true]);
        });

        it('TIMEOUT: ends a command and tells what it had written', async () => {
            const { details } = await fail('executeCommand', { command: 'echo begun; sleep 20', timeout: 1500 }, 408, 'TIMEOUT');
            assert.deepEqual([details?.stdout, details?.limit], ['begun\n', 1500]);
        });

        it('runs the tests of a package in its directory', async () => {
            const scripts = { test: 'node --eval "console.log(process.cwd())"' };
            const file = workspace.file('packages/frontend/package.json', JSON.stringify({ name: 'frontend', scripts }));
            const answer = await succeed('executeCommand', { command: 'npm test', workingDirectory: 'packages/frontend' });
            assert.deepEqual(
                [answer.exitCode, String(answer.stdout).trim().split('\n').at(-1)],
                [0, dirname(file)],
                JSON.stringify(answer)
            );
        }).timeout(60_000);

        it('TIMEOUT: says that a command had no network, which it may have waited for in vain', async () => {
            workspace.file('package.json', '{"name": "app", "version": "1.0.0"}');
            for (const sandbox of TESTED_SANDBOXES) {
                await workspace.restart({ sandbox });
                const command = sandbox === 'local' ? 'sleep 20' : 'npm install lodash --save';
                const { error, details } = await fail('executeCommand', { command, timeout: 3000 }, 408, 'TIMEOUT');
                assert.deepEqual(
                    [/had no network/.test(error), details?.networkIsolated === true],
                    Array(2).fill(sandbox !== 'local'),
                    sandbox
                );
            }
        }).timeout(60_000);

        it('maxExecutionTime: no command runs for longer than 30 seconds, whatever timeout it asks for', async () => {
            const command = 'echo begun; sleep 100';
            const ends = await Promise.all(
                [{ command, timeout: 90_000 }, { command }].map(request => fail('executeCommand', request, 408, 'TIMEOUT'))
            );
            assert.deepEqual(
                ends.map(({ details }) => [details?.stdout, details?.limit]),
                [
                    ['begun\n', 30_000],
                    ['begun\n', 30_000]
                ]
            );
        }).timeout(60_000);

        it('EXECUTION_FAILED: when no command can be run at all; files can still be read', async () => {
            workspace.file('a.txt', 'here');
            const path = process.env.PATH;
            process.env.PATH = '/nowhere';
            try {
                await workspace.restart({ sandbox: 'bubblewrap' });
                const { error } = await fail('executeCommand', { command: 'ls' }, 424, 'EXECUTION_FAILED');
                assert.match(error, /Commands do not run here.*file operations/);
            } finally {
                process.env.PATH = path;
            }
            assert.equal((await succeed('readFile', { path: 'a.txt' })).content, 'here');
        });

        it('SIZE_LIMIT_EXCEEDED for more variables than can be passed on, in every provider', async () => {
            for (const sandbox of TESTED_SANDBOXES) {
                await workspace.restart({ sandbox });
                const many = (count: number, bytes: number): object =>
                    Object.fromEntries(Array.from({ length: count }, (_, index) => [`V${index}`, 'x'.repeat(bytes)]));
                for (const environment of [many(1, 64 * 1024), many(5000, 1), many(5000, 100)]) {
                    await fail('executeCommand', { command: 'true', environment }, 413, 'SIZE_LIMIT_EXCEEDED');
                }
                const { stdout } = await succeed('executeCommand', { command: 'echo "$V999"', environment: many(1000, 50) });
                assert.equal(stdout, `${'x'.repeat(50)}\n`, sandbox);
            }
        }).timeout(60_000);

        it('refuses what needs a person, directories that are none, and commands that are none', async () => {
            workspace.file('a.txt');
            await fail('executeCommand', { command: 'rm -rf a.txt' }, 403, 'PERMISSION_DENIED');
            assert.ok(existsSync(workspace.path('a.txt')));
            await fail('executeCommand', { command: 'ls', workingDirectory: 'none' }, 404, 'FILE_NOT_FOUND');
            for (const wrong of [
                { command: ' ' },
                { command: 'a\0b' },
                { command: 'ls', timeout: 0 },
                { command: 'ls', environment: { A: 1 } }
            ]) {
                await fail('executeCommand', wrong, 400, 'INVALID_ARGUMENT');
            }
            await fail('executeCommand', { command: `echo ${'x'.repeat(200_000)}` }, 413, 'SIZE_LIMIT_EXCEEDED');
        });
    });

    it('getWorkspaceInfo: tells the root, the default exclusions and the limits', async () => {
        assert.deepEqual(await succeed('getWorkspaceInfo', {}), {
            root: workspace.path(),
            defaultExclusions: [
                '**/node_modules/**',
                '**/.git/**',
                '**/dist/**',
                '**/build/**',
                '**/.venv/**',
                '**/target/**',
                '**/__pycache__/**',
                '**/vendor/**'
            ],
            limits: { maxFileSize: 1048576, maxDirectoryEntries: 500, maxSearchResults: 100, maxOutputSize: 1048576 }
        });
        for (const body of [undefined, '']) {
            assert.deepEqual(await succeed('getWorkspaceInfo', body), await succeed('getWorkspaceInfo', {}));
        }
        await fail('readFile', undefined, 400, 'INVALID_ARGUMENT');
    });

    it('PERMISSION_DENIED: secrets, the outside and what runs by itself, in every tool', async () => {
        workspace.file('.env', 'KEY=1');
        symlinkSync(workspace.outside, workspace.path('link'));
        for (const denied of ['.env', 'link/secret.txt', '/etc/passwd', '../outside/secret.txt']) {
            await fail('readFile', { path: denied }, 403, 'PERMISSION_DENIED');
            await fail('writeFile', { path: denied, content: 'x' }, 403, 'PERMISSION_DENIED');
            await fail(
                'modifyFile',
                { path: denied, operations: [{ type: 'insert', afterLine: 0, newContent: 'x' }] },
                403,
                'PERMISSION_DENIED'
            );
            await fail('searchFiles', { paths: [denied], query: 'x', type: 'literal' }, 403, 'PERMISSION_DENIED');
        }
        await fail('writeFile', { path: '.git/hooks/x', content: 'x', createDirectories: true }, 403, 'PERMISSION_DENIED');
        await fail('exploreFiles', { path: 'link' }, 403, 'PERMISSION_DENIED');
        assert.equal(readFileSync(join(workspace.base, 'outside/secret.txt'), 'utf8'), 'outside');
    });

    it('answers requests that are no JSON, too large or without the token with the same three fields', async () => {
        const wrong = async (status: number, code: string, body: unknown, headers: Record<string, string> = {}): Promise<void> => {
            const answer = await workspace.post('/wap/readFile', body, headers);
            assert.deepEqual([answer.status, answer.body.code, Object.keys(answer.body)], [status, code, ['error', 'code']]);
            assert.ok(typeof answer.body.error === 'string' && answer.body.error.length > 0);
        };
        await wrong(400, 'INVALID_ARGUMENT', '{"path":');
        await wrong(400, 'INVALID_ARGUMENT', '{"path":"a","__proto__":{}}');
        await wrong(415, 'INVALID_ARGUMENT', '{}', { 'content-type': 'text/plain' });
        await wrong(413, 'SIZE_LIMIT_EXCEEDED', { path: 'x'.repeat(5_000_000) });
        await wrong(401, 'PERMISSION_DENIED', {}, { authorization: 'Bearer wrong' });
        await wrong(403, 'PERMISSION_DENIED', {}, { origin: 'https://evil.example' });
        await fail('deleteFile', { path: 'a' }, 404, 'INVALID_ARGUMENT');
    });

    it('notes every call, also one that does not fit, and is described with all its fields', async () => {
        await send('readFile', { path: 'none' });
        await send('readFile', { wrong: 1 });
        const calls = readAudit(workspace.hub.auditDirectory).slice(-2);
        assert.deepEqual(
            calls.map(({ command, code }) => [command, code]),
            [
                ['wap.readFile', 'not-found'],
                ['wap.readFile', 'invalid-argument']
            ]
        );
        assert.match((await workspace.hub.send({ path: '/openapi.json' })).text, /"\/wap\/modifyFile".*regexReplace/);
    });
});

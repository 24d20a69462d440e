import { strict as assert } from 'node:assert';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Policy } from '../policy';
import { longestWait } from '../test/longest-wait';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { temporaryName } from '../write/temporary-file';
import { GrepRequest } from './grep-request';

describe('WorkspaceTools.grep', () => {
    const workspace = useWorkspace();
    const grep = async (request: GrepRequest): Promise<string[]> =>
        (await (await workspace.tools()).grep(request)).matches.map(({ path, line, content }) => `${path}:${line}:${content}`);

    it('finds lines by a regular expression or a plain text, by path and line', async () => {
        workspace.file('src/b.ts', 'function one() {}\nconst x = 1;\nfunction  two() {}');
        workspace.file('src/a.ts', '// function\\s\r\nfunction three() {}\r\n');
        workspace.file('docs/c.md', 'function four');
        assert.deepEqual(await grep({ pattern: 'function\\s+\\w+', path: 'src' }), [
            'src/a.ts:2:function three() {}',
            'src/b.ts:1:function one() {}',
            'src/b.ts:3:function  two() {}'
        ]);
        assert.deepEqual(await grep({ pattern: 'function\\s', literal: true }), ['src/a.ts:1:// function\\s']);
        assert.deepEqual(await grep({ pattern: 'FUNCTION three', ignoreCase: true }), ['src/a.ts:2:function three() {}']);
        assert.deepEqual(await grep({ pattern: 'FUNCTION three' }), []);
        assert.deepEqual(await grep({ pattern: '\\}$', path: 'src/a.ts' }), ['src/a.ts:2:function three() {}']);
        assert.deepEqual(await grep({ pattern: '^$', path: 'src' }), []);
    });

    it('shows the lines around a match, at the edges of the file, too', async () => {
        workspace.file('a.txt', '1\n2\n3\n4\n5');
        workspace.file('big.txt', `${'x\n'.repeat(300_000)}one\nhit\ntwo\n`);
        const tools = await workspace.tools();
        const around = async (pattern: string): Promise<unknown> => {
            const { matches } = await tools.grep({ pattern, contextLines: 2 });
            return matches.map(({ line, contextBefore, contextAfter }) => [contextBefore, line, contextAfter]);
        };
        assert.deepEqual(await around('^[135]$'), [
            [[], 1, ['2', '3']],
            [['1', '2'], 3, ['4', '5']],
            [['3', '4'], 5, []]
        ]);
        assert.deepEqual(await around('^hit$'), [[['x', 'one'], 300_002, ['two']]]);
        const { matches } = await tools.grep({ pattern: 'h.|t.', contextLines: 2, matchedText: true });
        assert.deepEqual(
            matches.map(({ content, matchedText }) => [content, matchedText]),
            [
                ['hit', 'hi'],
                ['two', 'tw']
            ]
        );
    });

    it('takes include and exclude patterns, which lift no other rule', async () => {
        for (const path of ['a.ts', 'lib/b.ts', 'c.js', 'd.log', 'x.ts/e.js', '.env']) {
            workspace.file(path, 'hit');
        }
        workspace.file('.gitignore', '*.log\n');
        assert.deepEqual(await grep({ pattern: 'hit', includePatterns: ['*.ts'] }), ['a.ts:1:hit', 'lib/b.ts:1:hit']);
        assert.deepEqual(await grep({ pattern: 'hit', includePatterns: ['*.{ts,log}', '.env'], excludePatterns: ['lib'] }), ['a.ts:1:hit']);
        assert.deepEqual(await grep({ pattern: 'hit', includePatterns: ['lib/**', '**/*.js'] }), [
            'c.js:1:hit',
            'lib/b.ts:1:hit',
            'x.ts/e.js:1:hit'
        ]);
        assert.deepEqual(await grep({ pattern: 'hit', includePatterns: ['[c-d].*'], includeIgnored: true }), ['c.js:1:hit', 'd.log:1:hit']);
        await refusalOf('invalid-pattern', (await workspace.tools()).grep({ pattern: 'a', excludePatterns: ['{a,b}'.repeat(30)] }));
    });

    it('honours .gitignore with or without a repository, also where the search begins below it', async () => {
        ['src/a.txt', 'src/out/b.txt', 'src/c.log'].forEach(path => workspace.file(path, 'hit'));
        workspace.file('.gitignore', 'out/\n*.log\n');
        const expected = ['src/a.txt:1:hit'];
        assert.deepEqual(await grep({ pattern: 'hit' }), expected);
        assert.deepEqual(await grep({ pattern: 'hit', path: 'src' }), expected);
        workspace.file('.git/HEAD');
        assert.deepEqual(await grep({ pattern: 'hit', path: 'src' }), expected);
        assert.equal((await grep({ pattern: 'hit', includeIgnored: true })).length, 3);
    });

    it('never searches sensitive files, links, or files that are just being written', async () => {
        for (const path of ['.env', 'x/.ENV.local', 'key.pem', '.git/config', 'id_rsa', temporaryName(), 'a.txt']) {
            workspace.file(path, 'outside');
        }
        workspace.link('link', workspace.outside);
        workspace.link('secret-link', join(workspace.outside, 'secret.txt'));
        workspace.link('alias', 'a.txt');
        assert.deepEqual(await grep({ pattern: 'outside', includeIgnored: true }), ['a.txt:1:outside']);
        assert.deepEqual(await grep({ pattern: 'outside', path: 'alias' }), ['a.txt:1:outside']);
        const tools = await workspace.tools();
        await refusalOf('sensitive-file', tools.grep({ pattern: 'x', path: '.env' }));
        await refusalOf('outside-workspace', tools.grep({ pattern: 'x', path: 'link' }));
        await refusalOf('outside-workspace', tools.grep({ pattern: 'x', path: '../outside' }));
        await refusalOf('link-refused', tools.grep({ pattern: 'x', path: 'alias' }, { links: 'refuse' }));
    });

    it('never takes a pattern, a path or a glob for an option of ripgrep', async () => {
        workspace.file('--files', 'x --version\n');
        workspace.file('-e', '--pre=touch x\n');
        assert.deepEqual(await grep({ pattern: '--version' }), ['--files:1:x --version']);
        assert.deepEqual(await grep({ pattern: '--pre=touch x' }), ['-e:1:--pre=touch x']);
        assert.deepEqual(await grep({ pattern: 'x', path: '--files' }), ['--files:1:x --version']);
        workspace.file('a}b', 'brace');
        assert.deepEqual(await grep({ pattern: 'brace', includePatterns: ['a}*'] }), ['a}b:1:brace']);
        assert.deepEqual(await grep({ pattern: 'x', includePatterns: ['-*'], excludePatterns: ['--f*'] }), ['-e:1:--pre=touch x']);
    });

    it('reads no configuration of ripgrep', async () => {
        workspace.file('a.txt', 'HIT');
        const before = process.env.RIPGREP_CONFIG_PATH;
        process.env.RIPGREP_CONFIG_PATH = workspace.file('config', '--ignore-case\n');
        try {
            assert.deepEqual(await grep({ pattern: 'hit' }), []);
        } finally {
            if (before === undefined) {
                delete process.env.RIPGREP_CONFIG_PATH;
            } else {
                process.env.RIPGREP_CONFIG_PATH = before;
            }
        }
    });

    it('finds text in every encoding that can be read, in what is not quite text, and not in binary files', async () => {
        workspace.file('mark.txt', '\ufeffhit one\nhit two\n');
        workspace.file('wide.txt', Buffer.from('\ufeffline\nhit wide\nline', 'utf16le'));
        workspace.file('latin.txt', Buffer.from('line\nhit caf\xe9\n', 'latin1'));
        workspace.file('image.png', Buffer.from('hit\n\0\0hit\n'));
        workspace.file('late.bin', `hit early\n${'x\n'.repeat(100_000)}\0hit\n`);
        assert.deepEqual(await grep({ pattern: 'hit' }), [
            'late.bin:1:hit early',
            'latin.txt:2:hit caf\ufffd',
            'mark.txt:1:hit one',
            'mark.txt:2:hit two',
            'wide.txt:2:hit wide'
        ]);
    });

    it('finds names with line breaks and other unusual characters', async () => {
        const names = ['line\nbreak/a.txt', '~tilde', 'colon:1:2:colon', 'ünïcode', 'x: binary file matches'];
        names.forEach(name => workspace.file(name, 'hit'));
        assert.deepEqual((await grep({ pattern: 'hit' })).toSorted(), names.map(name => `${name}:1:hit`).toSorted());
    });

    it('finds matches far inside very long lines and shows their beginning', async () => {
        workspace.file('long.txt', `short\n${'x'.repeat(200_000)}hit\n${'y'.repeat(2000)}\nhit\n`);
        const { matches } = await (await workspace.tools()).grep({ pattern: 'hit', contextLines: 1 });
        assert.deepEqual(
            matches.map(({ line, content }) => [line, content.length]),
            [
                [2, 1001],
                [4, 3]
            ]
        );
        assert.deepEqual(matches[0].contextBefore, ['short']);
    });

    it('finds matches in lines of every length around those up to which they are shown and reported', async () => {
        const lengths = [1000, 64 * 1024].flatMap(length => [-2, -1, 0, 1, 2, 3, 4].map(more => length + more));
        for (const [name, lineEnd] of Object.entries({ unix: '\n', dos: '\r\n' })) {
            workspace.file(name, lengths.map(length => 'x'.repeat(length - 3) + 'hit' + lineEnd).join(''));
        }
        assert.equal((await grep({ pattern: 'hit$' })).length, 2 * lengths.length);
    });

    it('stops at the limit and says so', async () => {
        for (let index = 0; index < 20; index++) {
            workspace.file(`file-${index}.txt`, 'hit\n'.repeat(1000));
        }
        const tools = await workspace.tools(new Policy({ limits: { grepMatches: 50 } }));
        const { matches, total, truncated, totalIsLowerBound } = await tools.grep({ pattern: 'hit', limit: 1000 });
        assert.deepEqual([matches.length, total, truncated, totalIsLowerBound], [50, 51, true, true]);
        assert.equal((await tools.grep({ pattern: 'hit', limit: 7 })).matches.length, 7);
        assert.deepEqual(await tools.grep({ pattern: 'none' }), { matches: [], total: 0, truncated: false });
    });

    it('counts what lies behind the limit when asked to, and returns the first by path and line', async () => {
        for (let index = 0; index < 30; index++) {
            workspace.file(`file-${String(index).padStart(2, '0')}.txt`, 'hit\n'.repeat(200));
        }
        workspace.file('long.txt', `${'x'.repeat(5000)}hit\n`);
        workspace.link('out', workspace.outside);
        const { matches, ...counted } = await (await workspace.tools()).grep({ pattern: 'hit', limit: 201, countAll: true });
        assert.deepEqual(counted, { total: 6001, truncated: true });
        assert.deepEqual(
            matches.map(({ path, line }) => `${path}:${line}`),
            [...Array.from({ length: 200 }, (_, index) => `file-00.txt:${index + 1}`), 'file-01.txt:1']
        );
        const all = await (await workspace.tools()).grep({ pattern: 'hit', path: 'file-03.txt', countAll: true });
        assert.deepEqual([all.matches.length, all.total, all.truncated], [200, 200, false]);
    });

    it('tells which part of a line matches, the first where there are several', async () => {
        workspace.file('a.txt', Buffer.from('caf\xe9 Hit1: hit2\r\nnone\r\n', 'latin1'));
        workspace.file('b.txt', `${'x'.repeat(3000)}hit3${'y'.repeat(3000)}`);
        const tools = await workspace.tools();
        const parts = async (request: Omit<GrepRequest, 'matchedText'>): Promise<unknown> =>
            (await tools.grep({ ...request, matchedText: true })).matches.map(match => match.matchedText);
        assert.deepEqual(await parts({ pattern: 'hit\\d', ignoreCase: true }), ['Hit1', 'hit3']);
        assert.deepEqual(await parts({ pattern: '1: h', literal: true }), ['1: h']);
        assert.deepEqual(await parts({ pattern: '^z*', path: 'a.txt' }), ['', '']);
        assert.deepEqual(await parts({ pattern: 'x+' }), [`${'x'.repeat(1000)}…`]);
    });

    it('searches several places, each file once, and only their own files when asked to', async () => {
        ['a.txt', 'src/b.txt', 'src/deep/c.txt', 'lib/d.txt'].forEach(path => workspace.file(path, 'hit'));
        const found = async (request: Partial<GrepRequest>): Promise<string[]> =>
            (await (await workspace.tools()).grep({ pattern: 'hit', ...request })).matches.map(({ path }) => path);
        assert.deepEqual(await found({ paths: ['src', 'lib', 'src/deep', 'src/deep/c.txt', './src'] }), [
            'lib/d.txt',
            'src/b.txt',
            'src/deep/c.txt'
        ]);
        assert.deepEqual(await found({ paths: ['.', 'a.txt', 'src/deep/c.txt'], recursive: false }), ['a.txt', 'src/deep/c.txt']);
        assert.deepEqual(await found({ path: 'src', recursive: false }), ['src/b.txt']);
        assert.deepEqual(await found({ path: 'lib', paths: ['a.txt'] }), ['a.txt', 'lib/d.txt']);
        assert.equal((await found({ paths: [] })).length, 4);
        const { details } = await refusalOf('not-found', (await workspace.tools()).grep({ pattern: 'x', paths: ['lib', 'src/b.tx'] }));
        assert.deepEqual([details.path, details.suggestions], ['src/b.tx', ['src/b.txt']]);
        await refusalOf('outside-workspace', (await workspace.tools()).grep({ pattern: 'x', paths: ['lib', '../outside'] }));
    });

    it('says what is wrong with a pattern', async () => {
        workspace.file('a.txt', 'a');
        const tools = await workspace.tools();
        assert.match((await refusalOf('invalid-pattern', tools.grep({ pattern: '(' }))).message, /unclosed group/);
        assert.match((await refusalOf('invalid-pattern', tools.grep({ pattern: '(?<=a)b' }))).message, /look-around/);
        await refusalOf('invalid-pattern', tools.grep({ pattern: '(a{1000}){1000}{1000}' }));
        await refusalOf('invalid-pattern', tools.grep({ pattern: 'a\nb' }));
        await refusalOf('invalid-pattern', tools.grep({ pattern: 'a\0' }));
        await refusalOf('invalid-argument', tools.grep({ pattern: '' }));
        await refusalOf('not-found', tools.grep({ pattern: 'a', path: 'missing' }));
    });

    it('ends when it is cancelled or its time is up', async () => {
        workspace.file('a.txt', 'hit');
        const tools = await workspace.tools();
        await refusalOf('cancelled', tools.grep({ pattern: 'hit' }, { signal: AbortSignal.abort() }));
        const controller = new AbortController();
        const searching = refusalOf('cancelled', tools.grep({ pattern: 'hit' }, { signal: controller.signal }));
        controller.abort();
        await searching;
        assert.equal((await tools.grep({ pattern: 'hit' }, { timeoutMs: 0 })).totalIsLowerBound, true);
        const hasty = await workspace.tools(new Policy({ limits: { grepTimeoutMs: 0 } }));
        assert.equal((await hasty.grep({ pattern: 'hit' })).truncated, true);
    });

    it('lets others run and takes little memory, whatever the pattern and the files are', async () => {
        workspace.file('line.txt', 'a'.repeat(50_000_000));
        workspace.file('hits.txt', 'a\n'.repeat(500_000));
        truncateSync(workspace.file('sparse.bin'), 10 * 1024 ** 3);
        mkdirSync(workspace.path('deep'));
        workspace.link('deep/loop', '..');
        let growth = Infinity;
        const share = await longestWait(async () => {
            const tools = await workspace.tools();
            const before = process.memoryUsage.rss();
            await tools.grep({ pattern: '(a+)+$' });
            await tools.grep({ pattern: 'a', contextLines: 20 });
            await tools.grep({ pattern: '(a|a)*b' });
            growth = process.memoryUsage.rss() - before;
        });
        assert.ok(share < 0.5, `others waited for ${Math.round(share * 100)} % of its time`);
        assert.ok(growth < 64 * 1024 * 1024, `it grew by ${growth} bytes`);
    });

    it('leaves out very large files where they would take too much memory', async () => {
        workspace.file('small.txt', 'hit\n');
        // It takes long enough to be seen at it, on a busy machine too.
        workspace.file('large.txt', `${'hit\n'.repeat(2)}${'another line\n'.repeat(4_000_000)}`);
        const limited = await workspace.tools(new Policy({ limits: { scanBytes: 4 } }));
        const found = async (request: Partial<GrepRequest>): Promise<string[]> =>
            (await limited.grep({ pattern: 'hit', ...request })).matches.map(({ path }) => path);
        // No process is so small.
        assert.deepEqual(await found({}), ['small.txt']);
        assert.deepEqual(await found({ countAll: true }), ['small.txt']);
        assert.deepEqual(await grep({ pattern: 'hit' }), ['large.txt:1:hit', 'large.txt:2:hit', 'small.txt:1:hit']);
    });

    it('tells nothing of a file outside that a link leads to', async () => {
        writeFileSync(join(workspace.outside, 'a.txt'), 'hit');
        workspace.link('slot', workspace.outside);
        assert.deepEqual(await grep({ pattern: 'hit' }), []);
    });
});

import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync } from 'node:fs';
import { Policy } from '../policy';
import { longestWait } from '../test/longest-wait';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { GlobRequest } from './glob-request';
import { ListRequest } from './list-request';

const REMOVE = 'rm';

describe('WorkspaceTools.glob', () => {
    const workspace = useWorkspace();
    const find = async (request: GlobRequest): Promise<string[]> =>
        (await (await workspace.tools()).glob(request)).matches.map(({ path }) => path);

    it('finds files by a pattern from the directory that is searched', async () => {
        ['src/a.ts', 'src/deep/b.ts', 'src/c.js', 'other/d.ts'].forEach(path => workspace.file(path));
        assert.deepEqual(await find({ pattern: '**/*.ts', path: 'src' }), ['src/a.ts', 'src/deep/b.ts']);
        assert.deepEqual(await find({ pattern: '*.ts', path: 'src' }), ['src/a.ts']);
        assert.deepEqual(await find({ pattern: '*.ts', path: 'src', anyDepth: true }), ['src/a.ts', 'src/deep/b.ts']);
        assert.deepEqual(await find({ pattern: '*.py' }), []);
        assert.deepEqual(await find({ pattern: '**/deep', directories: true }), ['src/deep']);
    });

    it('finds only directories by a pattern that ends with a slash', async () => {
        ['src/deep/a.ts', 'b.ts'].forEach(path => workspace.file(path));
        assert.deepEqual(await find({ pattern: '*/', directories: true }), ['src']);
        assert.deepEqual(await find({ pattern: '**/', directories: true }), ['src', 'src/deep']);
        assert.deepEqual(await find({ pattern: '*/' }), []);
    });

    it('sorts by the latest change if wanted', async () => {
        ['old.ts', 'new.ts', 'middle.ts'].forEach((name, index) => utimesSync(workspace.file(name), 1, [10, 30, 20][index]));
        assert.deepEqual(await find({ pattern: '*.ts', sortBy: 'modified' }), ['new.ts', 'middle.ts', 'old.ts']);
    });

    it('never finds sensitive files, links or what was excluded or ignored', async () => {
        ['.env', '.git/config', 'a.txt', 'lib/b.txt', 'ignored.txt'].forEach(path => workspace.file(path));
        workspace.file('.gitignore', 'ignored.txt\n');
        workspace.link('loop', '.');
        workspace.link('out', workspace.outside);
        assert.deepEqual(await find({ pattern: '**' }), ['.gitignore', 'a.txt', 'ignored.txt', 'lib/b.txt']);
        assert.deepEqual(await find({ pattern: '**', includeIgnored: false, excludePatterns: ['**/lib/**'] }), ['.gitignore', 'a.txt']);
    });

    it('stops at the limits and says so; refuses hostile patterns at once', async () => {
        ['a', 'b', 'c'].forEach(name => workspace.file(name));
        const tools = await workspace.tools(new Policy({ limits: { listEntries: 2 } }));
        const { matches, total, truncated } = await tools.glob({ pattern: '*' });
        assert.deepEqual([matches.length, total, truncated], [2, 3, true]);
        await refusalOf('invalid-pattern', tools.glob({ pattern: '{a,b}'.repeat(30) }));
        assert.equal((await tools.glob({ pattern: `${'**/'.repeat(50)}x` })).total, 0);
        await refusalOf('not-a-directory', tools.glob({ pattern: '*', path: 'a' }));
        await refusalOf('cancelled', tools.glob({ pattern: '*' }, { signal: AbortSignal.abort() }));
    });
});

describe('A glob that is expensive to match', () => {
    const workspace = useWorkspace();

    it('lets others run between the files of one directory', async () => {
        for (let index = 0; index < 240; index++) {
            workspace.file(`${'a'.repeat(250)}${index}`);
        }
        const pattern = `{${Array.from({ length: 8 }, () => `${'*?'.repeat(13)}b`).join(',')}}`;
        const excludePatterns = Array.from({ length: 15 }, () => pattern);
        const share = await longestWait(async () => (await workspace.tools()).glob({ pattern, excludePatterns }));
        assert.ok(share < 0.5, `others waited for ${Math.round(share * 100)} % of its time`);
    });

    it('is refused when it comes with so many others that one file would take long', async () => {
        workspace.file('a'.repeat(255));
        const tools = await workspace.tools();
        const pattern = `*?${'a'.repeat(27)}{${Array.from({ length: 31 }, () => 'b').join(',')}}`;
        const many = Array.from({ length: 100 }, () => pattern);
        const { message, details } = await refusalOf('too-large', tools.list({ excludePatterns: many }));
        assert.deepEqual([details.limit, /fewer or shorter/.test(message)], [4096, true]);
        await refusalOf('too-large', tools.glob({ pattern: '*', excludePatterns: many }));
        const half = { includePatterns: many.slice(0, 3), excludePatterns: many.slice(0, 3) };
        await refusalOf('too-large', tools.grep({ pattern: 'x', ...half }));
        assert.equal((await tools.list({ excludePatterns: many.slice(0, 4) })).total, 1);
        assert.equal(
            (await tools.list({ excludePatterns: Array.from({ length: 100 }, (_, index) => `**/generated/part-${index}/**`) })).total,
            1
        );
    });
});

describe('A recursive listing', () => {
    const workspace = useWorkspace();
    const list = async (request: ListRequest): Promise<string[]> =>
        (await (await workspace.tools()).list({ recursive: true, metadata: false, ...request })).entries.map(({ path }) => path);

    it('goes as deep as wanted and leaves out what is excluded, ignored or sensitive', async () => {
        ['src/a.ts', 'src/deep/er/b.ts', 'node_modules/x/index.js', '.git/config'].forEach(path => workspace.file(path));
        mkdirSync(workspace.path('empty'));
        workspace.link('src/loop', '..');
        const all = ['.git', 'empty', 'node_modules', 'node_modules/x', 'node_modules/x/index.js', 'src', 'src/a.ts'];
        assert.deepEqual(await list({}), [...all, 'src/deep', 'src/deep/er', 'src/deep/er/b.ts', 'src/loop']);
        assert.deepEqual(await list({ depth: 1 }), ['.git', 'empty', 'node_modules', 'src']);
        assert.deepEqual(await list({ path: 'src', depth: 2 }), ['src/a.ts', 'src/deep', 'src/deep/er', 'src/loop']);
        assert.deepEqual(await list({ depth: 2, excludePatterns: ['**/node_modules/**'] }), [
            '.git',
            'empty',
            'src',
            'src/a.ts',
            'src/deep',
            'src/loop'
        ]);
        workspace.file('.gitignore', 'node_modules\n');
        assert.deepEqual(await list({ includeIgnored: false, depth: 2 }), ['.gitignore', 'src', 'src/a.ts', 'src/deep']);
    });

    it('leaves out what lies deeper than a path can tell', async () => {
        workspace.file('src/a.ts');
        const start = process.cwd();
        try {
            // Step by step, since no path leads so deep.
            process.chdir(workspace.root);
            for (let depth = 0; depth < 20; depth++) {
                mkdirSync('d'.repeat(250));
                process.chdir('d'.repeat(250));
            }
        } finally {
            process.chdir(start);
        }
        try {
            assert.ok((await list({})).includes('src/a.ts'));
            assert.equal((await (await workspace.tools()).glob({ pattern: '**/*.ts' })).total, 1);
        } finally {
            // Node's own removal goes by paths, too.
            execFileSync(REMOVE, ['-rf', workspace.path('d'.repeat(250))]);
        }
    });
});

import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Policy } from './policy';
import { refusalOf, useWorkspace } from './test/test-workspace';
import { ChangeOptions } from './operation';
import { WorkspaceError } from './workspace-error';
import { WorkspaceTools } from './workspace-tools';

describe('WorkspaceTools.locate', () => {
    const workspace = useWorkspace();

    it('answers with the real path below the root as it was opened', async () => {
        workspace.file('real/a.txt');
        workspace.link('alias', 'real');
        const link = join(workspace.outside, 'root');
        symlinkSync(workspace.root, link);
        const tools = await WorkspaceTools.open(link, new Policy());
        const expected = { relativePath: 'real/a.txt', absolutePath: join(link, 'real/a.txt'), kind: 'file', exists: true };
        assert.deepEqual(await tools.locate('alias/a.txt', 'read-file'), expected);
        assert.deepEqual(await tools.locate(workspace.path('real/a.txt'), 'read-file'), expected);
        assert.equal((await tools.locate('alias', 'directory')).relativePath, 'real');
    });

    it('holds a path to what the caller intends', async () => {
        workspace.file('a/b.txt');
        const tools = await workspace.tools();
        await refusalOf('not-a-file', tools.locate('a', 'read-file'));
        await refusalOf('not-a-file', tools.locate('a', 'write-file'));
        await refusalOf('not-a-directory', tools.locate('a/b.txt', 'directory'));
        await refusalOf('sensitive-file', tools.locate('.env', 'read-file'));
        await refusalOf('protected-path', tools.locate('node_modules/a.js', 'write-file'));
    });

    it('lets a file be written that does not exist, and makes nothing', async () => {
        const tools = await workspace.tools();
        const { relativePath, exists } = await tools.locate('new/deep/a.txt', 'write-file');
        assert.deepEqual([relativePath, exists], ['new/deep/a.txt', false]);
        assert.ok(!existsSync(workspace.path('new')));
    });

    it('asks for consent as a write does', async () => {
        const tools = await workspace.tools();
        const { details } = await refusalOf('protected-path', tools.locate('AGENTS.md', 'write-file'));
        assert.equal(details.decision, 'ask');
        assert.equal((await tools.locate('AGENTS.md', 'write-file', { confirmed: true })).exists, false);
    });
});

describe('A path that does not exist', () => {
    const workspace = useWorkspace();
    const suggestions = async (path: string): Promise<readonly string[] | undefined> =>
        (await refusalOf('not-found', (await workspace.tools()).locate(path, 'read-file'))).details.suggestions;

    it('is answered with similar names beside it', async () => {
        ['src/path-guard.ts', 'src/path-guide.ts', 'src/unrelated.ts'].forEach(path => workspace.file(path));
        assert.deepEqual(await suggestions('src/path-gaurd.ts'), ['src/path-guard.ts', 'src/path-guide.ts']);
        assert.deepEqual(await suggestions('SRC/Path-Guard.ts'), ['src/path-guard.ts']);
    });

    it('is answered with the same name elsewhere, which the message repeats', async () => {
        workspace.file('packages/core/src/index.ts');
        const { message } = await refusalOf('not-found', (await workspace.tools()).read({ path: 'src/index.ts' }));
        assert.match(message, /"src\/index\.ts" does not exist\. Did you mean "packages\/core\/src\/index\.ts"\?/);
    });

    it('is never answered with sensitive names or names outside', async () => {
        ['.env', 'id_rsa', '.git/config'].forEach(path => workspace.file(path));
        workspace.link('link', workspace.outside);
        assert.equal(await suggestions('.enw'), undefined);
        assert.equal(await suggestions('id_rsb'), undefined);
        assert.equal(await suggestions('config'), undefined);
        assert.equal(await suggestions('secret.txt'), undefined);
    });

    it('is answered without suggestions when nothing is near', async () => {
        workspace.file('a.txt');
        assert.equal(await suggestions('completely/different.md'), undefined);
    });
});

describe('A forbidden path', () => {
    const workspace = useWorkspace();
    const STATE = '.local/State [1]/openspace';
    const TOKEN = `${STATE}/hub-3100.token`;
    const open = (...forbiddenPaths: string[]): Promise<WorkspaceTools> => workspace.tools(new Policy({ forbiddenPaths }));

    it('is neither read, listed, found nor written, whoever agrees and by whatever name', async () => {
        workspace.file(TOKEN, 'secret');
        workspace.file('notes/hub-3100.token.md');
        workspace.link('alias', STATE);
        workspace.link('notes/token', `../${TOKEN}`);
        const tools = await open(workspace.path(STATE));
        for (const path of [TOKEN, TOKEN.toLowerCase(), workspace.path(TOKEN), 'alias/hub-3100.token', 'notes/token']) {
            await refusalOf('sensitive-file', tools.read({ path }));
            await refusalOf('sensitive-file', tools.locate(path, 'read-file'));
            const { details } = await refusalOf('protected-path', tools.write({ path, content: '' }, { confirmed: true }));
            assert.equal(details.decision, 'deny');
        }
        for (const path of [STATE, 'alias', `${STATE}/missing`]) {
            await refusalOf('sensitive-file', tools.list({ path }));
        }
        for (const path of [`${STATE}/new/file`, 'alias/new', STATE]) {
            await refusalOf('protected-path', tools.write({ path, content: '' }, { confirmed: true }));
        }
        assert.deepEqual((await tools.search({ query: 'token' }, { includeIgnored: true })).files, ['notes/hub-3100.token.md']);
        assert.equal(readFileSync(workspace.path(TOKEN), 'utf8'), 'secret');
    });

    it('is forbidden before it exists, and where a link leads that names it', async () => {
        workspace.file('data/file.txt');
        workspace.link('state', 'data');
        const tools = await open(workspace.path('state/openspace'));
        await refusalOf('protected-path', tools.write({ path: 'data/openspace/ide.token', content: '' }, { confirmed: true }));
        await refusalOf('protected-path', tools.write({ path: 'state/openspace/ide.token', content: '' }, { confirmed: true }));
        assert.equal((await tools.read({ path: 'state/file.txt' })).path, 'data/file.txt');
    });

    it('closes a workspace that lies inside it', async () => {
        workspace.file('a.txt');
        for (const surrounding of [workspace.root, dirname(workspace.root)]) {
            const tools = await open(surrounding);
            await refusalOf('sensitive-file', tools.read({ path: 'a.txt' }));
            await refusalOf('sensitive-file', tools.list());
            await refusalOf('protected-path', tools.write({ path: 'new.txt', content: '' }, { confirmed: true }));
            assert.deepEqual((await tools.search({ query: '' })).files, []);
        }
    });

    it('says nothing about its neighbours', async () => {
        workspace.file(`${STATE}-old/a.txt`, 'old');
        const tools = await open(workspace.path(STATE), workspace.outside);
        assert.equal((await tools.read({ path: `${STATE}-old/a.txt` })).content, 'old');
    });
});

describe('Whatever path an operation is given', () => {
    const workspace = useWorkspace();

    it('it ends well or in an error of the kernel, never in one of the system', async () => {
        workspace.file('file.txt', 'text');
        workspace.file('directory/file.txt', 'text');
        workspace.link('loop', 'loop');
        workspace.link('directory/dangling', 'nowhere');
        workspace.link('long-link', 'y'.repeat(300));
        workspace.fifo('fifo');
        const tools = await workspace.tools();
        const long = 'x'.repeat(300);
        const paths = [
            ...[
                '',
                '.',
                '/',
                '..',
                ' ',
                '\ud800',
                'a\0b',
                '~',
                'file.txt/',
                'file.txt/below',
                'loop',
                'loop/x',
                'fifo',
                'fifo/x',
                'long-link'
            ],
            ...[
                'long-link/x',
                'directory',
                'directory/dangling',
                'directory/dangling/x',
                long,
                `${long}/x`,
                `x/${long}`,
                `directory/${long}/x`
            ],
            ...['x/'.repeat(2047), `${'d'.repeat(200)}/`.repeat(20), 'ä'.repeat(200), 'x'.repeat(5000)]
        ];
        const operations: ((path: string, options: ChangeOptions) => Promise<unknown>)[] = [
            (path, options) => tools.locate(path, 'read-file', options),
            (path, options) => tools.locate(path, 'write-file', options),
            (path, options) => tools.read({ path }, options),
            (path, options) => tools.list({ path, recursive: true }, options),
            (path, options) => tools.glob({ path, pattern: '**' }, options),
            (path, options) => tools.grep({ path, pattern: 'text' }, options),
            (path, options) => tools.stat({ path }, options),
            (path, options) => tools.makeDirectory({ path }, options),
            (path, options) => tools.write({ path, content: 'new', makeParents: false }, options),
            (path, options) => tools.write({ path, content: 'new', mode: 'append' }, options),
            (path, options) => tools.edit({ path, oldText: 'a', newText: 'b' }, options),
            (path, options) => tools.modify({ path, operations: [{ type: 'delete', startLine: 9, endLine: 9 }] }, options),
            (path, options) => tools.patch({ patch: `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`, dryRun: true }, options)
        ];
        for (const path of paths) {
            for (const [index, operate] of operations.entries()) {
                for (const options of [{}, { links: 'refuse', parentSegments: 'resolve' }] as const) {
                    await operate(path, options).catch((error: unknown) => {
                        const what = `operation ${index} on ${path.slice(0, 50)}: ${String(error)}`;
                        assert.ok(error instanceof WorkspaceError, what);
                        assert.notEqual(error.code, 'failed', what);
                        assert.ok(!error.message.includes(workspace.root), what);
                    });
                }
            }
        }
    }).timeout(120_000);
});

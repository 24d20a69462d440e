import { strict as assert } from 'node:assert';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { Policy } from '../policy';
import { temporaryName } from '../write/temporary-file';
import { refusalOf, useWorkspace } from '../test/test-workspace';

describe('WorkspaceTools.list', () => {
    const workspace = useWorkspace();

    it('describes each entry, directories first, then by name', async () => {
        const file = workspace.file('src/b.txt', 'abc');
        workspace.file('src/a.txt');
        mkdirSync(workspace.path('src/z'));
        workspace.link('src/link', workspace.outside);
        const { path, entries, total, truncated } = await (await workspace.tools()).list({ path: 'src' });
        assert.deepEqual([path, total, truncated], ['src', 4, false]);
        assert.deepEqual(
            entries.map(({ name, type }) => [name, type]),
            [
                ['z', 'directory'],
                ['a.txt', 'file'],
                ['b.txt', 'file'],
                ['link', 'link']
            ]
        );
        assert.deepEqual(entries[2], { name: 'b.txt', path: 'src/b.txt', type: 'file', size: 3, modifiedMs: statSync(file).mtimeMs });
    });

    it('lists the root unless told otherwise, and hides files that are just being written', async () => {
        workspace.file('a.txt');
        workspace.file(temporaryName());
        const { path, entries } = await (await workspace.tools()).list();
        assert.deepEqual([path, entries.map(({ name }) => name)], ['', ['a.txt']]);
    });

    it('names what cannot be found by its name, with metadata or without', async () => {
        workspace.file('a.txt');
        // Latin-1, which no text in UTF-8 can name.
        writeFileSync(Buffer.concat([Buffer.from(workspace.path('caf')), Buffer.from([0xe9])]), 'coffee');
        const tools = await workspace.tools();
        const without = await tools.list({ metadata: false });
        assert.deepEqual([without.entries.map(({ name }) => name), without.total], [['a.txt', 'caf\ufffd'], 2]);
        const { entries, total } = await tools.list();
        assert.deepEqual(
            [entries.map(({ name, size }) => [name, size]), total],
            [
                [
                    ['a.txt', 0],
                    ['caf\ufffd', undefined]
                ],
                2
            ]
        );
    });

    it('names sensitive entries without describing them, and does not look into them', async () => {
        workspace.file('.env', 'SECRET=1');
        workspace.file('.git/config');
        const tools = await workspace.tools();
        assert.deepEqual((await tools.list()).entries, [
            { name: '.git', path: '.git', type: 'directory', sensitive: true },
            { name: '.env', path: '.env', type: 'file', sensitive: true }
        ]);
        await refusalOf('sensitive-file', tools.list({ path: '.git' }));
    });

    it('tells of links what they lead to in the workspace, and nothing of what lies elsewhere or is sensitive', async () => {
        const file = statSync(workspace.file('deep/a.txt', 'abc'));
        workspace.file('.env', 'SECRET=1');
        workspace.file('.git/config');
        const links = {
            'to-folder': 'deep',
            'to-file': 'deep/a.txt',
            'to-root': '.',
            loop: 'links/loop',
            dangling: 'nowhere',
            out: workspace.outside,
            secret: '.env',
            'secret-folder': '.git'
        };
        mkdirSync(workspace.path('links'));
        Object.entries(links).forEach(([name, target]) =>
            workspace.link(`links/${name}`, target.startsWith('/') ? target : `../${target}`)
        );
        workspace.link('links/chain', 'to-folder');
        const tools = await workspace.tools();
        const { entries, total } = await tools.list({ path: 'links' });
        assert.deepEqual(
            entries.map(({ name, type }) => [name, type]),
            [
                ...['chain', 'to-folder', 'to-root'].map(name => [name, 'directory']),
                ...['dangling', 'loop', 'out', 'secret', 'secret-folder'].map(name => [name, 'link']),
                ['to-file', 'file']
            ]
        );
        assert.equal(total, 9);
        const described = (wanted: string) => entries.find(({ name }) => name === wanted);
        assert.deepEqual(described('to-file'), { name: 'to-file', path: 'links/to-file', type: 'file', size: 3, modifiedMs: file.mtimeMs });
        assert.equal(described('to-folder')?.modifiedMs, statSync(workspace.path('deep')).mtimeMs);
        assert.equal(described('secret')?.size, '../.env'.length);
        const below = await tools.list({ recursive: true, metadata: false });
        assert.deepEqual(
            below.entries.filter(({ path }) => path.startsWith('links/to-')),
            [
                { name: 'to-file', path: 'links/to-file', type: 'file' },
                { name: 'to-folder', path: 'links/to-folder', type: 'directory' },
                { name: 'to-root', path: 'links/to-root', type: 'directory' }
            ]
        );
        assert.ok(!below.entries.some(({ path }) => /^links\/.*\//.test(path)), 'a link was walked');
    });

    it('lists everything below by path, names that begin alike included', async () => {
        const files = ['a', 'a-b/c', 'a.b/c', 'a0/c', 'b/c/d', 'b/c-d', 'b-c'];
        files.forEach(path => workspace.file(path));
        const { entries } = await (await workspace.tools()).list({ recursive: true, metadata: false });
        const paths = entries.map(({ path }) => path);
        assert.deepEqual(paths, [...files, 'a-b', 'a.b', 'a0', 'b', 'b/c'].sort());
    });

    it('stops at the limit and says so', async () => {
        ['c', 'a', 'b'].forEach(name => workspace.file(name));
        const { entries, total, truncated } = await (await workspace.tools(new Policy({ limits: { listEntries: 2 } }))).list();
        assert.deepEqual([entries.map(({ name }) => name), total, truncated], [['a', 'b'], 3, true]);
        const hasty = await workspace.tools(new Policy({ limits: { walkEntries: 0, walkTimeoutMs: 0 } }));
        assert.equal((await hasty.list({ recursive: true })).totalIsLowerBound, true);
    });

    it('goes on behind any entry, as far as entries are put in order', async () => {
        mkdirSync(workspace.path('sub'));
        for (let index = 10; index < 35; index++) {
            workspace.file(`${index}`);
        }
        const tools = await workspace.tools(new Policy({ limits: { listEntries: 10 } }));
        const page = async (offset: number, limit?: number): Promise<unknown[]> => {
            const { entries, total, truncated } = await tools.list({ offset, ...(limit !== undefined && { limit }) });
            return [entries.map(({ name }) => name).join(' '), total, truncated];
        };
        assert.deepEqual(await page(0, 2), ['sub 10', 26, true]);
        assert.deepEqual(await page(15), ['24 25 26 27 28 29 30 31 32 33', 26, true]);
        assert.deepEqual(await page(25), ['34', 26, false]);
        assert.deepEqual(await page(26), ['', 26, false]);
        assert.deepEqual(await page(1e15), ['', 26, false]);
    });

    it('refuses files, missing directories and links to outside', async () => {
        workspace.file('a.txt');
        workspace.link('link', workspace.outside);
        const tools = await workspace.tools();
        await refusalOf('not-a-directory', tools.list({ path: 'a.txt' }));
        await refusalOf('not-found', tools.list({ path: 'missing' }));
        await refusalOf('outside-workspace', tools.list({ path: 'link' }));
    });
});

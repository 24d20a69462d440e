import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { Policy } from '../policy';
import type { SearchOptions, SearchRequest } from './search-request';
import { temporaryName } from '../write/temporary-file';
import { refusalOf, useWorkspace } from '../test/test-workspace';

describe('WorkspaceTools.search', () => {
    const workspace = useWorkspace();
    const files = (...paths: string[]): void => paths.forEach(path => workspace.file(path));
    const search = async (request: SearchRequest, options?: SearchOptions): Promise<readonly string[]> =>
        (await (await workspace.tools()).search(request, options)).files;

    it('finds files by name at any depth, the best match first', async () => {
        files('a/b/pane.ts', 'pane/x.ts', 'src/open-pane.ts', 'pane-service.ts', 'src/companend.ts', 'other.ts');
        assert.deepEqual(await search({ query: 'pane' }), [
            'a/b/pane.ts',
            'pane-service.ts',
            'src/open-pane.ts',
            'src/companend.ts',
            'pane/x.ts'
        ]);
    });

    it('takes include and exclude patterns', async () => {
        files('src/a.ts', 'src/a.js', 'src/lib/a.ts', 'docs/a.ts');
        assert.deepEqual(await search({ query: 'a', includePattern: '*.ts' }), ['src/a.ts', 'docs/a.ts', 'src/lib/a.ts']);
        assert.deepEqual(await search({ query: 'a', includePattern: 'src/**/*.{ts,js}', excludePattern: 'lib' }), ['src/a.js', 'src/a.ts']);
    });

    it('honours .gitignore with or without a repository, also when a pattern includes what it names', async () => {
        files('a.log', 'kept.log', 'dist/b.log', 'c.txt', '.github/d.log');
        workspace.file('.gitignore', '*.log\n!kept.log\n!.github/*.log\ndist/\n');
        const expected = ['kept.log', '.github/d.log'];
        assert.deepEqual(await search({ query: 'log' }), expected);
        assert.deepEqual(await search({ query: '', includePattern: '**/*.log' }), expected);
        workspace.file('.git/HEAD');
        assert.deepEqual(await search({ query: 'log' }), expected);
        assert.equal((await search({ query: 'log' }, { includeIgnored: true })).length, 4);
    });

    it('does not let a .gitignore above a workspace without a repository hide its files', async () => {
        files('a.txt');
        writeFileSync(workspace.path('..', '.gitignore'), '*');
        assert.deepEqual(await search({ query: 'a' }), ['a.txt']);
    });

    it('never returns sensitive files, links, files from outside or files that are just being written', async () => {
        files('.env', 'x/.env.local', 'key.pem', '.git/env', temporaryName(), 'environment.ts');
        workspace.link('linked-env', workspace.outside);
        workspace.link('env-file', 'environment.ts');
        assert.deepEqual(await search({ query: '' }), ['environment.ts']);
        assert.deepEqual(await search({ query: '' }, { includeIgnored: true }), ['environment.ts']);
    });

    it('returns the best within the limit and says that there are more', async () => {
        files(...Array.from({ length: 300 }, (_, index) => `many/file-${index}.ts`), 'file.ts');
        const tools = await workspace.tools(new Policy({ limits: { searchResults: 5 } }));
        const result = await tools.search({ query: 'file', limit: 100 });
        assert.deepEqual([result.files.length, result.files[0], result.truncated], [5, 'file.ts', true]);
        assert.deepEqual(await tools.search({ query: 'file-299' }), { files: ['many/file-299.ts'], truncated: false });
    });

    it('never takes a query or a pattern for an option of ripgrep', async () => {
        files('--version', '-e', 'a.txt');
        assert.deepEqual(await search({ query: '--version' }), ['--version']);
        assert.deepEqual(await search({ query: '', includePattern: '-e' }), ['-e']);
        assert.deepEqual(await search({ query: '--pre=touch' }), []);
    });

    it('finds names with line breaks and other unusual characters', async () => {
        files('line\nbreak.txt', '~tilde', 'colon:colon', 'ünïcode');
        assert.deepEqual((await search({ query: '' })).toSorted(), ['colon:colon', 'line\nbreak.txt', 'ünïcode', '~tilde'].toSorted());
    });

    it('refuses patterns that stand for too much, at once', async () => {
        const tools = await workspace.tools();
        const { message } = await refusalOf('invalid-pattern', tools.search({ query: '', includePattern: '{a,b}'.repeat(30) }));
        assert.match(message, /alternatives/);
        await refusalOf('invalid-pattern', tools.search({ query: '[*' }));
    });

    it('ends when it is cancelled, before it starts and while it runs', async () => {
        files('a.txt');
        const tools = await workspace.tools();
        await refusalOf('cancelled', tools.search({ query: 'a' }, { signal: AbortSignal.abort() }));
        const controller = new AbortController();
        const searching = refusalOf('cancelled', tools.search({ query: 'a' }, { signal: controller.signal }));
        controller.abort();
        await searching;
    });

    it('says that there may be more when its time is up', async () => {
        files('a.txt');
        const { truncated } = await (await workspace.tools()).search({ query: 'a' }, { timeoutMs: 0 });
        assert.equal(truncated, true);
    });
});

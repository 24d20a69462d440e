import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DirectoryReader } from './list/directory-reader';
import type { SwapLoopData } from './test/swap-loop';
import { useWorkspace } from './test/test-workspace';
import { WorkspaceError } from './workspace-error';
import { WorkspaceTools } from './workspace-tools';

const ROUNDS = process.env.OPENSPACE_SOAK ? 10_000 : 500;
/** Fewer, since each starts a process and `grep` finds files in the same way. */
const SEARCH_ROUNDS = ROUNDS / 5;
/** Some operations start a process or a thread in every round. */
const ROUND_TIMEOUT_MS = 1000;

describe('A directory that is swapped for a link to outside again and again', function () {
    this.timeout(ROUNDS * ROUND_TIMEOUT_MS);
    const workspace = useWorkspace();

    /**
     * Repeats an operation on `slot/…` while `slot` changes places with a link to outside, until both a success and a refusal
     * were seen, so that the race really took place.
     */
    async function race<T>(rounds: number, operation: (tools: WorkspaceTools, round: number) => Promise<T>, check: (result: T) => void) {
        workspace.file('slot/secret.txt', 'inside');
        workspace.link('other', workspace.outside);
        const before = readdirSync(workspace.outside);
        const stop = new Int32Array(new SharedArrayBuffer(4));
        const workerData: SwapLoopData = { directory: workspace.root, name: 'slot', other: 'other', stop };
        const worker = new Worker(require.resolve('./test/swap-loop'), { workerData });
        const ended = once(worker, 'exit');
        try {
            const tools = await workspace.tools();
            const seen = { success: 0, refusal: 0 };
            for (let round = 0; round < rounds || seen.success === 0 || seen.refusal === 0; round++) {
                try {
                    check(await operation(tools, round));
                    seen.success++;
                } catch (error) {
                    if (!(error instanceof WorkspaceError)) {
                        throw error;
                    }
                    seen.refusal++;
                }
            }
        } finally {
            Atomics.store(stop, 0, 1);
            assert.deepEqual(await ended, [0]);
        }
        assert.deepEqual(readdirSync(workspace.outside), before);
        assert.equal(readFileSync(join(workspace.outside, 'secret.txt'), 'utf8'), 'outside');
    }

    it('never lets a read see outside', () =>
        race(
            ROUNDS,
            tools => tools.read({ path: 'slot/secret.txt' }),
            result => assert.equal(result.content, 'inside')
        ));

    it('never lets a write of an existing file reach outside', () =>
        race(
            ROUNDS,
            tools => tools.write({ path: 'slot/secret.txt', content: 'inside' }),
            result => assert.match(result.path, /^[a-z0-9-]+\/secret\.txt$/)
        ));

    it('never lets a write of a new file, or the directories made for it, reach outside', async () => {
        await race(
            ROUNDS,
            (tools, round) => tools.write({ path: `slot/new-${round}/file.txt`, content: 'new' }),
            result => assert.ok(result.created)
        );
        const stray = readdirSync(workspace.root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.tmp'));
        assert.deepEqual(stray, []);
    });

    it('never lets a search find a file outside', async () => {
        writeFileSync(join(workspace.outside, 'only-outside.txt'), '');
        await race(
            SEARCH_ROUNDS,
            async tools => {
                const { files } = await tools.search({ query: '' });
                // While the directory is away a search finds nothing, which counts as the refusal here.
                return files.length > 0 ? files : Promise.reject(new WorkspaceError('not-found', 'nothing found'));
            },
            files =>
                assert.deepEqual(
                    files.filter(file => file.includes('outside')),
                    []
                )
        );
    });

    it('never lets a listing show outside', () =>
        race(
            ROUNDS,
            tools => tools.list({ path: 'slot' }),
            result =>
                assert.deepEqual(
                    result.entries.map(({ name, size }) => [name, size]),
                    [['secret.txt', 'inside'.length]]
                )
        ));

    it('never lets a listing of everything, which remembers directories, show outside', async () => {
        writeFileSync(join(workspace.outside, 'only-outside.txt'), '');
        await race(
            ROUNDS,
            async tools => {
                // So late, that what was found is remembered at once.
                DirectoryReader.of(tools.guard, { now: () => Date.now() + 3_600_000 });
                const { entries } = await tools.list({ recursive: true, metadata: false });
                const below = entries.filter(({ path }) => path.startsWith('slot/'));
                // While the directory is away nothing is listed, which counts as the refusal here.
                return below.length > 0 ? below : Promise.reject(new WorkspaceError('not-found', 'nothing found'));
            },
            entries =>
                assert.deepEqual(
                    entries.map(({ name }) => name),
                    ['secret.txt']
                )
        );
    });

    it('never lets an edit read or change a file outside', () => {
        const texts = ['inside', 'edited'];
        return race(
            ROUNDS,
            async tools => {
                const { content } = await tools.read({ path: 'slot/secret.txt' });
                const oldText = texts.includes(content) ? content : 'outside';
                return tools.edit({ path: 'slot/secret.txt', oldText, newText: oldText === 'inside' ? 'edited' : 'inside' });
            },
            result => assert.equal(result.replacements, 1)
        );
    });

    it('never lets a modification read or change a file outside', () =>
        race(
            ROUNDS,
            tools =>
                tools.modify({
                    path: 'slot/secret.txt',
                    operations: [{ type: 'replace', startLine: 1, endLine: 1, newContent: 'inside' }]
                }),
            result => assert.equal(result.size, 'inside'.length)
        ));

    it('never lets a patch read, change, make or remove a file outside', () => {
        const end = '\n\\ No newline at end of file\n';
        const change = (from: string, to: string): string =>
            `--- a/slot/secret.txt\n+++ b/slot/secret.txt\n@@ -1 +1 @@\n-${from}${end}+${to}${end}`;
        const make = (round: number): string => `--- /dev/null\n+++ b/slot/made-${round}\n@@ -0,0 +1 @@\n+made\n`;
        const remove = `--- a/slot/secret.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-outside${end}`;
        return race(
            ROUNDS,
            (tools, round) =>
                tools.patch({ patch: [change('inside', 'inside'), change('outside', 'changed'), make(round), remove][round % 4] }),
            result => assert.match(result.files[0].path, /^[a-z0-9-]+\/(secret\.txt|made-\d+)$/)
        );
    });

    it('never lets a search for a pattern tell what stands outside', async () => {
        writeFileSync(join(workspace.outside, 'only-outside.txt'), 'outside\ninside\n');
        await race(
            ROUNDS,
            async tools => {
                const { matches } = await tools.grep({ pattern: 'side' });
                return matches.length > 0 ? matches : Promise.reject(new WorkspaceError('not-found', 'nothing found'));
            },
            matches =>
                assert.deepEqual(
                    matches.map(({ path, content }) => [path.split('/').at(-1), content]),
                    [['secret.txt', 'inside']]
                )
        );
    });
});

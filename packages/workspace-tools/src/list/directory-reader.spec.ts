import { strict as assert } from 'node:assert';
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { useWorkspace } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';
import { DirectoryReader } from './directory-reader';

describe('A directory that was listed before', () => {
    const workspace = useWorkspace();
    /** So late, that nothing has changed shortly before. */
    const later = (): number => Date.now() + 3_600_000;

    async function withMemory(mostRemembered?: number): Promise<WorkspaceTools> {
        const tools = await workspace.tools();
        DirectoryReader.of(tools.guard, { now: later, mostRemembered });
        return tools;
    }
    const recalled = ({ guard }: WorkspaceTools, path: string): unknown => DirectoryReader.of(guard).recall(workspace.path(path), path);

    it('is not read again while it stays as it is', async () => {
        workspace.file('sub/a.txt');
        const { guard } = await withMemory();
        const look = (): Promise<unknown> =>
            guard.withReadable('sub', {}, ({ pinned }) => Promise.resolve(DirectoryReader.of(guard).entriesOf(pinned, 'sub')));
        const first = await look();
        assert.equal(await look(), first);
        workspace.file('sub/b.txt');
        assert.notEqual(await look(), first);
    });

    it('is known when it could be read, and only as long as it stays as it is', async () => {
        workspace.file('sub/a.txt');
        const { guard } = await withMemory();
        const reader = DirectoryReader.of(guard);
        const known = (): Promise<boolean> => guard.withReadable('sub', {}, ({ pinned }) => Promise.resolve(reader.knows(pinned, 'sub')));
        await guard.withReadable('sub', {}, async ({ pinned }) => {
            reader.entriesOf({ ...pinned, accessPath: workspace.path('nowhere') }, 'sub');
            assert.equal(await known(), false);
            reader.entriesOf(pinned, 'sub');
        });
        assert.equal(await known(), true);
        chmodSync(workspace.path('sub'), 0o700);
        assert.equal(await known(), false);
    });

    it('counts among what is remembered although it is empty', async () => {
        const tools = await withMemory(30);
        for (let index = 10; index < 30; index++) {
            mkdirSync(workspace.path(`sub/${index}`), { recursive: true });
        }
        await tools.list({ path: 'sub/10' });
        assert.ok(recalled(tools, 'sub/10'));
        await tools.list({ recursive: true });
        assert.equal(recalled(tools, 'sub/10'), undefined);
        assert.ok(recalled(tools, 'sub/29'));
    });

    it('does not count any more when it is gone', async () => {
        const tools = await withMemory(30);
        workspace.file('kept/a.txt');
        await tools.list({ recursive: true });
        const kept = recalled(tools, 'kept');
        assert.ok(kept);
        for (let index = 0; index < 30; index++) {
            workspace.file(`passing/${index}/deep/a.txt`);
            await tools.list({ recursive: true });
            rmSync(workspace.path(`passing/${index}`), { recursive: true });
        }
        assert.equal(recalled(tools, 'kept'), kept);
    });

    it('is shown with every change', async () => {
        const tools = await withMemory();
        const shown = async (of: WorkspaceTools): Promise<unknown> => (await of.list({ recursive: true, metadata: false })).entries;
        workspace.file('sub/a.txt');
        workspace.file('sub/deep/b.txt');
        const changes = [
            () => workspace.file('sub/deep/c.txt'),
            () => rmSync(workspace.path('sub/a.txt')),
            () => renameSync(workspace.path('sub/deep/b.txt'), workspace.path('sub/deep/.env')),
            () => renameSync(workspace.path('sub/deep'), workspace.path('sub/moved')),
            () => renameSync(workspace.path('sub'), workspace.path('away')),
            () => workspace.link('sub', workspace.outside),
            () => {
                rmSync(workspace.path('sub'));
                mkdirSync(workspace.path('sub'));
            },
            () => workspace.file('sub/a.txt')
        ];
        let before = await shown(tools);
        for (const change of changes) {
            change();
            const after = await shown(tools);
            assert.notDeepEqual(after, before);
            assert.deepEqual(after, await shown(await workspace.tools()));
            before = after;
        }
    });
});

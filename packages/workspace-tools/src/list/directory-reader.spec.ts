import { strict as assert } from 'node:assert';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { useWorkspace } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';
import { DirectoryReader } from './directory-reader';

describe('A directory that was listed before', () => {
    const workspace = useWorkspace();
    /** So late, that nothing has changed shortly before. */
    const later = (): number => Date.now() + 3_600_000;

    async function withMemory(): Promise<WorkspaceTools> {
        const tools = await workspace.tools();
        DirectoryReader.of(tools.guard, later);
        return tools;
    }

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

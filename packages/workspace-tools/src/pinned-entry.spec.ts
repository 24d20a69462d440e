import { strict as assert } from 'node:assert';
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { pinByDescriptor, pinByIdentity } from './pinned-entry';
import { withDescriptor } from './open-entry';
import { useWorkspace } from './test/test-workspace';

for (const pin of [pinByDescriptor, pinByIdentity]) {
    describe(`A pinned entry (${pin === pinByDescriptor ? 'by descriptor' : 'by identity'})`, () => {
        const workspace = useWorkspace();

        it('knows where it lies and that it was removed', async () => {
            const file = workspace.file('a.txt', 'old');
            const pinned = await pin(file);
            assert.equal(pinned.currentPath(), file);
            rmSync(file);
            assert.equal(pinned.currentPath(), undefined);
            pinned.close();
        });

        it('is not confused by a name that looks like that of a removed entry', async () => {
            const file = workspace.file('a.txt (deleted)');
            const pinned = await pin(file);
            assert.deepEqual([pinned.realPath, pinned.currentPath()], [file, file]);
            pinned.close();
        });

        it('never opens what took its place', async () => {
            const file = workspace.file('a.txt', 'old');
            const pinned = await pin(file);
            renameSync(workspace.file('b.txt', 'new'), file);
            const content = await withDescriptor(pinned, constants.O_RDONLY, descriptor =>
                Promise.resolve(readFileSync(descriptor, 'utf8'))
            ).catch((error: unknown) => error);
            assert.ok(content === 'old' || content instanceof Error);
            pinned.close();
        });

        it('lets nothing go but itself, however often it is let go', async () => {
            const pinned = await pin(workspace.file('a.txt'));
            pinned.close();
            const other = openSync(workspace.file('b.txt'), 'r');
            pinned.close();
            assert.ok(fstatSync(other).isFile());
            closeSync(other);
        });

        it('is no link and no file where those are refused', async () => {
            workspace.file('real/a.txt');
            workspace.link('alias', 'real');
            await assert.rejects(pin(workspace.path('alias'), { followLinks: false, directory: true }));
            await assert.rejects(pin(workspace.path('real/a.txt'), { directory: true }), { code: 'ENOTDIR' });
        });
    });
}

import { strict as assert } from 'node:assert';
import { chmodSync, readFileSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Policy } from '../policy';
import { hashBytes } from '../read/read-file';
import { temporaryFileOwner } from './temporary-file';
import { refusalOf, useWorkspace } from '../test/test-workspace';

describe('WorkspaceTools.write', () => {
    const workspace = useWorkspace();
    const temporaryFiles = (): string[] => readdirSync(workspace.root).filter(name => temporaryFileOwner(name) !== undefined);

    it('creates a file with its parents and reports what is now there', async () => {
        const result = await (await workspace.tools()).write({ path: 'a/b/c.txt', content: 'héllo' });
        const file = workspace.path('a/b/c.txt');
        assert.equal(readFileSync(file, 'utf8'), 'héllo');
        assert.deepEqual(result, {
            path: 'a/b/c.txt',
            created: true,
            size: 6,
            bytesWritten: 6,
            modifiedMs: statSync(file).mtimeMs,
            hash: hashBytes(Buffer.from('héllo'))
        });
        assert.deepEqual(readdirSync(workspace.path('a/b')), ['c.txt']);
    });

    it('replaces a file, keeps its mode and writes through a link inside the workspace', async () => {
        chmodSync(workspace.file('run.sh', 'old'), 0o751);
        workspace.link('alias', 'run.sh');
        const result = await (await workspace.tools()).write({ path: 'alias', content: 'new' });
        assert.deepEqual([result.path, result.created], ['run.sh', false]);
        assert.equal(readFileSync(workspace.path('run.sh'), 'utf8'), 'new');
        assert.equal(statSync(workspace.path('run.sh')).mode & 0o777, 0o751);
        assert.deepEqual(readdirSync(workspace.root), ['alias', 'run.sh']);
    });

    it('never changes the old file itself, so that a reader who has it open keeps the old text', async () => {
        const before = statSync(workspace.file('a.txt', 'old')).ino;
        await (await workspace.tools()).write({ path: 'a.txt', content: 'new' });
        assert.notEqual(statSync(workspace.path('a.txt')).ino, before);
    });

    it('stores text in the encoding asked for', async () => {
        await (await workspace.tools()).write({ path: 'a.txt', content: 'é', encoding: 'utf16be' });
        assert.deepEqual([...readFileSync(workspace.path('a.txt'))], [0xfe, 0xff, 0x00, 0xe9]);
    });

    it('refuses content over the limit and changes nothing', async () => {
        const tools = await workspace.tools(new Policy({ limits: { writeBytes: 3 } }));
        await tools.write({ path: 'a.txt', content: 'abc' });
        await refusalOf('too-large', tools.write({ path: 'a.txt', content: 'äb€' }));
        await refusalOf('too-large', tools.write({ path: 'new/a.txt', content: 'abcd' }));
        assert.deepEqual(readdirSync(workspace.root), ['a.txt']);
    });

    it('refuses when the file is not the one that was read, by hash or by time', async () => {
        const tools = await workspace.tools();
        const file = workspace.file('a.txt', 'old');
        const { hash, modifiedMs } = await tools.read({ path: 'a.txt' });
        writeFileSync(file, 'theirs');
        utimesSync(file, 1, 1);
        await refusalOf('changed', tools.write({ path: 'a.txt', content: 'mine', expectedHash: hash }));
        await refusalOf('changed', tools.write({ path: 'a.txt', content: 'mine', expectedModifiedMs: modifiedMs }));
        assert.equal(readFileSync(file, 'utf8'), 'theirs');
        const again = await tools.read({ path: 'a.txt' });
        await tools.write({ path: 'a.txt', content: 'mine', expectedHash: again.hash, expectedModifiedMs: again.modifiedMs });
        assert.equal(readFileSync(file, 'utf8'), 'mine');
    });

    it('refuses when the file that was read is gone, and makes no directory for it', async () => {
        const expectedHash = hashBytes(Buffer.from(''));
        await refusalOf('changed', (await workspace.tools()).write({ path: 'a/b/c.txt', content: 'x', expectedHash }));
        assert.deepEqual(readdirSync(workspace.root), []);
    });

    it('tells all but one of several writers with the same knowledge that the file changed', async () => {
        const tools = await workspace.tools();
        workspace.file('a.txt', 'old');
        const { hash: expectedHash } = await tools.read({ path: 'a.txt' });
        const outcomes = await Promise.allSettled(
            Array.from({ length: 10 }, (_, index) => tools.write({ path: 'a.txt', content: `writer ${index}`, expectedHash }))
        );
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
        assert.deepEqual(readdirSync(workspace.root), ['a.txt']);
    });

    it('lets writers of different files in the same new directory all succeed', async () => {
        const tools = await workspace.tools();
        await Promise.all(Array.from({ length: 10 }, (_, index) => tools.write({ path: `new/deep/${index}.txt`, content: 'x' })));
        assert.equal(readdirSync(workspace.path('new/deep')).length, 10);
    });

    it('refuses when someone writes into the known file while its new content is on the way', async () => {
        const tools = await workspace.tools();
        const file = workspace.file('a.txt', 'old');
        const { hash: expectedHash } = await tools.read({ path: 'a.txt' });
        const writing = refusalOf('changed', tools.write({ path: 'a.txt', content: 'x'.repeat(1_000_000), expectedHash }));
        while (temporaryFiles().length === 0) {
            await nextTurn();
        }
        writeFileSync(file, 'old');
        await writing;
        assert.equal(readFileSync(file, 'utf8'), 'old');
        assert.deepEqual(readdirSync(workspace.root), ['a.txt']);
    });

    it('leaves no temporary file when someone replaces the file while it is being written', async () => {
        const file = workspace.file('a.txt', 'old');
        workspace.file('theirs.txt', 'theirs');
        const writing = refusalOf('changed', (await workspace.tools()).write({ path: 'a.txt', content: 'x'.repeat(1_000_000) }));
        while (temporaryFiles().length === 0) {
            await nextTurn();
        }
        renameSync(workspace.path('theirs.txt'), file);
        await writing;
        assert.equal(readFileSync(file, 'utf8'), 'theirs');
        assert.deepEqual(temporaryFiles(), []);
    });
});

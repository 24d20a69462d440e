import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { withTextThread } from './text-thread';

describe('The thread for work on texts', () => {
    const workspace = useWorkspace();

    afterEach(() => mock.timers.reset());

    it('does what comes in the moment in which a thread that waited in vain is ended', async () => {
        workspace.file('a.txt', 'one');
        const tools = await workspace.tools();
        mock.timers.enable({ apis: ['setTimeout'] });
        await tools.modify({ path: 'a.txt', operations: [{ type: 'regexReplace', pattern: 'one', replacement: 'two' }] });
        mock.timers.tick(60_000);
        const { path } = await tools.modify({ path: 'a.txt', operations: [{ type: 'regexReplace', pattern: 'two', replacement: 'six' }] });
        assert.equal(path, 'a.txt');
    });

    it('refuses a patch of too many files itself: others would wait while the list of them comes', async () => {
        const patch = 'diff --git a/b b/b\ndeleted file mode 100644\n'.repeat(3);
        const parse = (mostFiles: number) =>
            withTextThread({ changeTimeoutMs: 60_000 }, ask => ask('parsePatch', { patch, strip: 1, mostFiles }));
        assert.equal((await parse(3)).length, 3);
        const { details } = await refusalOf('too-large', parse(2));
        assert.deepEqual(details, { size: 3, limit: 2 });
    });
});

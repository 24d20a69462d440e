import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { useWorkspace } from '../test/test-workspace';

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
});

import { strict as assert } from 'node:assert';
import { chmodSync, existsSync, promises, statSync } from 'node:fs';
import { mock } from 'node:test';
import { PathGuard } from '../path-guard';
import { Policy } from '../policy';
import { useWorkspace } from '../test/test-workspace';
import { giveHarmlessName } from './harmless-name';

describe('A harmless name', () => {
    const workspace = useWorkspace();

    it('is found at once, however many like it are taken', async () => {
        const guard = await PathGuard.open(workspace.root, new Policy());
        workspace.file('.envrc', 'x');
        ['', ...Array.from({ length: 500 }, (_each, index) => `${index + 2}-`)].forEach(count => workspace.file(`refused-${count}.envrc~`));
        const looks = mock.method(promises, 'lstat');
        try {
            assert.match((await giveHarmlessName(guard, workspace.path('.envrc'))) ?? '', /refused-\d+-\.envrc~$/);
            assert.ok(looks.mock.callCount() > 1 && looks.mock.callCount() < 50, String(looks.mock.callCount()));
        } finally {
            looks.mock.restore();
        }
        assert.ok(!existsSync(workspace.path('.envrc')));
    });

    it('is looked for in a closed folder only once that is open', async () => {
        const guard = await PathGuard.open(workspace.root, new Policy());
        workspace.file('d/.envrc', 'x');
        chmodSync(workspace.path('d'), 0o444);
        const modes: number[] = [];
        const { lstat } = promises;
        const looks = mock.method(promises, 'lstat', (path: string) => {
            modes.push(statSync(workspace.path('d')).mode & 0o777);
            return lstat(path);
        });
        try {
            assert.equal(await giveHarmlessName(guard, workspace.path('d/.envrc')), workspace.path('d/refused-.envrc~'));
        } finally {
            looks.mock.restore();
        }
        assert.deepEqual(modes, [0o744]);
    });
});

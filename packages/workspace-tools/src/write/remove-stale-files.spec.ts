import { strict as assert } from 'node:assert';
import { existsSync, utimesSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { temporaryName } from './temporary-file';
import { useWorkspace } from '../test/test-workspace';

describe('WorkspaceTools.removeStaleFiles', () => {
    const workspace = useWorkspace();
    const ofProcess = (processId: number): string => temporaryName().replace(String(process.pid), String(processId));

    it('removes what dead processes left, also in ignored and hidden directories, and nothing else', async () => {
        const { pid: deadProcess } = spawnSync(process.execPath, ['--version']);
        const stale = [ofProcess(deadProcess), `a/b/${ofProcess(deadProcess)}`, `ignored/.hidden/${ofProcess(deadProcess)}`];
        const kept = [temporaryName(), '.openspace-1-2.tmp', '.openspace-note.tmp', 'a/file.txt'];
        [...stale, ...kept].forEach(path => workspace.file(path));
        workspace.file('.gitignore', 'ignored');
        assert.equal(await (await workspace.tools()).removeStaleFiles(), stale.length);
        assert.deepEqual(
            stale.filter(path => existsSync(workspace.path(path))),
            []
        );
        assert.deepEqual(
            kept.filter(path => !existsSync(workspace.path(path))),
            []
        );
    });

    it('removes what is too old to be in use although a process has the number of its owner', async () => {
        utimesSync(workspace.file(temporaryName()), 1, 1);
        assert.equal(await (await workspace.tools()).removeStaleFiles(), 1);
    });
});

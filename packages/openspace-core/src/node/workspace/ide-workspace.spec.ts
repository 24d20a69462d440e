import assert from 'node:assert/strict';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { Container } from '@theia/core/shared/inversify';
import type { WorkspaceServer as TheiaWorkspaceServer } from '@theia/workspace/lib/common';
import { WorkspaceCliContribution } from '@theia/workspace/lib/node/default-workspace-server';
import { IdeWorkspace } from './ide-workspace';

describe('The workspace of the IDE', () => {
    const startedWith = (folder: string | undefined): IdeWorkspace => {
        const workspaceRoot = new Deferred<string | undefined>();
        workspaceRoot.resolve(folder);
        const container = new Container();
        container.bind<Pick<WorkspaceCliContribution, 'workspaceRoot'>>(WorkspaceCliContribution).toConstantValue({ workspaceRoot });
        container.bind(IdeWorkspace).toSelf();
        return container.get(IdeWorkspace);
    };

    it('is the folder that it was started with, also after a page has shown another one', async () => {
        const workspace = startedWith('/home/me/new project');
        const server: TheiaWorkspaceServer = workspace;
        await server.setMostRecentlyUsedWorkspace('file:///home/me/old');
        assert.equal(await server.getMostRecentlyUsedWorkspace(), 'file:///home/me/new%20project');
        assert.deepEqual(await server.getRecentWorkspaces(), []);
        assert.equal(await workspace.folder(), '/home/me/new project');
    });

    it('is where the backend runs when none was named', async () => {
        assert.equal(await startedWith(undefined).folder(), process.cwd());
    });
});

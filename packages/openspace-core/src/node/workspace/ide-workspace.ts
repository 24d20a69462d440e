import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { WorkspaceServer as TheiaWorkspaceServer } from '@theia/workspace/lib/common';
import { WorkspaceCliContribution } from '@theia/workspace/lib/node/default-workspace-server';

/**
 * The one folder that this IDE was started with. Its pages show it, and the Hub and its doors work in it, whatever folder was used
 * before: Theia's list of recent ones, which an IDE in another folder writes too, is neither read nor written.
 */
@injectable()
export class IdeWorkspace implements TheiaWorkspaceServer {
    @inject(WorkspaceCliContribution) protected readonly option: WorkspaceCliContribution;

    /** Its absolute path. */
    async folder(): Promise<string> {
        return (await this.option.workspaceRoot.promise) ?? process.cwd();
    }

    async getMostRecentlyUsedWorkspace(): Promise<string> {
        return FileUri.create(await this.folder()).toString();
    }

    setMostRecentlyUsedWorkspace(): Promise<void> {
        return Promise.resolve();
    }

    removeRecentWorkspace(): Promise<void> {
        return Promise.resolve();
    }

    getRecentWorkspaces(): Promise<string[]> {
        return Promise.resolve([]);
    }
}

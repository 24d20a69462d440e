import { nls, type URI } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { WorkspaceService } from '@theia/workspace/lib/browser';

/**
 * Shows the folder that the IDE was started with and no other one, because the Hub and its doors work in that folder alone. The address
 * of the page names a folder too, but an old tab may have kept it from another start.
 */
@injectable()
export class IdeWorkspaceService extends WorkspaceService {
    protected override getDefaultWorkspaceUri(): Promise<string | undefined> {
        return this.server.getMostRecentlyUsedWorkspace();
    }

    override openWorkspace(): Promise<void> {
        return this.sayHowToChange();
    }

    override async spliceRoots(): Promise<URI[]> {
        await this.sayHowToChange();
        return [];
    }

    protected async sayHowToChange(): Promise<void> {
        const folder = this.workspace?.resource.path.fsPath() ?? '';
        await this.messageService.info(
            nls.localize(
                'openspace/workspace/fixed',
                'You and the agents work in {0}, the folder that this IDE was started with. For another one, start it there: npm start -- --workspace DIR',
                folder
            )
        );
    }
}

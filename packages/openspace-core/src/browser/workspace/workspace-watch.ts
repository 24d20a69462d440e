import { ApplicationShell, FrontendApplicationContribution } from '@theia/core/lib/browser';
import { WindowService } from '@theia/core/lib/browser/window/window-service';
import { CommandRegistry, MessageService, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { WorkspaceCommands } from '@theia/workspace/lib/browser';
import { WorkspaceServer as TheiaWorkspaceServer } from '@theia/workspace/lib/common';

const RELOAD = 'Reload';

/** Theia's commands that would put other folders in the place of the IDE's own, or beside it. */
const COMMANDS_OF_OTHER_FOLDERS = [
    WorkspaceCommands.OPEN_WORKSPACE,
    WorkspaceCommands.OPEN_RECENT_WORKSPACE,
    WorkspaceCommands.OPEN_WORKSPACE_FILE,
    WorkspaceCommands.ADD_FOLDER,
    WorkspaceCommands.REMOVE_FOLDER,
    WorkspaceCommands.SAVE_WORKSPACE_AS,
    WorkspaceCommands.CLOSE
];

/**
 * Keeps the page on the folder of the IDE. A page that was open while the IDE was started again with another folder reloads, unless
 * that would lose text that was not saved.
 */
@injectable()
export class WorkspaceWatch implements FrontendApplicationContribution {
    @inject(TheiaWorkspaceServer) protected readonly server: RpcProxy<TheiaWorkspaceServer>;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(WindowService) protected readonly windows: WindowService;
    @inject(MessageService) protected readonly messages: MessageService;

    onStart(): void {
        COMMANDS_OF_OTHER_FOLDERS.forEach(command => this.commands.unregisterCommand(command));
        const before = this.server.getMostRecentlyUsedWorkspace();
        this.server.onDidOpenConnection(() => void this.compare(before));
    }

    protected async compare(before: Promise<string | undefined>): Promise<void> {
        if ((await before) !== (await this.server.getMostRecentlyUsedWorkspace())) {
            await this.leave();
        }
    }

    protected async leave(): Promise<void> {
        const advice = 'Save your text, then reload the page.';
        if (
            !this.shell.canSaveAll() ||
            (await this.messages.warn(`The IDE was started with another folder. ${advice}`, RELOAD)) === RELOAD
        ) {
            this.windows.reload();
        }
    }
}

import { literalMarkdown } from '@openspace/core/lib/browser/link/literal-markdown';
import { CommandError, type ActivityTarget } from '@openspace/core/lib/common';
import { CommandRegistry, MessageService } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';

/** Shows a person what an action was about, through the commands that agents and people share. */
@injectable()
export class ActivityTargetOpener {
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(MessageService) protected readonly messages: MessageService;

    /** Shows the target. The person is told where that cannot be done; nothing is thrown then. */
    async open(target: ActivityTarget | undefined): Promise<void> {
        try {
            await this.show(target);
        } catch (error) {
            if (!(error instanceof CommandError)) {
                throw error;
            }
            // What an old action was about may be gone.
            void this.messages.warn(literalMarkdown(error.message));
        }
    }

    protected async show(target: ActivityTarget | undefined): Promise<unknown> {
        switch (target?.kind) {
            case undefined:
            case 'command':
                return undefined;
            case 'file': {
                const line = target.line === undefined ? {} : { line: target.line };
                return this.commands.executeCommand('openspace.editor.open', { path: target.path, ...line });
            }
            case 'terminal':
                return this.commands.executeCommand('openspace.pane.open', { type: 'terminal', contentId: target.terminalId });
            case 'pane':
                return this.commands.executeCommand('openspace.pane.focus', { paneId: target.paneId });
        }
    }
}

import { AIChatContribution } from '@theia/ai-chat-ui/lib/browser/ai-chat-ui-contribution';
import { ApplicationShell, FrontendApplicationContribution } from '@theia/core/lib/browser';
import { CommandRegistry } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { FileNavigatorContribution } from '@theia/navigator/lib/browser/navigator-contribution';

const CHAT_WIDTH_PX = 420;
const EXPLORER_WIDTH_PX = 260;

/** Chat commands of Theia that need a language model of Theia's own, of which this product has none. */
const COMMANDS_WITHOUT_MODEL = ['ai-chat-summary-current-session', 'ai-chat-open-current-session-summary'];

/** What a newcomer sees: the files at the left, the chat open at the right, and no command that cannot work. */
@injectable()
export class DefaultLayoutContribution implements FrontendApplicationContribution {
    @inject(AIChatContribution) protected readonly chat: AIChatContribution;
    @inject(FileNavigatorContribution) protected readonly explorer: FileNavigatorContribution;
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;

    onStart(): void {
        COMMANDS_WITHOUT_MODEL.forEach(id => this.commands.unregisterCommand(id));
    }

    async initializeLayout(): Promise<void> {
        // Set while the areas are collapsed: these are the sizes that they expand to.
        this.shell.resize(EXPLORER_WIDTH_PX, 'left');
        this.shell.resize(CHAT_WIDTH_PX, 'right');
        await this.explorer.openView({ reveal: true });
        await this.chat.openView({ reveal: true });
    }
}

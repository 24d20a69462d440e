import { AgentControl } from '@openspace/core/lib/browser/control/agent-control';
import { literalMarkdown } from '@openspace/core/lib/browser/link/literal-markdown';
import type { AgentState } from '@openspace/core/lib/common';
import { CommonCommands, FrontendApplicationContribution } from '@theia/core/lib/browser';
import { CommandRegistry, MessageService, nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';

const SHOWN_MS = 10_000;

/** Tells the person when another model or server answers from now on, and when the settings name one by halves or one that cannot be used. */
@injectable()
export class ModelNotices implements FrontendApplicationContribution {
    @inject(AgentControl) protected readonly control: AgentControl;
    @inject(MessageService) protected readonly messages: MessageService;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;

    protected answering?: string;
    protected wrongSetting: string | undefined;
    protected missingSetting: string | undefined;

    onStart(): void {
        this.control.onDidChange(state => this.take(state));
    }

    protected take({ answering, wrongSetting, missingSetting }: AgentState): void {
        if (wrongSetting !== undefined && wrongSetting !== this.wrongSetting) {
            void this.tell('error', wrongSetting);
        }
        this.wrongSetting = wrongSetting;
        if (missingSetting !== undefined && missingSetting !== this.missingSetting) {
            void this.tell('warn', missingSetting);
        }
        this.missingSetting = missingSetting;
        if (answering === undefined) {
            return;
        }
        if (this.answering !== undefined && this.answering !== answering) {
            void this.messages.info(
                nls.localize('openspace/control/otherModel', 'The agent answers with {0} from now on.', literalMarkdown(answering)),
                {
                    timeout: SHOWN_MS
                }
            );
        }
        this.answering = answering;
    }

    /** Offers the first setting that the problem names. One that names none is the environment's, which no setting changes. */
    protected async tell(severity: 'error' | 'warn', problem: string): Promise<void> {
        const open = nls.localize('openspace/control/openSettings', 'Open Settings');
        const setting = /openspace\.\w+\.\w+/.exec(problem)?.[0];
        const actions = setting === undefined ? [] : [open];
        if ((await this.messages[severity](literalMarkdown(problem), { timeout: SHOWN_MS }, ...actions)) === open) {
            await this.commands.executeCommand(CommonCommands.OPEN_PREFERENCES.id, setting);
        }
    }
}

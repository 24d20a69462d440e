import { AgentControl } from '@openspace/core/lib/browser/control/agent-control';
import { OpenSpacePreferences, type AgentState, type RevealMode } from '@openspace/core/lib/common';
import { FrontendApplicationContribution, QuickInputService, StatusBar, StatusBarAlignment } from '@theia/core/lib/browser';
import { CommandContribution, CommandRegistry, nls, type Command } from '@theia/core/lib/common';
import { PreferenceScope, PreferenceService } from '@theia/core/lib/common/preferences';
import { inject, injectable } from '@theia/core/shared/inversify';
import { SHOW_ACTIVITY } from '../activity/activity-view-contribution';
import { describeAgent } from './agent-status';

const CATEGORY = 'OpenSpace';
const STATUS_ID = 'openspace-agent';
const CONSENT = 'openspace.agent.consent';

/** Not in the namespace of the commands that an agent may call: these are the person's. */
const PAUSE: Command = { id: 'openspace-agent.pause', category: CATEGORY, label: nls.localize('openspace/control/pause', 'Pause Agent') };
const RESUME: Command = {
    id: 'openspace-agent.resume',
    category: CATEGORY,
    label: nls.localize('openspace/control/resume', 'Resume Agent')
};
const STOP: Command = { id: 'openspace-agent.stop', category: CATEGORY, label: nls.localize('openspace/control/stop', 'Stop Agent') };
const ASK_AGAIN: Command = {
    id: 'openspace-agent.askAgain',
    category: CATEGORY,
    label: nls.localize('openspace/control/askAgain', 'Ask Me Again Before Agent Acts')
};
const MENU: Command = { id: 'openspace-agent.menu', category: CATEGORY, label: nls.localize('openspace/control/menu', 'Control Agent…') };
const MODES: Readonly<Record<RevealMode, Command>> = {
    considerate: {
        id: 'openspace-agent.considerate',
        category: CATEGORY,
        label: nls.localize('openspace/control/considerate', 'Let Agent Come to the Front Unless I Type')
    },
    follow: { id: 'openspace-agent.follow', category: CATEGORY, label: nls.localize('openspace/control/follow', 'Follow Agent') },
    quiet: { id: 'openspace-agent.quiet', category: CATEGORY, label: nls.localize('openspace/control/quiet', 'Keep Agent Quiet') }
};

/** The person's hand on the agent: its state in the status bar, and the commands to pause, stop and follow it. */
@injectable()
export class AgentControlContribution implements FrontendApplicationContribution, CommandContribution {
    @inject(AgentControl) protected readonly control: AgentControl;
    @inject(StatusBar) protected readonly statusBar: StatusBar;
    @inject(QuickInputService) protected readonly quickInput: QuickInputService;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(PreferenceService) protected readonly preferenceService: PreferenceService;
    @inject(OpenSpacePreferences) protected readonly preferences: OpenSpacePreferences;

    onStart(): void {
        this.control.onDidChange(() => this.show());
        this.show();
    }

    registerCommands(commands: CommandRegistry): void {
        const state = (): AgentState => this.control.state;
        commands.registerCommand(PAUSE, { execute: () => this.control.pause(), isEnabled: () => !state().paused });
        commands.registerCommand(RESUME, { execute: () => this.control.resume(), isEnabled: () => state().paused });
        commands.registerCommand(STOP, { execute: () => this.control.stop(), isEnabled: () => state().busy || state().paused });
        commands.registerCommand(ASK_AGAIN, {
            execute: () => this.askAgain(),
            isEnabled: () => state().standing !== undefined || state().approved
        });
        commands.registerCommand(MENU, { execute: () => this.openMenu() });
        for (const [mode, command] of Object.entries(MODES)) {
            commands.registerCommand(command, {
                execute: () => this.preferenceService.set('openspace.agent.reveal', mode, PreferenceScope.User)
            });
        }
    }

    /** What was answered or approved for this workspace is taken back, and so is a setting that answers for every workspace. */
    protected async askAgain(): Promise<void> {
        if (this.preferences[CONSENT] !== 'ask') {
            await this.preferenceService.set(CONSENT, 'ask', PreferenceScope.User);
        }
        await this.control.askAgain();
    }

    protected show(): void {
        const { icon, tooltip } = describeAgent(this.control.state);
        const text = this.stateInWords();
        void this.statusBar.setElement(STATUS_ID, {
            text: `$(${icon}) ${text}`,
            name: nls.localize('openspace/control/name', 'Agent'),
            tooltip,
            alignment: StatusBarAlignment.LEFT,
            priority: 1_000,
            command: MENU.id,
            accessibilityInformation: { label: text, role: 'button' }
        });
    }

    protected stateInWords(): string {
        return nls.localize('openspace/control/agent', 'Agent: {0}', describeAgent(this.control.state).words);
    }

    /** What can be done with the agent now, and how it is followed. */
    protected async openMenu(): Promise<void> {
        const mode = this.preferences['openspace.agent.reveal'];
        // What the state makes one look for comes first.
        const isRefused = this.control.state.standing === 'refuse';
        const known = isRefused ? [ASK_AGAIN, PAUSE, RESUME, STOP, SHOW_ACTIVITY] : [PAUSE, RESUME, STOP, ASK_AGAIN, SHOW_ACTIVITY];
        const actions = known.filter(({ id }) => this.commands.isEnabled(id));
        const chosen = await this.quickInput.showQuickPick(
            [
                ...actions.map(({ id, label = id }) => ({ id, label })),
                { type: 'separator' as const, label: nls.localize('openspace/control/whatOpens', 'What the agent opens') },
                ...Object.entries(MODES).map(([each, { id, label = id }]) => ({
                    id,
                    label,
                    ...(each === mode ? { description: nls.localize('openspace/control/current', 'current') } : {})
                }))
            ],
            { placeholder: this.stateInWords() }
        );
        if (chosen && 'id' in chosen && chosen.id !== undefined) {
            await this.commands.executeCommand(chosen.id);
        }
    }
}

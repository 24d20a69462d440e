import { ApplicationShell, BaseWidget, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { OpenSpacePreferences } from '../../common';
import type { CommandOrigin } from '../command/openspace-command';
import { AgentWidgets } from '../session/agent-widgets';
import { FrontUndo } from './front-undo';
import { editorsIn, QuietTime } from './quiet-time';
import { TypingWatch } from './typing-watch';

/** Brings things to the front for the agent: never with the keyboard focus, and only where the person's settings allow it. */
@injectable()
export class AgentReveal {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(TypingWatch) protected readonly typing: TypingWatch;
    @inject(QuietTime) protected readonly quietTime: QuietTime;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;
    @inject(FrontUndo) protected readonly frontUndo: FrontUndo;
    @inject(OpenSpacePreferences) protected readonly preferences: OpenSpacePreferences;

    /** Whether something may come to the front of this area now. What a person asks for always may. */
    mayCover(area: ApplicationShell.Area, origin?: CommandOrigin): boolean {
        if (origin?.by === 'person') {
            return true;
        }
        switch (this.preferences['openspace.agent.reveal']) {
            case 'follow':
                return true;
            case 'quiet':
                return false;
            case 'considerate':
                // To cover a text that the person has just clicked into would leave the keys without a place to go.
                return !this.typing.isAboutToTypeIn(area);
        }
    }

    /**
     * Shows a widget of the shell, or marks its tab when it must not cover what the person has before the eyes. Answers whether it
     * can be seen now.
     */
    async show(widget: Widget, origin?: CommandOrigin): Promise<boolean> {
        if (widget.isVisible) {
            return true;
        }
        if (!this.mayCover(this.shell.getAreaFor(widget) ?? 'main', origin)) {
            if (widget instanceof BaseWidget) {
                this.agentWidgets.markUnseen(widget);
            }
            return false;
        }
        await this.frontUndo.during(widget, origin, () =>
            this.quietTime.during(editorsIn([widget]), () => this.shell.revealWidget(widget.id))
        );
        return true;
    }
}

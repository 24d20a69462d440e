import type { AgentPhase, AgentState } from '@openspace/core/lib/common';
import { nls } from '@theia/core/lib/common';

/** The agent's state as the status bar shows it. */
export interface AgentStatus {
    readonly icon: string;
    readonly words: string;
    readonly tooltip: string;
}

const PHASES: Readonly<Record<AgentPhase, () => AgentStatus>> = {
    idle: () => ({
        icon: 'sparkle',
        words: nls.localize('openspace/control/idle', 'idle'),
        tooltip: nls.localize('openspace/control/idleTooltip', 'The agent waits for your next message.')
    }),
    working: () => ({
        icon: 'sync~spin',
        words: nls.localize('openspace/control/working', 'working'),
        tooltip: nls.localize('openspace/control/workingTooltip', 'The agent works. Click to pause or stop it.')
    }),
    waiting: () => ({
        icon: 'bell-dot',
        words: nls.localize('openspace/control/waiting', 'waiting for you'),
        tooltip: nls.localize('openspace/control/waitingTooltip', 'The agent has asked you something and waits for your answer.')
    }),
    paused: () => ({
        icon: 'debug-pause',
        words: nls.localize('openspace/control/paused', 'paused'),
        tooltip: nls.localize('openspace/control/pausedTooltip', 'What the agent wants to do in the IDE waits until you let it go on.')
    }),
    disconnected: () => ({
        icon: 'debug-disconnect',
        words: nls.localize('openspace/control/disconnected', 'disconnected'),
        tooltip: nls.localize(
            'openspace/control/disconnectedTooltip',
            "The agent's server cannot be reached; it may still be starting. The IDE itself works without it."
        )
    })
};

/** An agent that may not act still answers. */
const REFUSED: AgentStatus = {
    icon: 'circle-slash',
    words: nls.localize('openspace/control/refused', 'may not act'),
    tooltip: nls.localize(
        'openspace/control/refusedTooltip',
        'You do not let the agent control the IDE here, so it only answers. Click to be asked again.'
    )
};

/** What a person reads of the agent's state: who answers, or which setting is wrong or missing; a pause is always told, with what it holds. */
export function describeAgent(state: AgentState): AgentStatus {
    const { phase, paused, queued, standing } = state;
    const status = withModel(phase === 'idle' && standing === 'refuse' ? REFUSED : PHASES[phase](), state);
    if (phase === 'disconnected' && paused) {
        return { ...status, words: nls.localize('openspace/control/disconnectedAndPaused', 'disconnected, paused') };
    }
    if (phase !== 'paused' || queued === 0) {
        return status;
    }
    return { ...status, words: nls.localize('openspace/control/held', 'paused, {0} waiting', queued) };
}

function withModel(status: AgentStatus, { answering, wrongSetting, missingSetting }: AgentState): AgentStatus {
    if (wrongSetting !== undefined) {
        return { ...status, tooltip: wrongSetting };
    }
    const model = answering === undefined ? [] : [nls.localize('openspace/control/model', 'It answers with {0}.', answering)];
    return { ...status, tooltip: [status.tooltip, ...model, ...(missingSetting === undefined ? [] : [missingSetting])].join(' ') };
}

export const agentControlServicePath = '/services/openspace/agent-control';

/**
 * What the agent of a tab does: it rests, it works, it waits for an answer of the person, the person holds its commands, or its
 * server cannot be reached.
 */
export type AgentPhase = 'idle' | 'working' | 'waiting' | 'paused' | 'disconnected';

export interface AgentState {
    readonly phase: AgentPhase;
    /** Whether the person holds its commands, also while its server cannot be reached. */
    readonly paused: boolean;
    /** Whether there is something to stop: a turn, a question, or a command that runs or waits. */
    readonly busy: boolean;
    /** Commands that wait in the queue. */
    readonly queued: number;
    /** Whether the agent of the chat may act in this workspace without a question. Absent while the person is asked. */
    readonly standing?: 'allow' | 'refuse';
    /** Whether some commands or files need no question here, because the person approved them for longer. */
    readonly approved: boolean;
    /** Who answers: the name of the model, or whose server. Absent while nobody knows. */
    readonly answering?: string;
    /** What is wrong with the settings of model and server, and what to do, with the names of these settings. Absent while all is well. */
    readonly wrongSetting?: string;
    /** What is missing of a model that is named by halves, and what is used instead; names a setting only where one can mend it. Absent while nothing is. */
    readonly missingSetting?: string;
}

/** Implemented by the backend, one for each connection; called by the browser's `AgentControl`. */
export const AgentControlServer = Symbol('AgentControlServer');
export interface AgentControlServer {
    /** How the agent of this tab stands; from now on the client is told what changes. */
    followAgent(): Promise<AgentState>;
    /** Holds the commands of this tab's sessions, or lets them go on. What runs already runs to its end; nothing is lost. */
    setPaused(paused: boolean): Promise<void>;
    /**
     * Ends the turns of this tab's conversations, refuses every command that waits, ends at once what a running one waits for, and ends
     * a pause: what comes next goes on. What a command has started, such as a program in a terminal, goes on as well.
     */
    stopAgent(): Promise<void>;
    /** The person wants to be asked again in this tab's workspace: whether the agent may act, and about what was approved for longer. */
    askAgain(): Promise<void>;
}

/** Implemented by the browser's `AgentControl`; called by the backend. */
export interface AgentControlClient {
    /** The agent of the tab does something else now. */
    onAgentState(state: AgentState): void;
}

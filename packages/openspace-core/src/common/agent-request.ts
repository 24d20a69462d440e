/** One thing that the agent asks the person. */
export interface AgentQuestion {
    /** A few words above the question. */
    readonly header: string;
    readonly text: string;
    readonly options: readonly AgentQuestionOption[];
    /** Whether several options may be chosen. */
    readonly multiple: boolean;
    /** Whether it may be answered in other words than those of the options. */
    readonly isOpen: boolean;
}

interface AgentQuestionOption {
    /** What is sent back when it is chosen. */
    readonly value: string;
    readonly label: string;
    readonly description?: string;
}

/** Something that the agent waits for: a permission, or answers to its questions. */
export interface AgentRequest {
    readonly requestId: string;
    readonly questions: readonly AgentQuestion[];
}

/** What the policy says about a command line. `ask`: a person may agree; `deny`: nobody may. */
export type ShellJudgement =
    | { readonly decision: 'allow' }
    | {
          readonly decision: 'ask' | 'deny';
          /** Why, in words for a person. */
          readonly reason: string;
          /** The part of the command line that the reason is about, as it was written. */
          readonly subCommand: string;
      };

/** What is known about where a command line will run. */
export interface ShellCircumstances {
    /**
     * Whether a sandbox keeps the command to the workspace and from the network, and hides sensitive files. There only what destroys,
     * hides itself or asks for more rights needs a person; elsewhere everything that is not known to be harmless does.
     */
    readonly isolated?: boolean;
    /** Variables that are set beside the command line. */
    readonly environment?: Readonly<Record<string, string>>;
    /** Where it runs, from the workspace root; the root by default. */
    readonly cwd?: string;
    /** The shell that reads it, as a path or a name: bash by default. Others are trusted with less, since they read some of it otherwise. */
    readonly shell?: string;
    /** Whether it is typed at a prompt, where a shell puts earlier commands in the place of `!x`. */
    readonly interactive?: boolean;
}

/** A character that a terminal would act upon instead of showing it. */
export interface TerminalHazard {
    readonly kind: 'control' | 'escape-sequence' | 'paste-end' | 'bidirectional' | 'invisible';
    /** Where it stands in the text, in UTF-16 units. */
    readonly index: number;
    /** The character or sequence, escaped so that it can be shown. */
    readonly shown: string;
}

/** What the policy says about text that is typed into a terminal. */
export interface TerminalTextJudgement {
    /** The judgement of the worst command in the text, hazards not counted. */
    readonly judgement: ShellJudgement;
    /** The commands that the terminal would run: the text split at its line ends. */
    readonly commands: readonly string[];
    /** What a caller has to strip or refuse. */
    readonly hazards: readonly TerminalHazard[];
    /** The text without its hazards. */
    readonly stripped: string;
    /** The text as it can be shown to a person: every hazard escaped. */
    readonly shown: string;
}

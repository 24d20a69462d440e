/** A word of a command line, with what is known about its value before it runs. */
export interface Word {
    /** As it was written. */
    readonly source: string;
    /** Its value after quotes are removed; undefined when an expansion decides it. */
    readonly literal?: string;
    /** Whether an unquoted `*`, `?` or `[` makes it stand for file names. */
    readonly glob: boolean;
    /** The command lines inside its substitutions. */
    readonly scripts: readonly Script[];
}

export interface Assignment {
    readonly name: string;
    readonly value: Word;
}

export interface Redirection {
    /** `<`, `>`, `>>`, `<<`, `<<<`, `>&` and so on. */
    readonly operator: string;
    /** The file, descriptor or text; for a here-document the word that stands for its content. */
    readonly target: Word;
}

/** A program or builtin with its arguments. */
export interface SimpleCommand {
    readonly kind: 'simple';
    readonly source: string;
    readonly assignments: readonly Assignment[];
    readonly words: readonly Word[];
    readonly redirections: readonly Redirection[];
}

/** A loop, condition, group, subshell or test: what matters is what it contains. */
export interface CompoundCommand {
    readonly kind: 'compound';
    readonly source: string;
    readonly bodies: readonly Script[];
    readonly words: readonly Word[];
    /** Variables that it sets, as `for` does. */
    readonly variables: readonly string[];
    readonly redirections: readonly Redirection[];
}

interface FunctionDefinition {
    readonly kind: 'function';
    readonly source: string;
    readonly name: string;
    readonly body: Command;
}

export type Command = SimpleCommand | CompoundCommand | FunctionDefinition;

/** Commands of which each reads what the one before it writes. */
export interface Pipeline {
    readonly commands: readonly Command[];
}

export interface Script {
    readonly pipelines: readonly Pipeline[];
}

/** The parser does not understand a command line, or it passes one of the parser's limits. */
export class ShellSyntaxError extends Error {
    override readonly name = 'ShellSyntaxError';
}

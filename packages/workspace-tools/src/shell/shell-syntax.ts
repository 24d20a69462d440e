/** A word of a command line, with what is known about its value before it runs. */
export interface Word {
    /** As it was written. */
    readonly source: string;
    /** Its value after quotes are removed; undefined when an expansion decides it, or the names of files take its place. */
    readonly literal?: string;
    /** The value of a word in which an unquoted `*`, `?` or `[` stands for names of files. Only for rules that allow for any such name. */
    readonly pattern?: string;
    /** Whether it may become several words, or none. */
    readonly splits?: boolean;
    /** The variables whose values it holds, or tells something about. */
    readonly variables?: readonly string[];
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
    /** The number before the operator, of what the program knows the target by; absent where the operator says that. */
    readonly descriptor?: number;
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
    /** `again`: its bodies may run more than once; `apart`: in a shell of their own, so that what follows stays where it is. */
    readonly runs: 'once' | 'again' | 'apart';
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
    /** Whether what follows does not wait for it. */
    readonly background: boolean;
}

export interface Script {
    readonly pipelines: readonly Pipeline[];
}

/** The parser does not understand a command line, or it passes one of the parser's limits. */
export class ShellSyntaxError extends Error {
    override readonly name = 'ShellSyntaxError';
}

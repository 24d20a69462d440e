import { checkTest } from './conditional-test';
import type { ShellDialect } from './shell-dialect';
import { ShellSource } from './shell-source';
import { ShellTokens } from './shell-tokens';
import { Assignment, Command, CompoundCommand, Pipeline, Redirection, Script, ShellSyntaxError, SimpleCommand, Word } from './shell-syntax';

const MOST_COMMANDS = 200;

/**
 * Parses a whole command line as its shell would.
 * @throws ShellSyntaxError for everything that it does not understand completely, or that one version of a shell reads unlike another
 */
export function parseShell(commandLine: string, dialect: ShellDialect): Script {
    const source = new ShellSource(commandLine, dialect);
    const script = new ShellParser(source).wholeScript();
    if (!source.atEnd) {
        throw new ShellSyntaxError(`the ${JSON.stringify(source.peek())} in it is not understood`);
    }
    return script;
}

class ShellParser {
    private commands = 0;
    private readonly tokens: ShellTokens;

    constructor(
        private readonly source: ShellSource,
        isSubstitution = false
    ) {
        this.tokens = new ShellTokens(source, readScript, isSubstitution);
    }

    /** Reads a script that shares no here-document with what follows. */
    wholeScript(): Script {
        const script = this.script();
        this.tokens.refuseOpenHereDocument();
        return script;
    }

    /** Reads up to the end, a closing word, a closing parenthesis or the end of a `case` branch. */
    script(): Script {
        const pipelines: Pipeline[] = [];
        for (;;) {
            this.tokens.skipSeparators();
            if (this.source.atEnd || this.source.peek() === ')' || this.source.startsWith(';;') || this.tokens.closer() !== undefined) {
                return { pipelines };
            }
            const commands = this.pipeline();
            this.tokens.skipBlanks();
            const separator = this.source.match(/&&|\|\||;(?!;)|&(?![>&])|\n/y);
            const mayEnd = /^[);}]?$/.test(this.source.peek());
            if (separator === undefined && !mayEnd) {
                throw new ShellSyntaxError(`the ${JSON.stringify(this.source.peek())} in it is not understood`);
            }
            pipelines.push({ commands, background: separator === '&' });
            if (separator === '\n') {
                this.tokens.readHereDocuments();
            }
        }
    }

    private pipeline(): Command[] {
        const commands: Command[] = [];
        do {
            this.tokens.skipSeparators();
            while (this.source.match(/(?:!|time(?:[ \t]+(?:-p|--))*)(?=[ \t\n])/y) !== undefined) {
                this.tokens.skipBlanks();
            }
            commands.push(this.source.nested(() => this.command()));
            this.tokens.skipBlanks();
        } while (this.pipe());
        return commands;
    }

    private pipe(): boolean {
        const pipe = this.source.match(/\|&|\|(?!\|)/y);
        if (pipe === '|&') {
            this.source.requireBash('"|&"');
        }
        return pipe !== undefined;
    }

    private command(): Command {
        if (++this.commands > MOST_COMMANDS) {
            throw new ShellSyntaxError('it has too many commands to be checked');
        }
        const start = this.source.position;
        if (this.source.startsWith('((')) {
            throw new ShellSyntaxError('it contains arithmetic, which is not checked');
        }
        if (this.source.accept('(')) {
            return this.compound(start, [this.closedScript(')')], { runs: 'apart' });
        }
        const keyword = this.source.match(/(?:\{|if|while|until|for|select|case|function|coproc|\[\[)(?=[ \t\n]|$)/y);
        switch (keyword) {
            case undefined:
                return this.simple(start);
            case '{':
                return this.compound(start, [this.closedScript('}')]);
            case 'if':
                return this.compound(start, this.scripts(['then', 'elif', 'else'], 'fi'));
            case 'while':
            case 'until':
                return this.compound(start, this.scripts(['do'], 'done'), { runs: 'again' });
            case 'for':
            case 'select':
                return this.loop(start);
            case 'case':
                this.tokens.refuseInSubstitution('a "case"');
                return this.caseCommand(start);
            case '[[':
                this.source.requireBash('"[["');
                return this.test(start);
            default:
                throw new ShellSyntaxError(`the ${JSON.stringify(keyword)} in it is not checked`);
        }
    }

    private closedScript(end: string): Script {
        const script = this.script();
        this.source.expect(end);
        return script;
    }

    /** The scripts between closing words, the last of which ends the command. */
    private scripts(between: readonly string[], end: string): Script[] {
        const scripts: Script[] = [];
        for (;;) {
            scripts.push(this.script());
            const closer = this.tokens.closer();
            this.source.position += closer?.length ?? 0;
            if (closer === end) {
                return scripts;
            }
            if (closer === undefined || !between.includes(closer)) {
                throw new ShellSyntaxError(`a "${end}" is missing`);
            }
        }
    }

    private loop(start: number): CompoundCommand {
        this.tokens.skipBlanks();
        const name = this.source.match(/[A-Za-z_]\w*/y);
        if (name === undefined) {
            throw new ShellSyntaxError('a loop in it is not understood');
        }
        this.tokens.skipSeparators();
        const words = this.source.match(/in(?=[ \t\n;])/y) === undefined ? [] : this.tokens.words();
        this.source.accept(';');
        this.tokens.skipSeparators();
        if (this.source.match(/do(?=[ \t\n])/y) === undefined) {
            throw new ShellSyntaxError('a loop in it is not understood');
        }
        return this.compound(start, this.scripts([], 'done'), { words, variables: [name], runs: 'again' });
    }

    private caseCommand(start: number): CompoundCommand {
        this.tokens.skipBlanks();
        const subject = this.tokens.word();
        this.tokens.skipSeparators();
        if (!subject || this.source.match(/in(?=[ \t\n])/y) === undefined) {
            throw new ShellSyntaxError('a "case" in it is not understood');
        }
        const words = [subject];
        const bodies: Script[] = [];
        for (;;) {
            this.tokens.skipSeparators();
            if (this.source.match(/esac(?=[ \t\n;&|)]|$)/y) !== undefined) {
                return this.compound(start, bodies, { words });
            }
            this.source.accept('(');
            do {
                words.push(...this.tokens.words());
            } while (this.source.accept('|'));
            this.source.expect(')');
            bodies.push(this.script());
            this.source.match(/;;&|;;|;&/y);
        }
    }

    /** `[[ … ]]` runs nothing but the substitutions in its words. Comments, lines, groups and expressions in it follow rules of their own. */
    private test(start: number): CompoundCommand {
        const words: Word[] = [];
        for (;;) {
            this.source.match(/(?:[ \t]|&&|\|\|)+/y);
            if (this.source.match(/\]\](?=[ \t\n;&|)]|$)/y) !== undefined) {
                checkTest(words);
                return this.compound(start, [], { words });
            }
            const word = this.source.peek() === '#' ? undefined : this.tokens.word();
            if (!word || word.source === '=~' || word.source.includes('\n')) {
                throw new ShellSyntaxError('a test in it is not understood');
            }
            words.push(word);
        }
    }

    private compound(
        start: number,
        bodies: readonly Script[],
        { words = [], variables = [], runs = 'once' }: Partial<Pick<CompoundCommand, 'words' | 'variables' | 'runs'>> = {}
    ): CompoundCommand {
        const redirections: Redirection[] = [];
        do {
            this.tokens.skipBlanks();
        } while (this.tokens.redirection(redirections));
        return { kind: 'compound', source: this.text(start), bodies, words, variables, runs, redirections };
    }

    private simple(start: number): Command {
        const assignments: Assignment[] = [];
        const words: Word[] = [];
        const redirections: Redirection[] = [];
        for (;;) {
            this.tokens.skipBlanks();
            if (this.tokens.redirection(redirections)) {
                continue;
            }
            const assignment = words.length === 0 ? this.tokens.assignment() : undefined;
            if (assignment) {
                assignments.push(assignment);
                continue;
            }
            const word = this.tokens.word();
            if (!word) {
                break;
            }
            words.push(word);
            if (words.length === 1 && this.source.match(/[ \t]*\([ \t]*\)/y) !== undefined) {
                this.tokens.skipSeparators();
                const body = this.source.nested(() => this.command());
                return { kind: 'function', source: this.text(start), name: word.source, body };
            }
        }
        if (words.length + assignments.length + redirections.length === 0) {
            throw new ShellSyntaxError(`the ${JSON.stringify(this.source.peek() || 'end')} in it is not understood`);
        }
        return { kind: 'simple', source: this.text(start), assignments, words, redirections } satisfies SimpleCommand;
    }

    private text(start: number): string {
        return this.source.text.slice(start, this.source.position).trim();
    }
}

function readScript(source: ShellSource, end: ')' | undefined): Script {
    const script = new ShellParser(source, true).wholeScript();
    if (end) {
        source.expect(end);
    } else if (!source.atEnd) {
        throw new ShellSyntaxError('a substitution in it is not understood');
    }
    return script;
}

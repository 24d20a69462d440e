import { checkTest } from './conditional-test';
import { WordReader } from './read-word';
import type { ShellDialect } from './shell-dialect';
import { ShellSource } from './shell-source';
import { Assignment, Command, CompoundCommand, Pipeline, Redirection, Script, ShellSyntaxError, SimpleCommand, Word } from './shell-syntax';

const MOST_COMMANDS = 200;

const REDIRECTION = /\d*(?:<<<|<<-|<<|<>|<&|>>|>&|>\||<(?!\()|>(?!\())|&>>|&>/y;
const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;

/** Delimiters of a here-document that every shell understands alike. */
const PLAIN_DELIMITER = /^(?:\w+|'\w+'|"\w+"|\\\w+)$/;

/** Words that end a script when a command could begin. */
const CLOSERS = ['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}'];

interface HereDocument {
    readonly delimiter: string;
    readonly quoted: boolean;
    readonly stripTabs: boolean;
    readonly redirections: Redirection[];
    readonly operator: string;
}

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
    private readonly hereDocuments: HereDocument[] = [];

    /** @param isSubstitution whether it reads what is inside of `$(…)`, whose end shells look for in different ways */
    constructor(
        private readonly source: ShellSource,
        private readonly isSubstitution = false
    ) {}

    /** Reads a script that shares no here-document with what follows. */
    wholeScript(): Script {
        const script = this.script();
        if (this.hereDocuments.length > 0) {
            throw new ShellSyntaxError('a here-document in it is not closed');
        }
        return script;
    }

    /** Reads up to the end, a closing word, a closing parenthesis or the end of a `case` branch. */
    script(): Script {
        const pipelines: Pipeline[] = [];
        for (;;) {
            this.skipSeparators();
            if (this.source.atEnd || this.source.peek() === ')' || this.source.startsWith(';;') || this.closer() !== undefined) {
                return { pipelines };
            }
            const commands = this.pipeline();
            this.skipBlanks();
            const separator = this.source.match(/&&|\|\||;(?!;)|&(?![>&])|\n/y);
            const mayEnd = /^[);}]?$/.test(this.source.peek());
            if (separator === undefined && !mayEnd) {
                throw new ShellSyntaxError(`the ${JSON.stringify(this.source.peek())} in it is not understood`);
            }
            pipelines.push({ commands, background: separator === '&' });
            if (separator === '\n') {
                this.readHereDocuments();
            }
        }
    }

    private pipeline(): Command[] {
        const commands: Command[] = [];
        do {
            this.skipSeparators();
            while (this.source.match(/(?:!|time(?:[ \t]+(?:-p|--))*)(?=[ \t\n])/y) !== undefined) {
                this.skipBlanks();
            }
            commands.push(this.source.nested(() => this.command()));
            this.skipBlanks();
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
            return this.compound(start, [this.closedScript(')')]);
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
                return this.compound(start, this.scripts(['do'], 'done'));
            case 'for':
            case 'select':
                return this.loop(start);
            case 'case':
                this.refuseInSubstitution('a "case"');
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
            const closer = this.closer();
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
        this.skipBlanks();
        const name = this.source.match(/[A-Za-z_]\w*/y);
        if (name === undefined) {
            throw new ShellSyntaxError('a loop in it is not understood');
        }
        this.skipSeparators();
        const words = this.source.match(/in(?=[ \t\n;])/y) === undefined ? [] : this.words();
        this.source.accept(';');
        this.skipSeparators();
        if (this.source.match(/do(?=[ \t\n])/y) === undefined) {
            throw new ShellSyntaxError('a loop in it is not understood');
        }
        return this.compound(start, this.scripts([], 'done'), words, [name]);
    }

    private caseCommand(start: number): CompoundCommand {
        this.skipBlanks();
        const subject = this.word();
        this.skipSeparators();
        if (!subject || this.source.match(/in(?=[ \t\n])/y) === undefined) {
            throw new ShellSyntaxError('a "case" in it is not understood');
        }
        const words = [subject];
        const bodies: Script[] = [];
        for (;;) {
            this.skipSeparators();
            if (this.source.match(/esac(?=[ \t\n;&|)]|$)/y) !== undefined) {
                return this.compound(start, bodies, words);
            }
            this.source.accept('(');
            do {
                words.push(...this.words());
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
                return this.compound(start, [], words);
            }
            const word = this.source.peek() === '#' ? undefined : this.word();
            if (!word || word.source === '=~' || word.source.includes('\n')) {
                throw new ShellSyntaxError('a test in it is not understood');
            }
            words.push(word);
        }
    }

    private compound(
        start: number,
        bodies: readonly Script[],
        words: readonly Word[] = [],
        variables: readonly string[] = []
    ): CompoundCommand {
        const redirections: Redirection[] = [];
        do {
            this.skipBlanks();
        } while (this.redirection(redirections));
        return { kind: 'compound', source: this.text(start), bodies, words, variables, redirections };
    }

    private simple(start: number): Command {
        const assignments: Assignment[] = [];
        const words: Word[] = [];
        const redirections: Redirection[] = [];
        for (;;) {
            this.skipBlanks();
            if (this.redirection(redirections)) {
                continue;
            }
            const assignment = words.length === 0 ? this.assignment() : undefined;
            if (assignment) {
                assignments.push(assignment);
                continue;
            }
            const word = this.word();
            if (!word) {
                break;
            }
            words.push(word);
            if (words.length === 1 && this.source.match(/[ \t]*\([ \t]*\)/y) !== undefined) {
                this.skipSeparators();
                const body = this.source.nested(() => this.command());
                return { kind: 'function', source: this.text(start), name: word.source, body };
            }
        }
        if (words.length + assignments.length + redirections.length === 0) {
            throw new ShellSyntaxError(`the ${JSON.stringify(this.source.peek() || 'end')} in it is not understood`);
        }
        return { kind: 'simple', source: this.text(start), assignments, words, redirections } satisfies SimpleCommand;
    }

    private assignment(): Assignment | undefined {
        const match = ASSIGNMENT.exec(this.source.text.slice(this.source.position));
        if (!match) {
            return undefined;
        }
        this.source.position += match[0].length;
        if (this.source.peek() === '(' || match[0].includes('[')) {
            throw new ShellSyntaxError('it contains an array, which is not checked');
        }
        const value = this.word() ?? { source: '', literal: '', scripts: [] };
        return { name: match[1], value };
    }

    private redirection(redirections: Redirection[]): boolean {
        const matched = this.source.match(REDIRECTION);
        if (matched === undefined) {
            return false;
        }
        if (/^&|<<<|\d\d/.test(matched)) {
            this.source.requireBash(JSON.stringify(matched));
        }
        const operator = matched.replace(/^\d+/, '');
        this.skipBlanks();
        const target = this.word();
        if (!target) {
            throw new ShellSyntaxError('a redirection in it has no target');
        }
        if (operator !== '<<' && operator !== '<<-') {
            redirections.push({ operator, target });
            return true;
        }
        if (target.literal === undefined || !PLAIN_DELIMITER.test(target.source)) {
            throw new ShellSyntaxError('a here-document in it is not understood');
        }
        this.refuseInSubstitution('a here-document');
        const quoted = /['"\\]/.test(target.source);
        this.hereDocuments.push({ delimiter: target.literal, quoted, stripTabs: operator === '<<-', redirections, operator: '<<' });
        return true;
    }

    private readHereDocuments(): void {
        for (const { delimiter, quoted, stripTabs, redirections, operator } of this.hereDocuments.splice(0)) {
            const lines: string[] = [];
            for (;;) {
                if (this.source.atEnd) {
                    throw new ShellSyntaxError('a here-document in it is not closed');
                }
                const line = this.source.match(/[^\n]*/y) ?? '';
                this.source.accept('\n');
                const kept = stripTabs ? line.replace(/^\t+/, '') : line;
                if (kept === delimiter) {
                    break;
                }
                lines.push(kept);
            }
            const text = lines.join('\n');
            const target = quoted
                ? { source: text, literal: text, scripts: [] }
                : new WordReader(this.source.inner(text), readScript).readHereDocument();
            redirections.push({ operator, target });
        }
    }

    private words(): Word[] {
        const words: Word[] = [];
        for (;;) {
            this.skipBlanks();
            const word = this.word();
            if (!word) {
                return words;
            }
            words.push(word);
        }
    }

    private word(): Word | undefined {
        const word = new WordReader(this.source, readScript).read();
        if (this.hereDocuments.length > 0 && word?.source.includes('\n')) {
            throw new ShellSyntaxError('a here-document in it is not understood');
        }
        if (word?.source.startsWith('{') && /[<>]/.test(this.source.peek())) {
            throw new ShellSyntaxError('a redirection in it sets a variable');
        }
        return word;
    }

    private closer(): string | undefined {
        const next = /[^ \t\n;&|()<>]+/y;
        next.lastIndex = this.source.position;
        const word = next.exec(this.source.text)?.[0];
        return word !== undefined && CLOSERS.includes(word) ? word : undefined;
    }

    private skipBlanks(): void {
        // A line is continued between words only, where there is nothing that its end could be a part of.
        if (this.source.match(/[ \t]+(?:\\\n[ \t]*(?=[\w./"'$|&>-]))?/y)?.includes('\n') && this.hereDocuments.length > 0) {
            throw new ShellSyntaxError('a here-document in it is not understood');
        }
        // A comment goes to the end of the line.
        if (this.source.peek() === '#') {
            this.refuseInSubstitution('a comment');
            this.source.match(/[^\n]*/y);
        }
    }

    private refuseInSubstitution(what: string): void {
        if (this.isSubstitution) {
            throw new ShellSyntaxError(`${what} in a substitution is not checked`);
        }
    }

    /** Skips what stands between commands. An empty command between two semicolons is an error in bash, and harmless. */
    private skipSeparators(): void {
        this.skipBlanks();
        while (this.source.accept('\n')) {
            this.readHereDocuments();
            this.skipBlanks();
        }
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

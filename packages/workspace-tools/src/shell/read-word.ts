import type { ShellSource } from './shell-source';
import { Script, ShellSyntaxError, Word } from './shell-syntax';

/** What stands after a backslash in `$'…'`, and every version of bash takes for the same. */
const ANSI_ESCAPES: Readonly<Record<string, string>> = {
    '\\': '\\',
    "'": "'",
    '"': '"',
    '?': '?',
    a: '\x07',
    b: '\b',
    e: '\x1b',
    E: '\x1b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v'
};

/** What may follow the operator of `${…}`. Quotes, backslashes and expansions in there end where each shell thinks best. */
const PLAIN_OPERAND = /[\w \t.,:;*?@%+=/[\]~^#-]*\}/y;
/** What may stand between backquotes: the shell takes away backslashes there, and inside of quotes other ones than outside. */
const PLAIN_BACKQUOTED = /[^`\\"\n]*`/y;

/** Expansions that are always one word: numbers. */
const NUMBER = /^\$[?#$!]$/;
/**
 * The forms of `${…}` that only show a variable, up to the words in them. All others evaluate arithmetic, which can run commands, set a
 * variable, or use one that is named elsewhere.
 */
const PLAIN_PARAMETER = /#?(?:[A-Za-z_]\w*|\d+|[@*#?$!-])(?:(?=\})|:?[-+?]|%%?|##?|\/[/#%]?|\^\^?|,,?|: ?-?\d+(?::-?\d+)?(?=\}))/y;

/** Reads the script inside a substitution, up to its closing parenthesis. Given by the parser, which the words are a part of. */
export type ReadScript = (source: ShellSource, end: ')' | undefined) => Script;

/** Reads one word. Nothing is guessed: an expansion leaves the value unknown, and what is not understood is an error. */
export class WordReader {
    private value = '';
    private known = true;
    private isPattern = false;
    private splits = false;
    private readonly start: number;
    private readonly scripts: Script[] = [];
    private readonly variables: string[] = [];

    constructor(
        private readonly source: ShellSource,
        private readonly readScript: ReadScript
    ) {
        this.start = source.position;
    }

    /** Reads up to the next character that ends a word; undefined when there is none. */
    read(): Word | undefined {
        while (!this.source.atEnd && !this.atWordEnd()) {
            this.readUnquoted();
        }
        return this.source.position === this.start ? undefined : this.word();
    }

    /** Reads the whole text as if between double quotes, the way a here-document is. Shells look for its end and its expansions in different orders. */
    readHereDocument(): Word {
        if (/`|\$\(|\\(?:\n|$)/.test(this.source.text)) {
            throw new ShellSyntaxError('a here-document in it is not understood');
        }
        while (!this.source.atEnd) {
            this.readExpandable();
        }
        return this.word();
    }

    private word(): Word {
        const source = this.source.text.slice(this.start, this.source.position);
        const isPattern = this.isPattern && this.value !== '[';
        return {
            source,
            scripts: this.scripts,
            ...(this.variables.length > 0 && { variables: this.variables }),
            ...(this.known && (isPattern ? { pattern: this.value } : { literal: this.value })),
            ...((this.splits || isPattern) && { splits: true })
        };
    }

    private atWordEnd(): boolean {
        if (/^[<>]\($/.test(this.source.peek() + this.source.peek(1))) {
            return false;
        }
        return /[ \t\n;&|<>()]/.test(this.source.peek());
    }

    private readUnquoted(): void {
        const { source } = this;
        const character = source.peek();
        if (source.accept("'")) {
            this.value += source.until("'");
        } else if (source.accept('"')) {
            this.readDoubleQuoted();
        } else if (source.startsWith('$"')) {
            throw new ShellSyntaxError('it contains a text to be translated, which is not checked');
        } else if (source.accept("$'")) {
            source.requireBash('"$\'"');
            this.readAnsiQuoted();
        } else if (source.accept('<(') || source.accept('>(')) {
            source.requireBash('a process as a file');
            this.readSubstitution();
        } else if (character === '\\') {
            source.position++;
            this.refuseLineEnd();
            this.value += this.take();
        } else if (character === '$' || character === '`') {
            this.splits ||= !NUMBER.test(character + source.peek(1));
            this.readExpansion();
        } else {
            this.noteMeaning(character);
            this.value += this.take();
        }
    }

    /** What an unquoted character makes of the word. */
    private noteMeaning(character: string): void {
        if (/[*?[]/.test(character)) {
            this.isPattern = true;
        }
        // `{}` at the beginning stands for itself; every other brace may make several words of one.
        const isBraceExpansion = character === '{' && !(this.source.peek(1) === '}' && this.source.position === this.start);
        if (isBraceExpansion) {
            this.source.requireBash('"{"');
        }
        if (isBraceExpansion || this.isHistoryExpansion(character)) {
            this.known = false;
            this.splits = true;
        }
    }

    /** A shell puts an earlier command in the place of `!x` that is typed at its prompt, with all that this command runs. */
    private isHistoryExpansion(character: string): boolean {
        const isExpansion = character === '!' && /[^ \t\n="]/.test(this.source.peek(1));
        if (isExpansion && this.source.dialect.interactive) {
            throw new ShellSyntaxError('it may run an earlier command again');
        }
        return isExpansion;
    }

    private refuseLineEnd(): void {
        if (this.source.peek() === '\n') {
            throw new ShellSyntaxError('a word in it is broken into lines');
        }
    }

    private readDoubleQuoted(): void {
        while (!this.source.accept('"')) {
            if (this.source.atEnd) {
                throw new ShellSyntaxError('a quote is not closed');
            }
            this.readExpandable();
        }
    }

    /** Reads one character or expansion of a text in which quotes stand for themselves. */
    private readExpandable(): void {
        const { source } = this;
        const character = source.peek();
        if (character === '\\') {
            source.position++;
            this.refuseLineEnd();
            this.value += /["$`\\]/.test(source.peek()) ? this.take() : '\\';
        } else if (character === '$' || character === '`') {
            this.readExpansion();
        } else {
            this.known &&= !this.isHistoryExpansion(character);
            this.value += this.take();
        }
    }

    private readAnsiQuoted(): void {
        const { source } = this;
        while (!source.accept("'")) {
            if (!source.accept('\\')) {
                if (source.peek() === '!' && source.dialect.interactive) {
                    // Not every version knows at its prompt where such a text ends.
                    throw new ShellSyntaxError('it may run an earlier command again');
                }
                this.value += this.take();
                continue;
            }
            const byte = source.match(/x[\da-fA-F]{1,2}|[0-7]{1,3}/y);
            if (byte !== undefined) {
                const code = byte.startsWith('x') ? parseInt(byte.slice(1), 16) : parseInt(byte, 8);
                // What is no ASCII is a part of a character only.
                this.value += code > 0x7f ? this.unknown() : String.fromCharCode(code);
            } else if (source.match(/u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}/y) !== undefined) {
                // The locale and the version decide what becomes of it.
                this.value += this.unknown();
            } else {
                this.value += this.ansiEscape(this.take());
            }
        }
        // A shell ends the text at a NUL.
        this.known &&= !this.value.includes('\0');
    }

    private ansiEscape(escaped: string): string {
        if (!Object.hasOwn(ANSI_ESCAPES, escaped)) {
            throw new ShellSyntaxError(`the "\\${escaped}" in it is not understood`);
        }
        return ANSI_ESCAPES[escaped];
    }

    private readExpansion(): void {
        const { source } = this;
        if (source.startsWith('$\\\n')) {
            throw new ShellSyntaxError('it contains an expansion that is broken into lines');
        }
        if (source.accept('`')) {
            this.readBackquoted();
        } else if (source.startsWith('$((') || source.startsWith('$[')) {
            throw new ShellSyntaxError('it contains arithmetic, which is not checked');
        } else if (source.accept('$(')) {
            this.readSubstitution();
        } else if (source.accept('${')) {
            this.known = false;
            source.nested(() => this.readParameter());
        } else {
            const variable = source.match(/\$(?:[A-Za-z_]\w*|[\d@*#?$!-])/y);
            this.value += variable === undefined ? this.take() : this.unknown();
            this.noteVariable(variable);
        }
    }

    private readSubstitution(): void {
        this.known = false;
        this.scripts.push(this.source.nested(() => this.readScript(this.source, ')')));
    }

    private readBackquoted(): void {
        const text = this.source.match(PLAIN_BACKQUOTED);
        if (text === undefined) {
            throw new ShellSyntaxError('it contains backquotes around what is not checked; use $(…)');
        }
        this.known = false;
        this.scripts.push(this.readScript(this.source.inner(text.slice(0, -1)), undefined));
    }

    /** Reads the rest of `${…}`. */
    private readParameter(): void {
        const parameter = this.source.match(PLAIN_PARAMETER);
        if (parameter === undefined || this.source.match(PLAIN_OPERAND) === undefined) {
            throw new ShellSyntaxError('it contains an expansion that is not checked');
        }
        this.noteVariable(parameter);
    }

    /** Notes the name that an expansion begins with, if it is none of those that every shell has. */
    private noteVariable(expansion: string | undefined): void {
        const name = /^[$#]?([A-Za-z_]\w*)/.exec(expansion ?? '')?.[1];
        if (name !== undefined) {
            this.variables.push(name);
        }
    }

    private unknown(): string {
        this.known = false;
        return '';
    }

    private take(): string {
        if (this.source.atEnd) {
            throw new ShellSyntaxError('it ends in the middle of a word');
        }
        return this.source.text.charAt(this.source.position++);
    }
}

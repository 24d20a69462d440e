import type { ShellSource } from './shell-source';
import { Script, ShellSyntaxError, Word } from './shell-syntax';

const ANSI_ESCAPES: Readonly<Record<string, string>> = {
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

/** Reads the script inside a substitution, up to its closing parenthesis. Given by the parser, which the words are a part of. */
export type ReadScript = (source: ShellSource, end: ')' | undefined) => Script;

/** Reads one word. Nothing is guessed: an expansion leaves the value unknown, and what is not understood is an error. */
export class WordReader {
    private value = '';
    private known = true;
    private glob = false;
    private readonly scripts: Script[] = [];

    constructor(
        private readonly source: ShellSource,
        private readonly readScript: ReadScript
    ) {}

    /** Reads up to the next character that ends a word; undefined when there is none. */
    read(): Word | undefined {
        const start = this.source.position;
        while (!this.source.atEnd && !this.atWordEnd()) {
            this.readUnquoted();
        }
        return this.source.position === start ? undefined : this.word(start);
    }

    /** Reads the whole text as if between double quotes, the way a here-document is. */
    readHereDocument(): Word {
        while (!this.source.atEnd) {
            this.readExpandable();
        }
        return this.word(0);
    }

    private word(start: number): Word {
        const source = this.source.text.slice(start, this.source.position);
        return { source, glob: this.glob && this.value !== '[', scripts: this.scripts, ...(this.known && { literal: this.value }) };
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
        } else if (source.accept('"') || source.accept('$"')) {
            this.readDoubleQuoted();
        } else if (source.accept("$'")) {
            this.readAnsiQuoted();
        } else if (source.accept('<(') || source.accept('>(')) {
            this.readSubstitution();
        } else if (character === '\\') {
            source.position++;
            this.value += source.accept('\n') ? '' : this.take();
        } else if (character === '$' || character === '`') {
            this.readExpansion();
        } else {
            this.noteMeaning(character);
            this.value += this.take();
        }
    }

    /** What an unquoted character makes of the word. */
    private noteMeaning(character: string): void {
        if (/[*?[]/.test(character)) {
            this.glob = true;
        }
        // `{}` stands for itself; every other brace may make several words of one.
        const isBraceExpansion = character === '{' && this.source.peek(1) !== '}';
        if (isBraceExpansion || this.isHistoryExpansion(character)) {
            this.known = false;
        }
    }

    /** An interactive shell puts an earlier command in the place of `!x`. */
    private isHistoryExpansion(character: string): boolean {
        return character === '!' && /[\w!?#$^*:-]/.test(this.source.peek(1));
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
            if (/["$`\\]/.test(source.peek())) {
                this.value += this.take();
            } else {
                this.value += source.accept('\n') ? '' : '\\';
            }
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
                this.value += this.take();
                continue;
            }
            const code = source.match(/x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}/y);
            const octal = code === undefined ? source.match(/[0-7]{1,3}/y) : undefined;
            if (code !== undefined || octal !== undefined) {
                const point = code === undefined ? parseInt(octal ?? '', 8) & 0xff : parseInt(code.slice(1), 16);
                this.value += point > 0x10ffff ? this.unknown() : String.fromCodePoint(point);
            } else if (source.peek() === 'c') {
                this.value += this.unknown();
                source.position += 2;
            } else {
                const escaped = this.take();
                this.value += ANSI_ESCAPES[escaped] ?? escaped;
            }
        }
        // A shell ends the text at a NUL.
        this.known &&= !this.value.includes('\0');
    }

    private readExpansion(): void {
        const { source } = this;
        if (source.accept('`')) {
            this.readBackquoted();
        } else if (source.startsWith('$((') || source.startsWith('$[')) {
            throw new ShellSyntaxError('it contains arithmetic, which is not checked');
        } else if (source.accept('$(')) {
            this.readSubstitution();
        } else if (source.accept('${')) {
            this.known = false;
            source.nested(() => this.readParameter());
        } else if (source.match(/\$(?:[A-Za-z_]\w*|[\d@*#?$!-])/y) === undefined) {
            this.value += this.take();
        } else {
            this.known = false;
        }
    }

    private readSubstitution(): void {
        this.known = false;
        this.scripts.push(this.source.nested(() => this.readScript(this.source, ')')));
    }

    private readBackquoted(): void {
        const { source } = this;
        let text = '';
        while (!source.accept('`')) {
            text += source.peek() === '\\' && /[$`\\]/.test(source.peek(1)) ? (source.position++, this.take()) : this.take();
        }
        this.known = false;
        this.scripts.push(this.readScript(source.inner(text), undefined));
    }

    /** Reads the rest of `${…}`: the words in it can hold substitutions of their own. */
    private readParameter(): void {
        const { source } = this;
        // `${x@P}` runs what the variable holds, and `${!x}` reads one that is named elsewhere.
        if (source.peek() === '!' || source.match(/\w+@/y) !== undefined) {
            throw new ShellSyntaxError('it contains an indirect expansion, which is not checked');
        }
        while (!source.accept('}')) {
            if (source.accept("'")) {
                source.until("'");
            } else if (source.accept('"')) {
                this.readDoubleQuoted();
            } else {
                this.readExpandable();
            }
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

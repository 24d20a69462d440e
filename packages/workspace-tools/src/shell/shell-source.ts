import { isPlainLine, ShellDialect } from './shell-dialect';
import { ShellSyntaxError } from './shell-syntax';

/** Nesting and size beyond which a command line is not looked at. */
const DEEPEST_NESTING = 24;
const LONGEST_SOURCE = 16 * 1024;

/** Characters that do not show what they do: controls other than tab and newline, invisible or reordering ones, and unusual blanks. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\p{Cs}]/u;

/** The text of a command line and how far it has been read. */
export class ShellSource {
    position = 0;

    /** @param depth how many substitutions and groups enclose this text */
    constructor(
        readonly text: string,
        readonly dialect: ShellDialect,
        private depth = 0
    ) {
        if (text.length > LONGEST_SOURCE) {
            throw new ShellSyntaxError('it is too long to be checked');
        }
        if (UNSHOWN.test(text.replace(/[\t\n ]/g, ''))) {
            throw new ShellSyntaxError('it contains control or invisible characters');
        }
        if (dialect.syntax === 'plain' && !isPlainLine(text)) {
            throw new ShellSyntaxError('it is more than words, and its shell may read it in another way than it is checked');
        }
        this.checkDepth();
    }

    /** Whether all of the text has been read. */
    get atEnd(): boolean {
        return this.position >= this.text.length;
    }

    /** The character at an offset from here; empty beyond the end. */
    peek(offset = 0): string {
        return this.text.charAt(this.position + offset);
    }

    /** Whether a text is next. */
    startsWith(text: string): boolean {
        return this.text.startsWith(text, this.position);
    }

    /** Goes past a text if it is next. */
    accept(text: string): boolean {
        const found = this.startsWith(text);
        if (found) {
            this.position += text.length;
        }
        return found;
    }

    /** Goes past a text that must be next. Throws where it is not. */
    expect(text: string): void {
        if (!this.accept(text)) {
            throw new ShellSyntaxError(`a ${JSON.stringify(text)} is missing`);
        }
    }

    /** Goes past a match of a sticky expression and returns it. */
    match(expression: RegExp): string | undefined {
        expression.lastIndex = this.position;
        const found = expression.exec(this.text)?.[0];
        this.position += found?.length ?? 0;
        return found;
    }

    /** @throws ShellSyntaxError where the shell is not known to understand something as bash does */
    requireBash(what: string): void {
        if (this.dialect.syntax !== 'bash') {
            throw new ShellSyntaxError(`it contains ${what}, which shells other than bash read in another way`);
        }
    }

    /** Goes past everything up to a text, and past that text; returns what was before it. */
    until(text: string): string {
        const end = this.text.indexOf(text, this.position);
        if (end < 0) {
            throw new ShellSyntaxError(`a ${JSON.stringify(text)} is missing`);
        }
        const before = this.text.slice(this.position, end);
        this.position = end + text.length;
        return before;
    }

    /** Reads something that is nested in what is being read. */
    nested<T>(read: () => T): T {
        this.depth++;
        this.checkDepth();
        const result = read();
        this.depth--;
        return result;
    }

    /** Another text inside this one, such as that between backquotes. */
    inner(text: string): ShellSource {
        return new ShellSource(text, this.dialect, this.depth + 1);
    }

    private checkDepth(): void {
        if (this.depth > DEEPEST_NESTING) {
            throw new ShellSyntaxError('it is nested too deeply to be checked');
        }
    }
}

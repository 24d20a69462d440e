import { ReadScript, WordReader } from './read-word';
import type { ShellSource } from './shell-source';
import { Assignment, Redirection, ShellSyntaxError, Word } from './shell-syntax';

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

/** Reads what commands are made of: words, assignments, redirections, and what stands between them. */
export class ShellTokens {
    private readonly hereDocuments: HereDocument[] = [];

    /** @param isSubstitution whether it reads what is inside of `$(…)`, whose end shells look for in different ways */
    constructor(
        private readonly source: ShellSource,
        private readonly readScript: ReadScript,
        private readonly isSubstitution: boolean
    ) {}

    /** The assignment that is next, if there is one. */
    assignment(): Assignment | undefined {
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

    /** Adds the redirection that is next, if there is one; that of a here-document once its lines are read. */
    redirection(redirections: Redirection[]): boolean {
        const matched = this.source.match(REDIRECTION);
        if (matched === undefined) {
            return false;
        }
        if (/^&|<<<|\d\d/.test(matched)) {
            this.source.requireBash(JSON.stringify(matched));
        }
        const operator = matched.replace(/^\d+/, '');
        const descriptor = operator === matched ? undefined : parseInt(matched, 10);
        this.skipBlanks();
        const target = this.word();
        if (!target) {
            throw new ShellSyntaxError('a redirection in it has no target');
        }
        if (operator !== '<<' && operator !== '<<-') {
            redirections.push({ operator, target, descriptor });
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

    /** Reads the here-documents that the line before has begun. */
    readHereDocuments(): void {
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
                : new WordReader(this.source.inner(text), this.readScript).readHereDocument();
            redirections.push({ operator, target });
        }
    }

    /** Throws when the lines of a here-document have not come yet. */
    refuseOpenHereDocument(): void {
        if (this.hereDocuments.length > 0) {
            throw new ShellSyntaxError('a here-document in it is not closed');
        }
    }

    /** The words up to the next sign that is none. */
    words(): Word[] {
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

    /** The word that is next, if there is one. */
    word(): Word | undefined {
        const word = new WordReader(this.source, this.readScript).read();
        if (this.hereDocuments.length > 0 && word?.source.includes('\n')) {
            throw new ShellSyntaxError('a here-document in it is not understood');
        }
        if (word?.source.startsWith('{') && /[<>]/.test(this.source.peek())) {
            throw new ShellSyntaxError('a redirection in it sets a variable');
        }
        return word;
    }

    /** The word that is next if it ends a script; it is not gone past. */
    closer(): string | undefined {
        const next = /[^ \t\n;&|()<>]+/y;
        next.lastIndex = this.source.position;
        const word = next.exec(this.source.text)?.[0];
        return word !== undefined && CLOSERS.includes(word) ? word : undefined;
    }

    /** Skips what stands between words. */
    skipBlanks(): void {
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

    /** Throws inside of a substitution. */
    refuseInSubstitution(what: string): void {
        if (this.isSubstitution) {
            throw new ShellSyntaxError(`${what} in a substitution is not checked`);
        }
    }

    /** Skips what stands between commands. An empty command between two semicolons is an error in bash, and harmless. */
    skipSeparators(): void {
        this.skipBlanks();
        while (this.source.accept('\n')) {
            this.readHereDocuments();
            this.skipBlanks();
        }
    }
}

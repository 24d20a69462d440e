import { lengthOf } from './any-string';
import { WHOLE_TARGET } from './inline-context';

/** What line starts are made of, but for backticks. A line that goes on and on with these is read as nothing else. */
const MARKS = ' >\\d.)*+\\-_#=~|:';
/** A character that begins nothing but text, a link that is no definition, emphasis or a code span. */
const TEXT_START = `(?=[*_]?[^\\0-${MARKS}[<\\\\\\]\`]|\\[[^\\n\\r<\\\\[\\]\`~]*\\]\\(|\`[${MARKS}]{0,9}[^\\0-${MARKS}\`])`;
/** At most three spaces, a list's marker, strong emphasis or a number that is no marker. */
const TEXT_LINE = `[ ]{0,3}(?:(?:[-*+]|\\d{1,9}[.)]) )?(?:\\d{1,20}:? ?|\\*\\*|__)?${TEXT_START}`;
const LINE_START = `(?:${TEXT_LINE}|#{1,6} (?=[A-Za-z[]))`;
const LINE_END = '(?:\\r?\\n)';
/** Text with whole code spans and links. It never ends where the next character decides what the last one was. */
const PLAIN_REST = `(?:[^\\n\\r<\\\\\\]\`~]+|\`[^\`\\n\\r<|]+\`(?=[^\`])|\\](?=[^(])|${WHOLE_TARGET})*`;
const ANY_REST = '[^\\n\\r]*';

/** Recognizes lines that begin like plain ones: from a place where nothing is open, and from the middle of a line. */
class Lines {
    private readonly first: RegExp;
    private readonly more: RegExp;

    /** `rest`: a pattern of what may follow the beginnings of the lines. */
    constructor(rest: string) {
        const more = `${rest}(?:${LINE_END}+${LINE_START}${rest})*`;
        this.first = new RegExp(`${LINE_END}*${LINE_START}${more}`, 'y');
        this.more = new RegExp(more, 'y');
    }

    /** Whether the whole text is such lines; `inLine`: it goes on with a line that has begun. */
    match(text: string, inLine: boolean): boolean {
        const pattern = inLine ? this.more : this.first;
        pattern.lastIndex = 0;
        return pattern.test(text) && pattern.lastIndex === lengthOf(text) && text !== '';
    }
}

const PLAIN_LINES = new Lines(PLAIN_REST);
const ORDERLY_LINES = new Lines(ANY_REST);

/**
 * Recognizes text in which nothing is code and nothing stays open: paragraphs and lists of the most common kind, which begin where
 * nothing is open. To know that is cheaper than to read it, and may be all that anybody wants to know about it.
 */
export class PlainText {
    private started = false;

    /** The next text begins where nothing is open. */
    restart(): void {
        this.started = false;
    }

    /** Whether a text is plain and goes on as such. It stands behind those that were plain since the last restart. */
    covers(text: string): boolean {
        return this.goOn(PLAIN_LINES.match(text, this.started));
    }

    /** Whether a text is plain up to an empty line behind it: a code span that is open ends there. It stands behind the others. */
    coversParagraphs(text: string): boolean {
        return this.goOn(ORDERLY_LINES.match(text, this.started));
    }

    private goOn(isPlain: boolean): boolean {
        this.started ||= isPlain;
        return isPlain;
    }
}

import { WHOLE_TARGET } from './inline-context';

/** A character that begins nothing but text, a link that is no definition, or emphasis. */
const TEXT_START = '(?=[^\\0- >\\d.)*+\\-_#=~|:[<\\\\\\]]|\\[[^\\n\\r<\\\\[\\]`~]*\\]\\(|[*_][A-Za-z])';
/** At most three spaces, a list's marker, strong emphasis or a number that is no marker. */
const TEXT_LINE = `[ ]{0,3}(?:(?:[-*+]|\\d{1,9}[.)]) )?(?:\\d{1,20}:? ?|\\*\\*|__)?${TEXT_START}`;
const LINE_START = `(?:${TEXT_LINE}|#{1,6} (?=[A-Za-z[]))`;
/** Text with whole code spans and links. It never ends where the next character decides what the last one was. */
const REST = `(?:[^\\n\\r<\\\\\\]\`~]+|\`[^\`\\n\\r<|]+\`(?=[^\`])|\\](?=[^(])|${WHOLE_TARGET})*`;
const LINE_END = '(?:\\r?\\n)';
const MORE_LINES = `(?:${LINE_END}+${LINE_START}${REST})*`;

const LINES = new RegExp(LINE_END + '*' + LINE_START + REST + MORE_LINES, 'y');
const CONTINUATION = new RegExp(REST + MORE_LINES, 'y');

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
        const pattern = this.started ? CONTINUATION : LINES;
        pattern.lastIndex = 0;
        const isPlain = pattern.test(text) && pattern.lastIndex === text.length && text !== '';
        this.started ||= isPlain;
        return isPlain;
    }
}

import { WHOLE_SPAN, WHOLE_TARGET } from './inline-context';

/**
 * At most three spaces, a list's or a heading's marker, emphasis or a number that is no marker; behind them nothing that markdown may
 * take for anything but text.
 */
const LINE_START = '[ ]{0,3}(?:(?:[-*+]|\\d{1,9}[.)]|#{1,6}) )?(?:\\d{1,20}:? ?|\\*\\*|__)?(?=[^\\0- >\\d.)*+\\-_#=~|:[<\\\\\\]])';
/** Text with whole code spans and links. It never ends where the next character decides what the last one was. */
const REST = `(?:[^\\n<\\\\\\]\`~]+|${WHOLE_SPAN}|\\](?=[^(])|${WHOLE_TARGET})*`;
const MORE_LINES = `(?:\\n+${LINE_START}${REST})*`;

const LINES = new RegExp('\\n*' + LINE_START + REST + MORE_LINES, 'y');
const CONTINUATION = new RegExp(REST + MORE_LINES, 'y');

/**
 * Recognizes text in which nothing is code and nothing stays open: paragraphs and lists of the most common kind, which begin where
 * nothing is open. To know that is cheaper than to read it, and may be all that anybody wants to know about it.
 */
export class PlainText {
    private checked = 0;

    /** The next text is another one. */
    restart(): void {
        this.checked = 0;
    }

    /** Whether a text is plain and goes on as such. It is the one that was asked about before, or begins with it. */
    covers(text: string): boolean {
        const pattern = this.checked === 0 ? LINES : CONTINUATION;
        pattern.lastIndex = this.checked;
        if (pattern.test(text)) {
            this.checked = pattern.lastIndex;
        }
        return this.checked === text.length && this.checked > 0;
    }
}

import { CharacterSet } from './character-set';

/** What a block begins with. */
export const OPENER = '%%OS{';

const CLOSE = '}%%';
/** What a quotation may end at. */
const STOPS = new CharacterSet('\n\r{%');

/** The beginning of a block that is shown as code, until there is enough of it to quote. */
export class ShownBlock {
    /** Whether there is one that is not quoted yet. */
    open = false;

    private text = '';

    constructor(private readonly maxLength: number) {}

    /** Its opener was just shown. */
    start(): void {
        this.text = OPENER;
        this.open = true;
    }

    /** Takes text that was shown behind it. Returns whether there is enough of it. */
    add(chunk: string, from: number): boolean {
        this.text += chunk.slice(from, from + this.maxLength + 1 - this.text.length);
        return this.text.length > this.maxLength;
    }

    /** What may be quoted of it: up to the end of the line, the next opener or its own close. Nothing is kept. */
    take(): string {
        const text = this.text;
        this.text = '';
        this.open = false;
        for (let end = STOPS.find(text, OPENER.length); end < text.length; end = STOPS.find(text, end + 1)) {
            const char = text.charAt(end);
            if (char === '{' && text.endsWith(OPENER, end + 1)) {
                return text.slice(0, end + 1 - OPENER.length);
            }
            if (char === '%' && text.endsWith(CLOSE, end + 1)) {
                return text.slice(0, end + 1);
            }
            if (char === '\n' || char === '\r') {
                return text.slice(0, end);
            }
        }
        return text;
    }
}

import { countLines } from '../read/text-encoding';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The lines of a text as places in it: as strings, millions of them would be so much garbage that its collection holds up others. */
export class TextLines {
    readonly count: number;
    /** Where each line begins, and where the text ends. */
    private readonly starts: Int32Array;

    constructor(readonly text: string) {
        this.count = countLines(text);
        this.starts = new Int32Array(this.count + 1);
        let line = 0;
        for (let index = 0; index < text.length; index++) {
            if (text.charCodeAt(index) === LINE_FEED) {
                this.starts[++line] = index + 1;
            }
        }
        this.starts[this.count] = text.length;
    }

    /** Where a line begins; behind the last one the end of the text. */
    start(line: number): number {
        return this.starts[line];
    }

    /** Where a line ends, without its line feed. */
    end(line: number): number {
        return this.starts[line + 1] - (this.isWhole(line) ? 1 : 0);
    }

    /** Whether a line has a line feed, which only the last one may lack. */
    isWhole(line: number): boolean {
        return this.text.charCodeAt(this.starts[line + 1] - 1) === LINE_FEED;
    }

    /** Whether a line has a carriage return at its end, before the line feed if there is one. */
    hasReturn(line: number): boolean {
        const end = this.end(line);
        return withoutReturn(this.text, this.start(line), end) < end;
    }
}

/** The end of a part of a text, or the place before it where the part ends in a carriage return. */
export function withoutReturn(text: string, start: number, end: number): number {
    return end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
}

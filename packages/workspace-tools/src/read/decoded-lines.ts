import type { FoundLines, LinePiece } from './read-lines';
import { ReadRequest } from './read-request';

/** The lines of a text in memory: of a file whose line ends are no single bytes. */
export class DecodedLines {
    private readonly lines: readonly string[];

    constructor(text: string) {
        this.lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    }

    /** The lines that a request wants, in one piece or two. */
    read({ head, tail, maxLines, startLine, endLine }: ReadRequest): FoundLines {
        const totalLines = this.lines.length;
        if (tail !== undefined) {
            return { pieces: [this.piece(Math.max(1, totalLines - tail + 1), totalLines)], totalLines };
        }
        if (maxLines === undefined || totalLines <= maxLines) {
            return { pieces: [this.piece(startLine ?? 1, head ?? endLine ?? totalLines)], totalLines };
        }
        const half = Math.ceil(maxLines / 2);
        const last = totalLines - (maxLines - half) + 1;
        const pieces = [this.piece(1, half), this.piece(last, totalLines)];
        return { pieces, totalLines, omitted: { startLine: half + 1, endLine: last - 1 } };
    }

    private piece(first: number, last: number): LinePiece {
        const lines = this.lines.slice(first - 1, last);
        return { content: lines.join(''), lines: lines.length, startLine: first, isCut: false };
    }
}

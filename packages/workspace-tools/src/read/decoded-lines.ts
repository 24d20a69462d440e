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
        const [first, last] = [startLine ?? 1, Math.min(head ?? endLine ?? totalLines, totalLines)];
        if (maxLines === undefined || last - first < maxLines) {
            return { pieces: [this.piece(first, last)], totalLines };
        }
        const behind = first + Math.ceil(maxLines / 2);
        const next = last - Math.floor(maxLines / 2) + 1;
        const pieces = [this.piece(first, behind - 1), this.piece(next, last)];
        return { pieces, totalLines, omitted: { startLine: behind, endLine: next - 1 } };
    }

    private piece(first: number, last: number): LinePiece {
        const lines = this.lines.slice(first - 1, last);
        return { content: lines.join(''), lines: lines.length, startLine: first, isCut: false, isCutInLine: false };
    }
}

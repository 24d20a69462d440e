import { diff3Merge } from 'node-diff3';

/** Texts that differ in more lines are not compared: it could take minutes. */
const MOST_COMPARED_LINES = 20_000;

/**
 * Three-way merge by lines: what `other` changed of `base` is done to `mine`. Where both changed the same or neighbouring lines in
 * different ways, the lines of `other` are taken if it has precedence; else there is no merge, and the answer is undefined.
 */
export function mergeTexts(base: string, mine: string, other: string, precedence: 'other' | 'none'): string | undefined {
    const [baseLines, mineLines, otherLines] = [linesOf(base), linesOf(mine), linesOf(other)];
    const all = [baseLines, mineLines, otherLines];
    const shortest = Math.min(...all.map(({ length }) => length));
    const isCommon = (at: (lines: readonly string[]) => string | undefined): boolean =>
        at(baseLines) === at(mineLines) && at(baseLines) === at(otherLines);
    let start = 0;
    while (start < shortest && isCommon(lines => lines[start])) {
        start++;
    }
    let end = 0;
    while (end < shortest - start && isCommon(lines => lines.at(-1 - end))) {
        end++;
    }
    const middle = (lines: readonly string[]): string[] => lines.slice(start, lines.length - end);
    const [baseMiddle, mineMiddle, otherMiddle] = [middle(baseLines), middle(mineLines), middle(otherLines)];
    if (Math.max(baseMiddle.length, mineMiddle.length, otherMiddle.length) > MOST_COMPARED_LINES) {
        return precedence === 'other' ? other : undefined;
    }
    const merged = baseLines.slice(0, start);
    for (const { ok, conflict } of diff3Merge(mineMiddle, baseMiddle, otherMiddle, { excludeFalseConflicts: true })) {
        if (conflict && precedence === 'none') {
            return undefined;
        }
        merged.push(...(ok ?? conflict?.b ?? []));
    }
    merged.push(...baseLines.slice(baseLines.length - end));
    return merged.join('');
}

/** Each with its line end, so that a changed line end is a changed line. */
function linesOf(text: string): string[] {
    return text.split(/(?<=\n)/);
}

/** Replaces so many characters at an offset of a text. */
export interface OffsetEdit {
    readonly offset: number;
    readonly length: number;
    readonly text: string;
}

/**
 * The one edit that turns a text into another and touches no line that both have at their beginning or end, so that cursors and
 * highlights there stay where they are; undefined when there is nothing to change.
 */
export function smallestEdit(before: string, after: string): OffsetEdit | undefined {
    if (before === after) {
        return undefined;
    }
    const shortest = Math.min(before.length, after.length);
    let start = 0;
    while (start < shortest && before.charCodeAt(start) === after.charCodeAt(start)) {
        start++;
    }
    // Whole lines, so that neither a character of two units nor a line end of two is ever cut.
    start = start === 0 ? 0 : before.lastIndexOf('\n', start - 1) + 1;
    let end = 0;
    while (end < shortest - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) {
        end++;
    }
    const startsLine = (text: string): boolean => text.length - end === start || text[text.length - end - 1] === '\n';
    if (!startsLine(before) || !startsLine(after)) {
        const lineEnd = before.indexOf('\n', before.length - end);
        end = end === 0 || lineEnd < 0 ? 0 : before.length - 1 - lineEnd;
    }
    return { offset: start, length: before.length - end - start, text: after.slice(start, after.length - end) };
}

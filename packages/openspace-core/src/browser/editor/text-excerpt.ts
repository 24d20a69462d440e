/** Characters of a text that one answer carries. */
export const MAX_EXCERPT_LENGTH = 1024 * 1024;

/** Some lines of a text. */
export interface TextExcerpt {
    readonly content: string;
    /** First and last line of the content, counted from 1. */
    readonly startLine: number;
    readonly endLine: number;
    /** Lines of the whole text, as an editor counts them. */
    readonly lineCount: number;
    /** Whether the content was cut because it is too long. */
    readonly truncated: boolean;
}

/** The lines that were asked for, as far as the text has them: all of them unless told otherwise. */
export function excerptOf(text: string, startLine = 1, endLine = Infinity, maxLength = MAX_EXCERPT_LENGTH): TextExcerpt {
    const lines = text.split('\n');
    const first = Math.min(startLine, endLine, lines.length);
    const last = Math.min(Math.max(startLine, endLine), lines.length);
    const whole = first === 1 && last === lines.length ? text : lines.slice(first - 1, last).join('\n');
    const content = whole.slice(0, maxLength);
    const truncated = content.length < whole.length;
    return {
        content,
        startLine: first,
        endLine: truncated ? first + content.split('\n').length - 1 : last,
        lineCount: lines.length,
        truncated
    };
}

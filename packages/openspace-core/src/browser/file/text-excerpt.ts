import { LIMITS } from '@openspace/protocol';
import type { FileLines } from '../../common';
import type { CommandOrigin } from '../command/openspace-command';

/** Some lines of a text. */
export interface TextExcerpt {
    readonly content: string;
    /** First and last line of the content, counted from 1. */
    readonly startLine: number;
    readonly endLine: number;
    /** Lines of the whole text, as an editor counts them; infinite where nobody has. */
    readonly lineCount: number;
    /** Whether lines that were asked for are missing, because the content would be too long. */
    readonly truncated: boolean;
    /** Whether even the last line of the content is not there to its end: it is too long by itself. */
    readonly lineCut: boolean;
}

/** Characters of a text that one answer carries: an agent is sent less than a person can look at. */
export function answerLengthFor({ by }: CommandOrigin): number {
    return by === 'agent' ? LIMITS.answerCharacters : LIMITS.readBytes;
}

/** The lines that were asked for, as far as the text has them: all of them unless told otherwise. Cut at the end of a line. */
export function excerptOf(text: string, startLine = 1, endLine = Infinity, maxLength = Infinity): TextExcerpt {
    const lines = text.split('\n');
    const first = Math.min(startLine, endLine, lines.length);
    const last = Math.min(Math.max(startLine, endLine), lines.length);
    const whole = first === 1 && last === lines.length ? text : lines.slice(first - 1, last).join('\n');
    if (whole.length <= maxLength) {
        return { content: whole, startLine: first, endLine: last, lineCount: lines.length, truncated: false, lineCut: false };
    }
    const lineEnd = whole.lastIndexOf('\n', maxLength);
    const content = whole.slice(0, lineEnd < 0 ? maxLength : lineEnd);
    return {
        content,
        startLine: first,
        endLine: first + content.split('\n').length - 1,
        lineCount: lines.length,
        truncated: true,
        lineCut: lineEnd < 0
    };
}

/** The lines of a part that was read of a file, cut like any other. */
export function excerptOfLines({ content, startLine, totalLines = Infinity, truncated }: FileLines, maxLength: number): TextExcerpt {
    const lines = content.split('\n');
    const isEnd = startLine + lines.length - 1 > totalLines;
    const text = isEnd || truncated ? content : content.replace(/\n$/, '');
    // What was cut before has no line end at its end.
    const excerpt = excerptOf(text, 1, Infinity, truncated ? Math.min(maxLength, text.length - 1) : maxLength);
    const endLine = startLine + excerpt.endLine - 1;
    return { ...excerpt, startLine, endLine, lineCount: Math.max(endLine, totalLines) };
}

/** Where lines stand, in words: "lines 2 to 5 of 9". */
export function placeOf({ startLine, endLine, lineCount }: TextExcerpt): string {
    return `lines ${startLine} to ${endLine}${ofAll(lineCount)}`;
}

/** What a reader must know of an excerpt that was cut, to go behind ", "; undefined for one that was not. */
export function describeCut({ truncated, lineCut, endLine, lineCount }: TextExcerpt): string | undefined {
    if (!truncated) {
        return undefined;
    }
    const rest = endLine < lineCount ? `; read the rest with openspace.editor.read_file and startLine ${endLine + 1}` : '';
    return lineCut
        ? `cut within line ${endLine}, which is too long for one answer${rest}`
        : `cut after line ${endLine}${ofAll(lineCount)}${rest}`;
}

function ofAll(lineCount: number): string {
    return Number.isFinite(lineCount) ? ` of ${lineCount}` : '';
}

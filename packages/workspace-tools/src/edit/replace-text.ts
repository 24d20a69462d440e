import { quotePath } from '../quote-path';
import { countLines } from '../read/text-encoding';
import { WorkspaceError } from '../workspace-error';
import { withLineEndsOf } from './line-end-choice';

/** An exact text to replace in the text of a file. */
export interface TextReplacement {
    /** The file, for messages. */
    readonly path: string;
    readonly text: string;
    readonly oldText: string;
    readonly newText: string;
    readonly replaceAll?: boolean;
    /** Characters that the result may have at most. */
    readonly maxLength: number;
}

export interface ReplacedText {
    readonly content: string;
    readonly replacements: number;
    readonly linesChanged: number;
}

/**
 * Replaces an exact text in the one place where it stands, or in all. In a file with CRLF the texts may have LF.
 * @throws WorkspaceError `text-not-found`, `ambiguous-text` or `too-large`
 */
export function replaceText({ path, text, replaceAll, maxLength, ...given }: TextReplacement): ReplacedText {
    const { oldText, newText } = withLineEndsOf(text, given);
    const replacements = countOccurrences(text, oldText);
    if (replacements === 0) {
        throw new WorkspaceError(
            'text-not-found',
            `${quotePath(path)} does not contain the old text. Read the file again and copy the text exactly, with its spaces and line ends, but without line numbers.`,
            { path, count: 0 }
        );
    }
    const places = replacements === 1 && overlapsItself(text, oldText) ? 2 : replacements;
    if (places > 1 && !replaceAll) {
        throw new WorkspaceError(
            'ambiguous-text',
            `${quotePath(path)} contains the old text ${places} times. Give more of the text around the place that is meant, or replace all.`,
            { path, count: places }
        );
    }
    const length = text.length + replacements * (newText.length - oldText.length);
    if (length > maxLength) {
        throw new WorkspaceError('too-large', `${quotePath(path)} would grow beyond what may be written. Change less at once.`, {
            path,
            size: length,
            limit: maxLength
        });
    }
    const pieces = text.split(oldText);
    const onSameLine = countWithoutLineEnd(pieces);
    const linesOf = (part: string): number => replacements * countLines(part) - (part.endsWith('\n') ? 0 : onSameLine);
    // Split and joined, since a replacement text of `replace` would have its `$` expanded.
    return { content: pieces.join(newText), replacements, linesChanged: Math.max(linesOf(oldText), linesOf(newText)) };
}

/** How often the text between two places of a text has no line end, so that both stand on one line, which counts once. */
function countWithoutLineEnd(pieces: readonly string[]): number {
    let count = 0;
    for (let index = 1; index < pieces.length - 1; index++) {
        count += pieces[index].includes('\n') ? 0 : 1;
    }
    return count;
}

function countOccurrences(text: string, part: string): number {
    let count = 0;
    for (let index = text.indexOf(part); index >= 0; index = text.indexOf(part, index + part.length)) {
        count++;
    }
    return count;
}

/** Whether a part stands once more within its first place and behind, so that two places are possible although only one can be replaced. */
function overlapsItself(text: string, part: string): boolean {
    return text.includes(part, text.indexOf(part) + 1);
}

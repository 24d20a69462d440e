import type { TextReplacement } from './replace-text';

/** The texts of a replacement. */
type OldAndNew = Pick<TextReplacement, 'oldText' | 'newText'>;

/**
 * The old and the new text with the line ends of a file that has CRLF: models write LF, whatever the file has. What stands in the file
 * exactly is left as it is, so that line ends themselves can be replaced. Texts of other files never change.
 */
export function withLineEndsOf(text: string, { oldText, newText }: OldAndNew): OldAndNew {
    const isOneLine = !/[\r\n]/.test(oldText);
    if (isOneLine ? !newText.includes('\n') : !oldText.includes('\n') || standsIn(text, oldText)) {
        return { oldText, newText };
    }
    return hasMostlyCrlf(text) ? { oldText: withCrlf(oldText), newText: withCrlf(newText) } : { oldText, newText };
}

/** Whether a text has a part as it is: the line feed of a CRLF is no beginning of one. */
function standsIn(text: string, part: string): boolean {
    let index = text.indexOf(part);
    while (index > 0 && part.startsWith('\n') && text[index - 1] === '\r') {
        index = text.indexOf(part, index + 1);
    }
    return index >= 0;
}

function withCrlf(text: string): string {
    return text.replace(/\r?\n/g, '\r\n');
}

function hasMostlyCrlf(text: string): boolean {
    let excess = 0;
    for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
        excess += text[index - 1] === '\r' ? 1 : -1;
    }
    return excess > 0;
}

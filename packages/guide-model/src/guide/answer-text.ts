/** Characters inside JSON strings by which a reader of markdown could see code or HTML, or the end of the block. */
const TELLING_CHARACTERS = /[`~<>&%]|[^\x20-\x7e]/g;

/** A block that makes the IDE run a command. Telling characters stand as JSON escapes, hence it survives any file name. */
export function commandBlock(cmd: string, args: Readonly<Record<string, unknown>>): string {
    const json = JSON.stringify({ cmd, args });
    return `%%OS${json.replace(TELLING_CHARACTERS, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}%%`;
}

/**
 * Sentences and blocks, each in a paragraph of its own: behind words on the same line, a block may be read as part of a table or of
 * code, and would not run.
 */
export function inParagraphs(...parts: readonly string[]): string {
    return parts.join('\n\n');
}

/** Somebody else's text without anything that could run. */
export function withoutBlocks(text: string): string {
    return text.replaceAll('%%', '% %');
}

/** Somebody else's words as inline code on one line: shortened, and never a command. */
export function quoted(words: string, maxLength = 200): string {
    const line = withoutBlocks(words.replace(/[\s\p{Cc}]+/gu, ' '))
        .replaceAll('`', "'")
        .trim();
    const characters = Array.from(line);
    return `\`${characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line}\``;
}

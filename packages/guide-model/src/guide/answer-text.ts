/** Characters inside JSON strings by which a reader of markdown could see code or HTML, or the end of the block. */
const TELLING_CHARACTERS = /[`~<>&%]|[^\x20-\x7e]/g;

/**
 * A block that makes the IDE run a command. It goes right behind the sentence it belongs to, so that the text reads well
 * without it. Telling characters stand as JSON escapes, hence the block survives any file name.
 */
export function commandBlock(cmd: string, args: Readonly<Record<string, unknown>>): string {
    const json = JSON.stringify({ cmd, args });
    return `%%OS${json.replace(TELLING_CHARACTERS, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}%%`;
}

/** Somebody else's words as inline code on one line: shortened, and never a command. */
export function quoted(words: string, maxLength = 200): string {
    const line = words
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .replaceAll('%%', '% %')
        .replaceAll('`', "'")
        .trim();
    const characters = Array.from(line);
    return `\`${characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line}\``;
}

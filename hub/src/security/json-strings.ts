/** Characters of a JSON text, as its bytes. */
export const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,');

/** Where the string of a JSON text ends whose opening quote stands before `from`: at its closing quote, or behind the text without one. */
export function stringEnd(text: Buffer, from: number): number {
    let at = from;
    while (at < text.length && text[at] !== QUOTE) {
        at += text[at] === BACKSLASH ? 2 : 1;
    }
    return at;
}

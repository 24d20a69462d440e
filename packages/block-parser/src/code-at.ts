// eslint-disable-next-line @typescript-eslint/unbound-method -- It is called with its text.
const charCodeAt = String.prototype.charCodeAt;

/**
 * The UTF-16 code unit at a position. Inside the engine there are a dozen kinds of strings (pieces, parts, joined ones, of one or
 * two bytes for each character), and a method that is looked up in strings of more than four kinds is looked up slowly every time.
 * This one is not looked up in the string.
 */
export function codeAt(text: string, position: number): number {
    return charCodeAt.call(text, position);
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- It is called with its text.
const charCodeAt = String.prototype.charCodeAt;

/*
 * Inside the engine there are a dozen kinds of strings (pieces, parts, joined ones, of one or two bytes for each character), and
 * what is looked up in strings of more than four kinds is looked up slowly every time. These functions look nothing up.
 */

/** The number of UTF-16 code units. */
export function lengthOf(text: string): number {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- The engine leaves it out, and knows a string of any kind.
    return ('' + text).length;
}

/** The UTF-16 code unit at a position; -1 before the text and behind it. To ask the engine for one there makes all asking slow. */
export function codeAt(text: string, position: number): number {
    return position >= 0 && position < lengthOf(text) ? charCodeAt.call(text, position) : -1;
}

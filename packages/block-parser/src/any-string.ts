/* eslint-disable @typescript-eslint/unbound-method -- They are called with their text. */
const { charCodeAt, indexOf, slice } = String.prototype;
/* eslint-enable @typescript-eslint/unbound-method */

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

/** The position of the first occurrence, or -1. */
export function find(text: string, wanted: string, from: number): number {
    return indexOf.call(text, wanted, from);
}

/** The characters of a range. */
export function cut(text: string, from: number, to: number): string {
    return slice.call(text, from, to);
}

/** What stands in a text for bytes that are none. */
const REPLACEMENT = '\ufffd';

/** Whether a path was read of bytes that are no text, as far as it tells: then it leads nowhere. */
export function mayBeUnnamed(path: string): boolean {
    return path.includes(REPLACEMENT);
}

/** A text of several lines in one, with a sign where it is cut. */
export function oneLine(text: string, longest: number): string {
    const line = text.replace(/\s+/g, ' ').trim();
    return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

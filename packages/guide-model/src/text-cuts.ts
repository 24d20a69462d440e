/** The text in consecutive pieces, cut before each of the given UTF-16 positions; a position outside the text cuts nothing. */
export function cutAt(text: string, positions: readonly number[]): string[] {
    const inside = positions.filter(position => position > 0 && position < text.length);
    const starts = [0, ...new Set(inside.sort((left, right) => left - right))];
    return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

/** Every way to cut the text in two: for "the answer is the same wherever the model cuts it". */
export function everyCut(text: string): string[][] {
    return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => cutAt(text, [index + 1]));
}

/** The text in pieces of so many whole characters; the last piece may be shorter. */
export function inPieces(text: string, charactersPerPiece: number): string[] {
    const characters = Array.from(text);
    const count = Math.ceil(characters.length / charactersPerPiece);
    return Array.from({ length: count }, (_, index) =>
        characters.slice(index * charactersPerPiece, (index + 1) * charactersPerPiece).join('')
    );
}

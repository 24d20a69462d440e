/** The items in an order that fast-check chose: the numbers are its stream. */
export function shuffled<T>(items: readonly T[], chances: Iterator<number>): T[] {
    return items
        .map(item => ({ item, rank: Number(chances.next().value) }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ item }) => item);
}

/** Matches a sequence with one kind of repeating wildcard by returning to the last wildcard only, so never exponentially. */
export function matchSequence<P, I>(
    pattern: ArrayLike<P>,
    items: ArrayLike<I>,
    wildcard: P,
    matchOne: (element: P, item: I) => boolean
): boolean {
    let position = 0;
    let lastWildcard = -1;
    let resumeAt = 0;
    let item = 0;
    while (item < items.length) {
        if (position < pattern.length && pattern[position] === wildcard) {
            lastWildcard = position++;
            resumeAt = item;
        } else if (position < pattern.length && matchOne(pattern[position], items[item])) {
            position++;
            item++;
        } else if (lastWildcard >= 0) {
            position = lastWildcard + 1;
            item = ++resumeAt;
        } else {
            return false;
        }
    }
    while (position < pattern.length && pattern[position] === wildcard) {
        position++;
    }
    return position === pattern.length;
}

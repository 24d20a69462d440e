/** The classes that POSIX names, of characters that are one byte long. */
const NAMED_CLASSES: Readonly<Record<string, RegExp>> = {
    alnum: /[a-z0-9]/i,
    alpha: /[a-z]/i,
    blank: /[ \t]/,
    // eslint-disable-next-line no-control-regex -- this is what the class stands for
    cntrl: /[\0-\x1f\x7f]/,
    digit: /[0-9]/,
    graph: /[!-~]/,
    lower: /[a-z]/,
    print: /[ -~]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[ \t\n\v\f\r]/,
    upper: /[A-Z]/,
    xdigit: /[0-9a-f]/i
};

/**
 * Reads a class such as `[a-z]`, `[!ab]` or `[[:digit:]_]` as git does.
 * @param start where its bracket opens
 * @returns which characters are in it and where its bracket closes; undefined when it does not, or names a class that there is none of
 */
export function parseCharacterClass(
    pattern: string,
    start: number
): { readonly isMember: (character: string) => boolean; readonly end: number } | undefined {
    const tests: ((character: string) => boolean)[] = [];
    const isNegated = ['!', '^'].includes(pattern[start + 1]);
    let index = start + (isNegated ? 2 : 1);
    /** Where a range may begin. */
    let previous: string | undefined;
    // A bracket that comes first is a member.
    do {
        let character = pattern[index];
        if (character === '-' && previous !== undefined && index + 1 < pattern.length && pattern[index + 1] !== ']') {
            const from = previous;
            index += pattern[index + 1] === '\\' ? 2 : 1;
            const to = pattern[index];
            tests.push(candidate => from <= candidate && candidate <= to);
            previous = undefined;
        } else if (character === '[' && pattern[index + 1] === ':' && namedClassEnd(pattern, index) !== undefined) {
            const end = namedClassEnd(pattern, index) ?? 0;
            const named =
                Object.hasOwn(NAMED_CLASSES, pattern.slice(index + 2, end - 1)) && NAMED_CLASSES[pattern.slice(index + 2, end - 1)];
            if (!named) {
                return undefined;
            }
            tests.push(candidate => named.test(candidate));
            [index, previous] = [end, undefined];
        } else {
            if (character === '\\') {
                character = pattern[++index];
            }
            const member = character;
            tests.push(candidate => candidate === member);
            previous = member;
        }
        index++;
        if (index >= pattern.length) {
            return undefined;
        }
    } while (pattern[index] !== ']');
    return { isMember: character => tests.some(test => test(character)) !== isNegated, end: index };
}

/** Where the bracket closes that ends the name of a class; undefined when there is no such name. */
function namedClassEnd(pattern: string, start: number): number | undefined {
    const end = pattern.indexOf(']', start + 2);
    return end > start + 2 && pattern[end - 1] === ':' ? end : undefined;
}

/** What could begin another command, or make one of an argument. A star does not stand for it. */
const ACTIVE = /[;&|<>(){}$`\\\n\r]/;

const STAR = Symbol('star');

/**
 * Whether a pattern that a person approved covers a command line. `*` stands for any text within one command, a backslash before a
 * character for that character itself. Takes time in proportion to the product of both lengths at most.
 */
export function coversCommand(pattern: string, commandLine: string): boolean {
    const elements = parse(pattern);
    let [position, item, lastStar, resumeAt] = [0, 0, -1, 0];
    while (item < commandLine.length) {
        if (elements[position] === STAR) {
            lastStar = position++;
            resumeAt = item;
        } else if (elements[position] === commandLine[item]) {
            position++;
            item++;
        } else if (lastStar >= 0 && !ACTIVE.test(commandLine[resumeAt])) {
            position = lastStar + 1;
            item = ++resumeAt;
        } else {
            return false;
        }
    }
    return elements.slice(position).every(element => element === STAR);
}

/** The pattern that covers this command line alone. */
export function exactPattern(commandLine: string): string {
    return commandLine.replace(/[\\*]/g, '\\$&');
}

function parse(pattern: string): (string | typeof STAR)[] {
    const elements: (string | typeof STAR)[] = [];
    for (let index = 0; index < pattern.length; index++) {
        const character = pattern[index];
        if (character === '\\' && index + 1 < pattern.length) {
            elements.push(pattern[++index]);
        } else {
            elements.push(character === '*' ? STAR : character);
        }
    }
    return elements;
}

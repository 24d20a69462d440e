/** Matches names by one segment of a glob. */
export interface GlobSegment {
    /** The work is at most the product of both lengths. */
    matches(name: string): boolean;
}

/** A class without its closing bracket. */
export class UnclosedClassError extends Error {}

/**
 * Reads a segment of a glob that is not `**`: plain text, stars, question marks and classes.
 * @throws UnclosedClassError
 */
export function parseGlobSegment(text: string): GlobSegment {
    return /[?[]/.test(text) ? new TokenSegment(text) : new StarredSegment(text);
}

/** A segment with no wildcard but stars: the texts between them. */
class StarredSegment implements GlobSegment {
    private readonly first: string;
    /** Undefined without a star. */
    private readonly last: string | undefined;
    private readonly between: readonly string[];

    constructor(segment: string) {
        const [first, ...others] = segment.split(/\*+/);
        this.first = first;
        this.last = others.pop();
        this.between = others;
    }

    /** Takes each text where it comes first, so it never goes back. */
    matches(name: string): boolean {
        if (this.last === undefined) {
            return name === this.first;
        }
        const end = name.length - this.last.length;
        if (end < this.first.length || !name.startsWith(this.first) || !name.endsWith(this.last)) {
            return false;
        }
        let position = this.first.length;
        for (const text of this.between) {
            const found = name.indexOf(text, position);
            if (found < 0 || found + text.length > end) {
                return false;
            }
            position = found + text.length;
        }
        return true;
    }
}

/** Tokens that are no code of a character; what is below them is the number of a class. */
const STAR = -1;
const ANY = -2;
const FIRST_CLASS = -3;

/** A segment of which each token takes one character, or any number of them. */
class TokenSegment implements GlobSegment {
    private readonly tokens: readonly number[];
    private readonly classes: CharacterClass[] = [];

    constructor(segment: string) {
        const characters = Array.from(segment);
        const tokens: number[] = [];
        for (let index = 0; index < characters.length; index++) {
            if (characters[index] === '*') {
                tokens.push(STAR);
            } else if (characters[index] === '?') {
                tokens.push(ANY);
            } else if (characters[index] === '[') {
                const end = classEnd(characters, index);
                tokens.push(FIRST_CLASS - this.classes.length);
                this.classes.push(new CharacterClass(characters.slice(index + 1, end)));
                index = end;
            } else {
                tokens.push(codeOf(characters[index]));
            }
        }
        this.tokens = tokens;
    }

    /** Compares numbers only and returns to the last star only, since a hostile pattern takes a great many steps. */
    matches(name: string): boolean {
        const codes = codesOf(name);
        const { tokens } = this;
        let [token, code, lastStar, resumeAt] = [0, 0, -1, 0];
        while (code < codes.length) {
            if (token < tokens.length && tokens[token] === STAR) {
                lastStar = token++;
                resumeAt = code;
            } else if (token < tokens.length && this.takes(tokens[token], codes[code])) {
                token++;
                code++;
            } else if (lastStar >= 0) {
                token = lastStar + 1;
                code = ++resumeAt;
            } else {
                return false;
            }
        }
        while (token < tokens.length && tokens[token] === STAR) {
            token++;
        }
        return token === tokens.length;
    }

    private takes(token: number, code: number): boolean {
        return token === code || token === ANY || (token <= FIRST_CLASS && this.classes[FIRST_CLASS - token].has(code));
    }
}

/** A class such as `[a-z]` or `[!ab]`. */
class CharacterClass {
    private readonly isNegated: boolean;
    private readonly ranges: [from: number, to: number][] = [];
    /** The answer for the characters that most names are made of. */
    private readonly asciiMembers: readonly boolean[];

    constructor(content: readonly string[]) {
        this.isNegated = content[0] === '!' || content[0] === '^';
        const codes = content.slice(this.isNegated ? 1 : 0).map(codeOf);
        for (let index = 0; index < codes.length; index++) {
            const isRange = codes[index + 1] === codeOf('-') && index + 2 < codes.length;
            this.ranges.push([codes[index], codes[isRange ? index + 2 : index]]);
            index += isRange ? 2 : 0;
        }
        this.asciiMembers = Array.from({ length: 128 }, (_, code) => this.isMember(code));
    }

    /** Whether the character with this code is in the class. */
    has(code: number): boolean {
        return code < 128 ? this.asciiMembers[code] : this.isMember(code);
    }

    private isMember(code: number): boolean {
        return this.ranges.some(([from, to]) => from <= code && code <= to) !== this.isNegated;
    }
}

/** A bracket right after the opening one is a member of the class, as in every shell. */
function classEnd(characters: readonly string[], start: number): number {
    const isNegated = characters[start + 1] === '!' || characters[start + 1] === '^';
    const end = characters.indexOf(']', start + (isNegated ? 3 : 2));
    if (end < 0) {
        throw new UnclosedClassError();
    }
    return end;
}

function codeOf(character: string): number {
    return character.codePointAt(0) ?? 0;
}

function codesOf(name: string): readonly number[] {
    const codes: number[] = [];
    for (let index = 0; index < name.length; index++) {
        const code = name.codePointAt(index) ?? 0;
        codes.push(code);
        index += code > 0xffff ? 1 : 0;
    }
    return codes;
}

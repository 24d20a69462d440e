import { matchSequence } from './match-sequence';
import { quotePath } from './quote-path';
import { WorkspaceError } from './workspace-error';

const LONGEST_PATTERN = 256;
/** Characters of all alternatives together, which bounds the work for one path. */
const LONGEST_EXPANSION = 1024;

/** One element of a segment: a literal or class that takes one character, or a star that takes any number. */
type Token = '*' | ((character: string) => boolean);
/** A segment with no wildcard but stars: the texts between them. */
class StarredSegment {
    private readonly first: string;
    private readonly between: readonly string[];
    private readonly last: string;

    constructor(segment: string) {
        const texts = segment.split(/\*+/);
        [this.first, this.between, this.last] = [texts[0], texts.slice(1, -1), texts[texts.length - 1]];
    }

    /** Takes each text where it comes first, so it never goes back. */
    matches(name: string): boolean {
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

/** A segment of a pattern: plain text, of which `**` takes any number of segments, texts between stars, or tokens. */
type Segment = string | StarredSegment | readonly Token[];

/**
 * A glob over paths with forward slashes: `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}` and `**`. Unlike a glob that becomes a
 * regular expression it cannot backtrack without bound: the work for one path is at most the product of its length and of
 * that of the pattern with its braces expanded.
 */
export class GlobPattern {
    private readonly alternatives: readonly (readonly Segment[])[];
    private readonly anchored: boolean;

    /** @throws WorkspaceError `invalid-pattern` when the pattern is empty, too long, unbalanced or has too many alternatives. */
    constructor(pattern: string) {
        if (pattern === '' || pattern.length > LONGEST_PATTERN || pattern.includes('\0')) {
            throw invalid(pattern, `must have 1 to ${LONGEST_PATTERN} characters`);
        }
        this.anchored = pattern.startsWith('/');
        this.alternatives = expandBraces(pattern).map(alternative =>
            alternative
                .split('/')
                .filter(segment => segment !== '' && segment !== '.')
                .map(segment => parseSegment(segment, pattern))
                // Neighbouring `**` mean the same as one.
                .filter((segment, index, all) => segment !== '**' || all[index - 1] !== '**')
        );
    }

    /** Whether the pattern matches all segments of a path. */
    matches(segments: readonly string[]): boolean {
        return this.alternatives.some(alternative => matchSequence(alternative, segments, '**', matchSegment));
    }

    /** Whether the pattern may match a path with this last segment, which is told sooner. */
    mayMatchName(name: string): boolean {
        return this.alternatives.some(alternative => alternative.length > 0 && matchSegment(alternative[alternative.length - 1], name));
    }

    /**
     * Whether the pattern matches the path or one of the directories that it lies in. As in `.gitignore`, a pattern without a
     * slash inside may match at any depth, one with a slash counts from the root.
     */
    covers(segments: readonly string[]): boolean {
        return this.alternatives.some(alternative =>
            alternative.length === 1 && !this.anchored
                ? segments.some(segment => matchSegment(alternative[0], segment))
                : matchSequence([...alternative, '**'], segments, '**', matchSegment)
        );
    }
}

function matchSegment(pattern: Segment, segment: string): boolean {
    if (typeof pattern === 'string') {
        return pattern === segment || pattern === '**';
    }
    return pattern instanceof StarredSegment
        ? pattern.matches(segment)
        : matchSequence<Token, string>(pattern, toCharacters(segment), '*', (token, character) => token !== '*' && token(character));
}

/** A string is a sequence of characters as it stands, unless it has characters of two code units. */
function toCharacters(segment: string): ArrayLike<string> {
    return /[\ud800-\udfff]/.test(segment) ? Array.from(segment) : segment;
}

function parseSegment(segment: string, pattern: string): Segment {
    if (segment === '**' || !/[*?[]/.test(segment)) {
        return segment;
    }
    return /[?[]/.test(segment) ? parseTokens(segment, pattern) : new StarredSegment(segment);
}

function parseTokens(segment: string, pattern: string): readonly Token[] {
    const characters = Array.from(segment);
    const tokens: Token[] = [];
    for (let index = 0; index < characters.length; index++) {
        const character = characters[index];
        if (character === '*') {
            tokens.push('*');
        } else if (character === '?') {
            tokens.push(() => true);
        } else if (character === '[') {
            // A bracket right after the opening one is a member of the class, as in every shell.
            const negated = characters[index + 1] === '!' || characters[index + 1] === '^';
            const start = index + (negated ? 2 : 1);
            const end = characters.indexOf(']', start + 1);
            if (end < 0) {
                throw invalid(pattern, 'has a "[" without its "]"');
            }
            const isMember = parseClass(characters.slice(start, end));
            tokens.push(candidate => isMember(candidate) !== negated);
            index = end;
        } else {
            tokens.push(candidate => candidate === character);
        }
    }
    return tokens;
}

function parseClass(members: readonly string[]): (character: string) => boolean {
    const ranges: [from: string, to: string][] = [];
    for (let index = 0; index < members.length; index++) {
        const isRange = members[index + 1] === '-' && index + 2 < members.length;
        ranges.push([members[index], members[isRange ? index + 2 : index]]);
        index += isRange ? 2 : 0;
    }
    return character => ranges.some(([from, to]) => from <= character && character <= to);
}

/** All patterns that the braces of a pattern stand for; nested braces are resolved from the outermost inwards. */
function expandBraces(pattern: string): string[] {
    const finished: string[] = [];
    const open = [pattern];
    for (let current = open.pop(); current !== undefined; current = open.pop()) {
        const start = current.indexOf('{');
        if (start < 0) {
            finished.push(current);
        } else {
            const { options, end } = braceOptions(current, start, pattern);
            const [head, tail] = [current.slice(0, start), current.slice(end + 1)];
            open.push(...options.map(option => head + option + tail));
        }
        if (finished.length + open.length > 1 && finished.concat(open).join('').length > LONGEST_EXPANSION) {
            throw invalid(pattern, 'stands for too many alternatives');
        }
    }
    return finished;
}

function braceOptions(text: string, start: number, pattern: string): { options: string[]; end: number } {
    const options: string[] = [];
    let depth = 0;
    let optionStart = start + 1;
    for (let index = start; index < text.length; index++) {
        const character = text[index];
        if (character === '{') {
            depth++;
        } else if (character === '}' && --depth === 0) {
            options.push(text.slice(optionStart, index));
            return { options, end: index };
        } else if (character === ',' && depth === 1) {
            options.push(text.slice(optionStart, index));
            optionStart = index + 1;
        }
    }
    throw invalid(pattern, 'has a "{" without its "}"');
}

function invalid(pattern: string, problem: string): WorkspaceError {
    return new WorkspaceError(
        'invalid-pattern',
        `The pattern ${quotePath(pattern)} ${problem}. Use a glob such as "src/**/*.ts"; wildcards are *, ?, [a-z], {a,b} and **.`
    );
}

import { matchSequence } from '../match-sequence';
import { parseCharacterClass } from './character-class';

/** What one or more characters of a name must be. A star takes any number of them. */
type Token = '*' | ((character: string) => boolean);
/** What a segment of a path must be; `**` takes any number of segments. */
type Segment = '**' | readonly Token[];

/** Lines of a file are read byte by byte, as git compares them; so a name is compared by its bytes. */
export function toBytes(name: string): string {
    return /^[\0-\x7f]*$/.test(name) ? name : Buffer.from(name).toString('latin1');
}

/**
 * A line of a `.gitignore` file, which means what it means to git. The work for one path is at most the product of its length and of
 * that of the line, whatever is written there.
 */
export class IgnorePattern {
    /** Whether it takes back what lines above it said. */
    readonly isNegated: boolean;
    private readonly isForDirectories: boolean;
    /** Whether it counts at any depth. */
    private readonly isName: boolean;
    private readonly segments: readonly Segment[];

    private constructor(line: string) {
        this.isNegated = line.startsWith('!');
        const text = this.isNegated ? line.slice(1) : line;
        this.isForDirectories = text.endsWith('/');
        const pattern = this.isForDirectories ? text.slice(0, -1) : text;
        this.isName = !pattern.includes('/');
        this.segments = parseSegments(pattern.startsWith('/') ? pattern.slice(1) : pattern);
    }

    /**
     * The pattern of a line; undefined when it says nothing.
     * @param line without its line end, each character a byte
     */
    static parse(line: string): IgnorePattern | undefined {
        const text = withoutTrailingSpaces(line);
        return text === '' || text.startsWith('#') ? undefined : new IgnorePattern(text);
    }

    /** @param segments of a path from the directory of the file, each character a byte */
    matches(segments: readonly string[], isDirectory: boolean): boolean {
        if (this.isForDirectories && !isDirectory) {
            return false;
        }
        return matchSegments(this.segments, this.isName ? segments.slice(-1) : segments);
    }
}

/** Without spaces at the end, but for one after a backslash. */
function withoutTrailingSpaces(line: string): string {
    let end = 0;
    for (let index = 0; index < line.length; index++) {
        if (line[index] === '\\') {
            index++;
        } else if (line[index] === ' ') {
            continue;
        }
        end = index + 1;
    }
    return line.slice(0, end);
}

/** What matches no path: a class or an escape without its end. */
const NOTHING: readonly Segment[] = [[() => false]];

function parseSegments(pattern: string): readonly Segment[] {
    const segments: Token[][] = [[]];
    for (let index = 0; index < pattern.length; index++) {
        const tokens = segments[segments.length - 1];
        const character = pattern[index];
        if (character === '/' || (character === '\\' && pattern[index + 1] === '/')) {
            index += character === '/' ? 0 : 1;
            segments.push([]);
        } else if (character === '*') {
            tokens.push('*');
        } else if (character === '?') {
            tokens.push(() => true);
        } else if (character === '[') {
            const found = parseCharacterClass(pattern, index);
            if (!found) {
                return NOTHING;
            }
            tokens.push(found.isMember);
            index = found.end;
        } else {
            index += character === '\\' ? 1 : 0;
            if (index >= pattern.length) {
                return NOTHING;
            }
            const literal = pattern[index];
            tokens.push(candidate => candidate === literal);
        }
    }
    return withWildcards(segments);
}

/** Names segments of nothing but two or more stars; after the last slash there must be something for them to take. */
function withWildcards(segments: readonly (readonly Token[])[]): readonly Segment[] {
    const isWild = (tokens: readonly Token[]): boolean => tokens.length > 1 && tokens.every(token => token === '*');
    const found: Segment[] = segments.map(tokens => (isWild(tokens) ? '**' : tokens));
    return found[found.length - 1] === '**' ? [...found.slice(0, -1), ['*'], '**'] : found;
}

function matchSegments(pattern: readonly Segment[], segments: readonly string[]): boolean {
    return matchSequence(pattern, segments, '**', (element, segment) => element !== '**' && matchTokens(element, segment));
}

function matchTokens(tokens: readonly Token[], name: string): boolean {
    return matchSequence<Token, string>(tokens, name, '*', (token, character) => token !== '*' && token(character));
}

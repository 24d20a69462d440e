import { GlobSegment, parseGlobSegment, UnclosedClassError } from './glob-segment';
import { matchSequence } from './match-sequence';
import { quotePath } from './quote-path';
import { WorkspaceError } from './workspace-error';

const LONGEST_PATTERN = 256;
/** Characters of all alternatives together, which bounds the work for one path. */
const LONGEST_EXPANSION = 1024;

/** A glob that is none, apart from patterns of other kinds that are none. */
export class GlobError extends WorkspaceError {}

/** A class, in which a bracket that comes first is a member. Whether it is closed then is told when it is parsed. */
const CLASS = /\[[!^]?\]?[^\]]*\]/g;

/** A segment of a pattern; `**` takes any number of segments. */
type Segment = '**' | GlobSegment;

const ANY_NAME = parseGlobSegment('*');

/** What an alternative covers, as patterns that take whole paths. */
interface Coverage {
    readonly entries: readonly Segment[];
    /** The same of entries that are known to be files, so that nothing can lie below them. */
    readonly files: readonly Segment[];
}

/**
 * A glob over paths with forward slashes: `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}` and `**`. Unlike a glob that becomes a
 * regular expression it cannot backtrack without bound: the work for one path is at most the product of its length and of
 * that of the pattern with its braces expanded.
 */
export class GlobPattern {
    /** Characters of all alternatives together. */
    readonly expandedLength: number;
    private readonly alternatives: readonly (readonly Segment[])[];
    private readonly coverages: readonly Coverage[];

    /**
     * @param starsCross whether two stars take slashes also beside other characters, as in `src/**.ts`; else they are like one there
     * @throws GlobError `invalid-pattern` when the pattern is empty, too long, unbalanced or has too many alternatives
     */
    constructor(pattern: string, starsCross = false) {
        if (pattern === '' || pattern.length > LONGEST_PATTERN || pattern.includes('\0')) {
            throw invalid(pattern, `must have 1 to ${LONGEST_PATTERN} characters`);
        }
        const plain = expandBraces(pattern, pattern);
        const expanded = starsCross ? plain.flatMap(alternative => expandBraces(withCrossingStars(alternative), pattern)) : plain;
        this.expandedLength = expanded.join('').length;
        if (this.expandedLength > LONGEST_EXPANSION) {
            throw tooMany(pattern);
        }
        this.alternatives = expanded.map(alternative =>
            segmentsOf(alternative)
                .filter(segment => segment !== '' && segment !== '.')
                .map(segment => parseSegment(segment, pattern))
                // Neighbouring `**` mean the same as one.
                .filter((segment, index, all) => segment !== '**' || all[index - 1] !== '**')
        );
        this.coverages = this.alternatives.map((alternative, index) =>
            coverageOf(alternative, { isAnchored: pattern.startsWith('/'), namesDirectory: expanded[index].endsWith('/') })
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
     * slash inside may match at any depth, one with a slash counts from the root. One for all that lies in a directory, such as
     * `build/**`, covers the directory as well.
     */
    covers(segments: readonly string[]): boolean {
        return this.coverages.some(({ entries }) => matchSequence(entries, segments, '**', matchSegment));
    }

    /** The same for a path that is known to be one of a file: no pattern for what lies in a directory means that file itself. */
    coversFile(segments: readonly string[]): boolean {
        return this.coverages.some(({ files }) => matchSequence(files, segments, '**', matchSegment));
    }
}

function coverageOf(
    alternative: readonly Segment[],
    { isAnchored, namesDirectory }: Record<'isAnchored' | 'namesDirectory', boolean>
): Coverage {
    const match: readonly Segment[] = alternative.length === 1 && !isAnchored ? ['**', ...alternative] : alternative;
    const entries: readonly Segment[] = [...match, '**'];
    const isAboutContent = namesDirectory || alternative.at(-1) === '**';
    return { entries, files: isAboutContent ? [...match, ANY_NAME, '**'] : entries };
}

function matchSegment(pattern: Segment, segment: string): boolean {
    return pattern === '**' || pattern.matches(segment);
}

function parseSegment(segment: string, pattern: string): Segment {
    try {
        return segment === '**' ? segment : parseGlobSegment(segment);
    } catch (error) {
        throw error instanceof UnclosedClassError ? invalid(pattern, 'has a "[" without its "]"') : error;
    }
}

/** The same text, of the same length, with nothing in its classes that would mean anything outside of them. */
function withBlankClasses(text: string): string {
    return text.replace(CLASS, found => '_'.repeat(found.length));
}

function segmentsOf(alternative: string): string[] {
    let end = 0;
    return withBlankClasses(alternative)
        .split('/')
        .map(({ length }) => {
            const start = end;
            end += length + 1;
            return alternative.slice(start, start + length);
        });
}

/** Gives two stars beside other characters a segment of their own. */
function withCrossingStars(alternative: string): string {
    return alternative.replace(new RegExp(`${CLASS.source}|\\*{2,}`, 'g'), (found: string, start: number) => {
        if (found.startsWith('[')) {
            return found;
        }
        const isBegin = start === 0 || alternative[start - 1] === '/';
        const end = start + found.length;
        const isEnd = end === alternative.length || alternative[end] === '/';
        return isBegin ? (isEnd ? '**' : '**/*') : isEnd ? '*/**' : '*{,/**/*}';
    });
}

/** All patterns that the braces of one stand for; nested braces are resolved from the outermost inwards. */
function expandBraces(text: string, pattern: string): string[] {
    const finished: string[] = [];
    const open = [text];
    for (let current = open.pop(); current !== undefined; current = open.pop()) {
        const start = withBlankClasses(current).indexOf('{');
        if (start < 0) {
            finished.push(current);
        } else {
            const { options, end } = braceOptions(current, start, pattern);
            const [head, tail] = [current.slice(0, start), current.slice(end + 1)];
            open.push(...options.map(option => head + option + tail));
        }
        if (finished.length + open.length > 1 && finished.concat(open).join('').length > LONGEST_EXPANSION) {
            throw tooMany(pattern);
        }
    }
    return finished;
}

function braceOptions(text: string, start: number, pattern: string): { options: string[]; end: number } {
    const options: string[] = [];
    let depth = 0;
    let optionStart = start + 1;
    const outline = withBlankClasses(text);
    for (let index = start; index < text.length; index++) {
        const character = outline[index];
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

function tooMany(pattern: string): GlobError {
    return invalid(pattern, 'stands for too many alternatives');
}

function invalid(pattern: string, problem: string): GlobError {
    return new GlobError(
        'invalid-pattern',
        `The pattern ${quotePath(pattern)} ${problem}. Use a glob such as "src/**/*.ts"; wildcards are *, ?, [a-z], {a,b} and **.`
    );
}

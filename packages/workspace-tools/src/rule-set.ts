import { GlobPattern } from './glob-pattern';

/** A pattern for one segment of a path with at most two stars, which a regular expression matches without going back and forth. */
const SIMPLE = /^(?!\.$)(?!.*\*\*)[^*?[\]{}/\\]*(?:\*[^*?[\]{}/\\]*){0,2}$/;

interface Rule {
    readonly pattern: string;
    readonly glob: GlobPattern;
}

/** Patterns for names and paths. Almost all paths match none of them, which is told at once. */
export class RuleSet {
    private readonly rules: readonly Rule[];
    /** All simple patterns in one; the others. */
    private readonly simple: RegExp;
    private readonly others: readonly Rule[];

    /** @throws WorkspaceError `invalid-pattern` when one of the patterns is not a glob */
    constructor(patterns: readonly string[]) {
        const fold = (pattern: string): string => pattern.normalize('NFKC').toLowerCase();
        this.rules = patterns.map(pattern => ({ pattern, glob: new GlobPattern(fold(pattern)) }));
        const simple = patterns.filter(pattern => SIMPLE.test(fold(pattern)));
        const sources = simple.map(pattern =>
            fold(pattern)
                .replace(/[.+^$()|]/g, '\\$&')
                .replaceAll('*', '.*')
        );
        this.simple = new RegExp(`^(?:${sources.join('|')})$`, 's');
        this.others = this.rules.filter(({ pattern }) => !simple.includes(pattern));
    }

    /** Whether every pattern is for single names, wherever they stand. */
    get goesByNames(): boolean {
        return this.others.length === 0;
    }

    /** The first pattern that covers a path, given by its segments after case folding. */
    firstMatch(foldedSegments: readonly string[]): string | undefined {
        const mayMatch =
            foldedSegments.some(segment => this.simple.test(segment)) || this.others.some(({ glob }) => glob.covers(foldedSegments));
        return mayMatch ? this.rules.find(({ glob }) => glob.covers(foldedSegments))?.pattern : undefined;
    }
}

import { IgnorePattern, toBytes } from './ignore-pattern';

/** What the lines of a `.gitignore` file say. */
export class IgnoreFile {
    /** The last first, since it has the last word. */
    private readonly patterns: readonly IgnorePattern[];
    readonly bytes: number;

    constructor(content: Buffer) {
        this.bytes = content.length;
        const lines = content
            .toString('latin1')
            .replace(/^\xef\xbb\xbf/, '')
            .split('\n');
        this.patterns = lines.flatMap(line => IgnorePattern.parse(line.replace(/\r$/, '')) ?? []).reverse();
    }

    /**
     * Whether the file says that an entry is ignored; undefined when it says nothing about it.
     * @param segments of its path from the directory of the file
     */
    judge(segments: readonly string[], isDirectory: boolean): boolean | undefined {
        const bytes = segments.map(toBytes);
        const last = this.patterns.find(pattern => pattern.matches(bytes, isDirectory));
        return last && !last.isNegated;
    }
}

import { IgnoreFile } from './ignore-file';

/** The rules that hold in a directory: those of its own `.gitignore` file, then those of the directories above it. */
export class IgnoreRules {
    /** For each file the rules that it makes of these, so that the same files always make the same rules. */
    private readonly extended = new WeakMap<IgnoreFile, IgnoreRules>();

    /** Bytes of all files that tell them. */
    readonly bytes: number;

    private constructor(
        private readonly depth: number,
        private readonly file?: IgnoreFile,
        private readonly above?: IgnoreRules
    ) {
        this.bytes = (file?.bytes ?? 0) + (above?.bytes ?? 0);
    }

    /** No rules. */
    static readonly NONE = new IgnoreRules(0);

    /**
     * These rules and those of a file in a directory below.
     * @param depth how many segments the path of that directory has
     */
    with(file: IgnoreFile, depth: number): IgnoreRules {
        const known = this.extended.get(file);
        if (known?.depth === depth) {
            return known;
        }
        const rules = new IgnoreRules(depth, file, this);
        this.extended.set(file, rules);
        return rules;
    }

    /**
     * Whether an entry is ignored. Nobody asks about what lies below one that is.
     * @param segments of its path from the workspace root
     */
    ignores(segments: readonly string[], isDirectory: boolean): boolean {
        return this.file?.judge(segments.slice(this.depth), isDirectory) ?? this.above?.ignores(segments, isDirectory) ?? false;
    }
}

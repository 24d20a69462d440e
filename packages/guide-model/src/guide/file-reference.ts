/** A file that a person named, with the place in it if they named one. */
export interface FileReference {
    readonly path: string;
    readonly line?: number;
    readonly column?: number;
}

/** The ways to name a place, the most explicit one first; each has the groups `path` and `line`, perhaps `column`. */
const PLACES = [
    /^(?:the )?line (?<line>\d+)(?:,? (?:column|col) (?<column>\d+))? (?:of|in) (?<path>.+)$/i,
    /^(?<path>.+?),?\s+\(?(?:and\s+)?(?:(?:go|jump|scroll)\s+)?(?:(?:at|on|to|in|from)\s+)?line\s+(?<line>\d+)(?:(?:,|\s+and)?\s*(?:at\s+)?(?::|column|col)\s*(?<column>\d+))?\)?$/i,
    /^(?<path>.+?)\s+at\s+(?<line>\d+)(?::(?<column>\d+))?$/i,
    /^(?<path>.+?):(?<line>\d+)(?::(?<column>\d+))?$/,
    /^(?<path>.+?)#L(?<line>\d+)$/i
];
const QUOTED = /^(?:"(.+)"|'(.+)'|`+(.+?)`+|“(.+)”|‘(.+)’|«\s*(.+?)\s*»)$/;
const LEADING_WORDS = /^(?:(?:the|my|our|this)\s+)?(?:file\s+)?(?:(?:called|named)\s+)?/i;
const TRAILING_WORDS = /\s+(?:file|for me|again|in (?:the|an|my) editor)$/i;

/** Finds the file in words such as "src/index.ts at line 42", "`a b.md`:3:7" or "line 5 of the file notes.md". */
export function parseFileReference(words: string): FileReference {
    const text = words.trim().replace(TRAILING_WORDS, '');
    const quotedText = unquoted(text.replace(LEADING_WORDS, ''));
    const { path, line, column } = firstPlace(quotedText ?? text);
    const name = path.trim().replace(LEADING_WORDS, '').trim();
    return {
        path: quotedText === undefined ? wellKnown(unquoted(name) ?? name.replace(TRAILING_WORDS, '')) : path,
        ...(isPlace(line) && { line: Number(line) }),
        ...(isPlace(line) && isPlace(column) && { column: Number(column) })
    };
}

function firstPlace(text: string): { path: string; line?: string; column?: string } {
    for (const form of PLACES) {
        const groups = form.exec(text)?.groups;
        if (groups !== undefined) {
            return { path: groups.path, line: groups.line, column: groups.column };
        }
    }
    return { path: text };
}

/** Lines and columns count from 1; a zero is as good as none. */
function isPlace(digits: string | undefined): boolean {
    return Number(digits ?? 0) > 0;
}

function unquoted(text: string): string | undefined {
    const groups: readonly (string | undefined)[] = QUOTED.exec(text)?.slice(1) ?? [];
    return groups.find(inside => inside !== undefined);
}

/** "The readme" has one usual spelling. */
function wellKnown(path: string): string {
    return /^read ?me$/i.test(path) ? 'README.md' : path;
}

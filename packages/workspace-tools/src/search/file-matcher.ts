import { GlobPattern } from '../glob-pattern';

/** How well a path answers a query: the higher the better, 0 when it does not. */
export type FileMatcher = (path: string) => number;

const LONGEST_QUERY = 256;

/**
 * Ranks paths against a query for file names. Words of the query must all occur; each counts by how: the whole file name, its
 * name without extension, its beginning, the beginning of a word, anywhere in it, anywhere in the path, or its letters in order.
 * A query with `*` or `?` is a glob over the file name, or over the path when it holds a slash.
 * @throws WorkspaceError `invalid-pattern` when a glob is malformed
 */
export function createFileMatcher(query: string): FileMatcher {
    const trimmed = query
        .trim()
        .replace(/^(\.?\/)+/, '')
        .slice(0, LONGEST_QUERY);
    if (/[*?]/.test(trimmed)) {
        return createGlobMatcher(trimmed);
    }
    const words = trimmed.split(/\s+/).filter(word => word !== '');
    const lowerWords = words.map(word => word.toLowerCase());
    return path => {
        const lowerPath = path.toLowerCase();
        // Most paths of a large tree end here.
        if (!lowerWords.every(word => isSubsequence(word, lowerPath))) {
            return 0;
        }
        return words.reduce((total, word, index) => total + scoreWord(word, lowerWords[index], path, lowerPath), 1);
    };
}

function createGlobMatcher(query: string): FileMatcher {
    const glob = new GlobPattern(query.toLowerCase());
    const overPath = query.includes('/');
    return path => {
        const lowerPath = path.toLowerCase();
        return glob.matches(overPath ? lowerPath.split('/') : [lowerPath.slice(lowerPath.lastIndexOf('/') + 1)]) ? 1 : 0;
    };
}

/** @param lowerPath known to hold the letters of the word in order */
function scoreWord(word: string, lowerWord: string, path: string, lowerPath: string): number {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const lowerName = lowerPath.slice(-name.length);
    const sameCase = path.includes(word) ? 1 : 0;
    if (lowerName === lowerWord || lowerPath === lowerWord) {
        return 80 + sameCase;
    }
    if (lowerPath.endsWith(`/${lowerWord}`)) {
        return 75 + sameCase;
    }
    if (lowerName.startsWith(`${lowerWord}.`)) {
        return 70 + sameCase;
    }
    const position = lowerName.indexOf(lowerWord);
    if (position === 0) {
        return 60 + sameCase;
    }
    if (position > 0) {
        return (isWordStart(name, position) ? 50 : 40) + sameCase;
    }
    if (lowerPath.includes(lowerWord)) {
        return 30 + sameCase;
    }
    return isSubsequence(lowerWord, lowerName) ? 20 : 10;
}

function isWordStart(name: string, position: number): boolean {
    return /[^a-z0-9]/i.test(name[position - 1]) || (/[a-z0-9]/.test(name[position - 1]) && /[A-Z]/.test(name[position]));
}

function isSubsequence(letters: string, text: string): boolean {
    let position = -1;
    for (const letter of letters) {
        position = text.indexOf(letter, position + 1);
        if (position < 0) {
            return false;
        }
    }
    return true;
}

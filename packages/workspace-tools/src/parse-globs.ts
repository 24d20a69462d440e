import { GlobPattern } from './glob-pattern';
import { WorkspaceError } from './workspace-error';

/**
 * Characters of all patterns of one request together with their braces expanded. A path of the longest kind is compared with as many
 * in less time than others notice.
 */
const LONGEST_TOGETHER = 4096;

/**
 * Reads the patterns of one request, all of which may be compared with one path before others get their turn.
 * @throws WorkspaceError `invalid-pattern` for one that is none, `too-large` when they stand for too much together
 */
export function parseGlobs(patterns: readonly string[]): readonly GlobPattern[] {
    const globs: GlobPattern[] = [];
    let length = 0;
    for (const pattern of patterns) {
        const glob = new GlobPattern(pattern);
        globs.push(glob);
        length += glob.expandedLength;
        if (length > LONGEST_TOGETHER) {
            throw new WorkspaceError(
                'too-large',
                `The patterns have more than ${LONGEST_TOGETHER} characters together, each alternative in braces counted in full. Give fewer or shorter ones.`,
                { limit: LONGEST_TOGETHER }
            );
        }
    }
    return globs;
}

import { parseGlobs } from '../parse-globs';
import { ignoreArguments } from '../ripgrep';
import { WorkspaceError } from '../workspace-error';
import { TEMPORARY_GLOB } from '../write/temporary-file';
import { GrepRequest } from './grep-request';

/** Bytes of a line that are shown. */
export const SHOWN_BYTES = 1000;
/** Bytes of a line that ripgrep reports; of a longer one it tells the place only. */
export const REPORTED_BYTES = 64 * 1024;
export const LONGEST_LINE_END = 2;

/** Globs that mean the same to ripgrep as to us. */
const PLAIN_GLOB = /^(?:[\w.*?,/-]|\{[\w.*?,/-]*\})+$/;

/** The options that say what matches. What the caller wrote is the value of an option, never an option. */
export function patternArguments({ pattern, literal, ignoreCase }: GrepRequest): string[] {
    if (/[\0\n\r]/.test(pattern)) {
        throw new WorkspaceError(
            'invalid-pattern',
            'A pattern is matched within a line, so it can hold no line end. Search for one line of it.'
        );
    }
    return [
        '--no-config',
        '--no-messages',
        '--color=never',
        '--engine=default',
        '--crlf',
        '--line-number',
        `--max-columns=${REPORTED_BYTES + LONGEST_LINE_END}`,
        ignoreCase ? '--ignore-case' : '--case-sensitive',
        ...(literal ? ['--fixed-strings'] : []),
        `--regexp=${pattern}`
    ];
}

/**
 * The options that say which files are searched and how much is shown. Globs of the caller that ripgrep understands as we do save it
 * work; all of them are applied again to what it finds. Only such forms are used as cannot lift another rule.
 */
export function fileArguments(
    root: string,
    paths: readonly string[],
    { includePatterns = [], excludePatterns = [], includeIgnored = false, recursive = true }: GrepRequest,
    limits: { readonly matches?: number; readonly fileBytes?: number }
): string[] {
    const areNames = includePatterns.length > 0 && includePatterns.every(glob => PLAIN_GLOB.test(glob) && !glob.includes('/'));
    return [
        '--hidden',
        '--no-mmap',
        '--with-filename',
        '--no-heading',
        '--null',
        '--byte-offset',
        ...(limits.matches === undefined ? [] : [`--max-count=${limits.matches}`]),
        ...(recursive ? [] : ['--max-depth=1']),
        ...(limits.fileBytes === undefined ? [] : [`--max-filesize=${limits.fileBytes}`]),
        ...ignoreArguments(root, { honourGitignore: !includeIgnored }),
        // Where a search begins below the root, the rules of the root still hold.
        ...(includeIgnored || paths.every(path => path === '') ? [] : ['--ignore-file=.gitignore']),
        ...(areNames ? [...includePatterns.map(glob => `--type-add=wanted:${glob}`), '--type=wanted'] : []),
        ...['.git', TEMPORARY_GLOB, ...excludePatterns.filter(glob => PLAIN_GLOB.test(glob))].map(glob => `--glob=!${glob}`)
    ];
}

/**
 * Whether the globs of a request want a file.
 * @param base the directory that include patterns with a slash count from, or the one file that is searched in it
 */
export function createGrepFilter({ includePatterns = [], excludePatterns = [] }: GrepRequest, base = ''): (path: string) => boolean {
    const globs = parseGlobs([...includePatterns, ...excludePatterns]);
    const included = includePatterns.map((pattern, index) => ({ isPath: pattern.includes('/'), glob: globs[index] }));
    const excluded = globs.slice(includePatterns.length);
    const depth = base === '' ? 0 : base.split('/').length;
    return path => {
        const segments = path.split('/');
        const segmentsBelow = path === base ? segments.slice(-1) : segments.slice(depth);
        const isIncluded = ({ isPath, glob }: (typeof included)[number]): boolean =>
            isPath ? glob.coversFile(segmentsBelow) : glob.matches(segments.slice(-1));
        return (included.length === 0 || included.some(isIncluded)) && !excluded.some(glob => glob.coversFile(segments));
    };
}

import { throwIfCancelled } from '../cancellation';
import { PathGuard } from '../path-guard';
import { TopList } from '../top-list';
import { TurnTaking } from '../turn-taking';
import { temporaryFileOwner } from '../write/temporary-file';
import { ConfirmedLine, confirmLines } from './confirm-lines';
import { createGrepFilter, fileArguments, patternArguments } from './grep-arguments';
import { GrepMatch, GrepOptions, GrepRequest, GrepResult } from './grep-request';
import { matchAgain } from './match-again';
import { ReportedLine, ReportedLines } from './reported-line';
import { runRipgrep } from './run-ripgrep';
import { searchedPlaces } from './searched-places';

/** Lines that are confirmed at once while all are counted. */
const COUNTED_AT_ONCE = 2000;

/** One search, on its way. */
interface Search {
    readonly guard: PathGuard;
    readonly request: GrepRequest;
    /** Real paths from the workspace root. */
    readonly paths: readonly string[];
    readonly limit: number;
    readonly signal: AbortSignal;
}

/** Finds lines by a pattern. ripgrep finds them; what is told of them is read again through the guard. */
export async function grepFiles(guard: PathGuard, request: GrepRequest, options: GrepOptions): Promise<GrepResult> {
    const { grepMatches, grepTimeoutMs } = guard.policy.limits;
    const limit = Math.min(request.limit ?? Infinity, grepMatches);
    const timeout = AbortSignal.timeout(Math.min(options.timeoutMs ?? Infinity, grepTimeoutMs));
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    const search: Search = { guard, request, paths: await searchedPlaces(guard, request, options), limit, signal };
    const found = await (request.countAll ? countLines(search) : firstLines(search));
    const { lines, isCut } = await confirmed(search, found.lines, request.contextLines ?? 0);
    const matches = await described(search, lines);
    throwIfCancelled(options.signal);
    const total = found.total ?? matches.length;
    const isUncounted = isCut || found.isCut || timeout.aborted;
    return {
        matches: matches.sort(byPathAndLine).slice(0, limit),
        total,
        ...(isUncounted && { totalIsLowerBound: true }),
        truncated: isUncounted || total > limit
    };
}

/** What ripgrep happens to find first: one line more than the limit when there are more. */
async function firstLines(search: Search): Promise<{ lines: ReportedLine[]; isCut: boolean; total?: number }> {
    const lines: ReportedLine[] = [];
    await findLines(search, search.limit + 1, line => Promise.resolve(lines.push(line) <= search.limit));
    return { lines, isCut: lines.length > search.limit };
}

/** The first lines by path and line, and how many there are: each is confirmed before it counts. */
async function countLines(search: Search): Promise<{ lines: ReportedLine[]; isCut: boolean; total: number }> {
    const best = new TopList<ReportedLine>(search.limit, byPathAndLine);
    let [total, isCut, waiting] = [0, false, [] as ReportedLine[]];
    const count = async (): Promise<void> => {
        const { lines, isCut: isShort } = await confirmed(search, waiting, 0);
        lines.forEach(({ reported }) => best.offer(reported));
        [total, isCut, waiting] = [total + lines.length, isCut || isShort, []];
    };
    await findLines(search, undefined, async line => {
        if (waiting.push(line) >= COUNTED_AT_ONCE) {
            await count();
        }
        return true;
    });
    await count();
    return { lines: best.best(), isCut, total };
}

/** Calls `take` with what ripgrep finds in files that may be shown, until `take` answers false. */
async function findLines(
    { guard, request, paths, signal }: Search,
    matchesPerFile: number | undefined,
    take: (line: ReportedLine) => Promise<boolean>
): Promise<void> {
    const matchesGlobs = createGrepFilter(request);
    const isWanted = (file: string): boolean =>
        guard.policy.judgeRead(file).decision === 'allow' &&
        temporaryFileOwner(file.slice(file.lastIndexOf('/') + 1)) === undefined &&
        matchesGlobs(file);
    const output = new ReportedLines();
    let lastFile = { path: '', isWanted: false };
    const limits = { matches: matchesPerFile, fileBytes: guard.policy.limits.scanBytes };
    const args = [
        ...patternArguments(request),
        ...(await fileArguments(guard.root, paths, request, limits)),
        '--',
        ...paths.map(path => (path === '' ? '.' : `./${path}`))
    ];
    const turns = new TurnTaking();
    await runRipgrep({ arguments: args, cwd: guard.root, signal }, async piece => {
        for (const line of output.feed(piece)) {
            if (turns.isOver) {
                await turns.next();
            }
            if (line.path !== lastFile.path) {
                lastFile = { path: line.path, isWanted: isWanted(line.path) };
            }
            if (lastFile.isWanted && !(await take(line))) {
                return false;
            }
        }
        return true;
    });
}

/** Leaves out what does not stand where it was reported, and long lines that do not match: they were found elsewhere, or changed since. */
async function confirmed(
    { guard, request, signal }: Search,
    reported: readonly ReportedLine[],
    contextLines: number
): Promise<{ lines: ConfirmedLine[]; isCut: boolean }> {
    const { lines, isCut } = await confirmLines(guard, reported, contextLines);
    const long = lines.filter(({ isLong }) => isLong);
    const matching = await matchAgain(guard, long, request, signal);
    return { lines: lines.filter(line => !line.isLong || matching.has(line)), isCut };
}

async function described({ guard, request, signal }: Search, lines: readonly ConfirmedLine[]): Promise<GrepMatch[]> {
    if (!request.matchedText) {
        return lines.map(({ match }) => match);
    }
    const texts = await matchAgain(guard, lines, request, signal);
    return lines.map(line => ({ ...line.match, matchedText: texts.get(line) ?? '' }));
}

function byPathAndLine(a: Pick<GrepMatch, 'path' | 'line'>, b: Pick<GrepMatch, 'path' | 'line'>): number {
    return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

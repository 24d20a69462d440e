import { throwIfCancelled } from '../cancellation';
import { PathGuard } from '../path-guard';
import { TopList } from '../top-list';
import { TurnTaking } from '../turn-taking';
import { temporaryFileOwner } from '../write/temporary-file';
import { ConfirmedLine, LineConfirmation, isCut } from './confirm-lines';
import { DefaultExclusions } from './default-exclusions';
import { createGrepFilter, fileArguments, patternArguments } from './grep-arguments';
import { GrepMatch, GrepOptions, GrepRequest, GrepResult } from './grep-request';
import { matchedTexts, matchingLines } from './match-again';
import { ReportedLine, ReportedLines } from './reported-line';
import { RipgrepMemoryError, runRipgrep } from './run-ripgrep';
import { searchedPlaces } from './searched-places';

/** Lines that are confirmed at once, and while all are counted. */
const CONFIRMED_AT_ONCE = 500;
const COUNTED_AT_ONCE = 2000;

/** One search, on its way. */
interface Search {
    readonly guard: PathGuard;
    readonly request: GrepRequest;
    /** Real paths from the workspace root. */
    readonly paths: readonly string[];
    readonly defaults: DefaultExclusions;
    readonly limit: number;
    readonly signal: AbortSignal;
    /** What include patterns with a slash count from. */
    readonly includeBase?: string;
    /** Largest file that is searched. */
    readonly fileBytes?: number;
}

interface FoundLines {
    readonly lines: readonly ConfirmedLine[];
    readonly isCut: boolean;
    /** How many there are, where they were counted. */
    readonly total?: number;
}

/** Finds lines by a pattern. ripgrep finds them; what is told of them is read again through the guard. */
export async function grepFiles(guard: PathGuard, request: GrepRequest, options: GrepOptions): Promise<GrepResult> {
    const { grepMatches, grepTimeoutMs } = guard.policy.limits;
    const limit = Math.min(request.limit ?? Infinity, grepMatches);
    const timeout = AbortSignal.timeout(Math.min(options.timeoutMs ?? Infinity, grepTimeoutMs));
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    const { named, paths } = await searchedPlaces(guard, request, options);
    const defaults = new DefaultExclusions(options.defaultExclusions ?? [], named);
    const excludePatterns = [...(request.excludePatterns ?? []), ...defaults.everywhere];
    const search: Search = {
        guard,
        request: { ...request, excludePatterns },
        paths,
        defaults,
        limit,
        signal,
        ...(options.includeFromPath && { includeBase: paths[0] })
    };
    const found = await withinMemory(search, request.countAll ? countLines : firstLines);
    const matches = (await described(search, found.lines)).sort(byPathAndLine).slice(0, limit);
    throwIfCancelled(options.signal);
    const total = found.total ?? found.lines.length;
    const isUncounted = found.isCut || timeout.aborted;
    return {
        matches,
        total,
        ...(isUncounted && { totalIsLowerBound: true }),
        truncated: isUncounted || total > limit,
        ...(matches.some(hasCutText) && { isTextCut: true })
    };
}

/**
 * Searches files of any size as long as that takes little memory; when a line of one is too long for that, begins again without very
 * large files. To leave them out from the start, ripgrep would have to ask for the size of every file.
 */
async function withinMemory(search: Search, find: (search: Search) => Promise<FoundLines>): Promise<FoundLines> {
    const bounded = { ...search, fileBytes: search.guard.policy.limits.scanBytes };
    if (process.platform !== 'linux') {
        return find(bounded);
    }
    try {
        return await find(search);
    } catch (error) {
        if (error instanceof RipgrepMemoryError) {
            return find(bounded);
        }
        throw error;
    }
}

/** What ripgrep happens to find first: one line more than the limit when there are more. */
async function firstLines(search: Search): Promise<FoundLines> {
    const { guard, request, limit } = search;
    const confirmation = new LineConfirmation(guard, request.contextLines ?? 0);
    const missing = (): number => limit + 1 - confirmation.lines.length;
    let waiting: ReportedLine[] = [];
    const confirm = async (): Promise<void> => {
        for (let next = 0; next < waiting.length && missing() > 0;) {
            const wanted = waiting.slice(next, next + missing());
            await confirmation.add(wanted);
            next += wanted.length;
        }
        waiting = [];
    };
    await findLines(search, limit + 1, async lines => {
        waiting.push(...lines);
        // One by one they would take the processor from the search again and again.
        if (waiting.length >= Math.min(CONFIRMED_AT_ONCE, missing())) {
            await confirm();
        }
        return missing() > 0;
    });
    await confirm();
    return { lines: await matching(search, confirmation.lines), isCut: confirmation.isCut || confirmation.lines.length > limit };
}

/** The first lines by path and line, and how many there are: each is confirmed before it counts. */
async function countLines(search: Search): Promise<FoundLines> {
    const { guard, request, limit } = search;
    const best = new TopList<ReportedLine>(limit, byPathAndLine);
    let [total, isCut, waiting] = [0, false, [] as ReportedLine[]];
    const count = async (): Promise<void> => {
        const confirmation = new LineConfirmation(guard, 0);
        await confirmation.add(waiting);
        const lines = await matching(search, confirmation.lines);
        lines.forEach(({ reported }) => best.offer(reported));
        [total, isCut, waiting] = [total + lines.length, isCut || confirmation.isCut, []];
    };
    await findLines(search, undefined, async lines => {
        waiting.push(...lines);
        if (waiting.length >= COUNTED_AT_ONCE) {
            await count();
        }
        return true;
    });
    await count();
    const first = new LineConfirmation(guard, request.contextLines ?? 0);
    await first.add(best.best());
    return { lines: await matching(search, first.lines), isCut: isCut || first.isCut, total };
}

/** Calls `take` with what ripgrep finds in files that are asked for, some lines at once, until `take` answers false. Which may be shown is not judged yet. */
async function findLines(
    { guard, request, paths, defaults, signal, includeBase, fileBytes }: Search,
    matchesPerFile: number | undefined,
    take: (lines: readonly ReportedLine[]) => Promise<boolean>
): Promise<void> {
    const matchesGlobs = createGrepFilter(request, includeBase);
    const isWanted = (file: string): boolean =>
        temporaryFileOwner(file.slice(file.lastIndexOf('/') + 1)) === undefined && matchesGlobs(file) && !defaults.leavesOut(file);
    const output = new ReportedLines();
    let lastFile = { path: '', isWanted: false };
    const args = [
        ...patternArguments(request),
        ...fileArguments(guard.root, paths, request, { matches: matchesPerFile, fileBytes }),
        '--',
        ...paths.map(path => (path === '' ? '.' : `./${path}`))
    ];
    const memoryBytes = fileBytes === undefined ? guard.policy.limits.scanBytes : undefined;
    const turns = new TurnTaking();
    await runRipgrep({ arguments: args, cwd: guard.root, signal, memoryBytes }, async piece => {
        const lines: ReportedLine[] = [];
        for (const line of output.feed(piece)) {
            if (turns.isOver) {
                await turns.next();
            }
            if (line.path !== lastFile.path) {
                lastFile = { path: line.path, isWanted: isWanted(line.path) };
            }
            if (lastFile.isWanted) {
                lines.push(line);
            }
        }
        return lines.length === 0 || take(lines);
    });
}

/** Without long lines that do not match: it was not seen before whether they do. */
async function matching({ guard, request, signal }: Search, lines: readonly ConfirmedLine[]): Promise<readonly ConfirmedLine[]> {
    const long = lines.filter(({ isLong }) => isLong);
    if (long.length === 0) {
        return lines;
    }
    const found = await matchingLines(guard, long, request, signal);
    return lines.filter(line => !line.isLong || found.has(line));
}

async function described({ guard, request, signal }: Search, lines: readonly ConfirmedLine[]): Promise<GrepMatch[]> {
    if (!request.matchedText) {
        return lines.map(({ match }) => match);
    }
    const texts = await matchedTexts(guard, lines, request, signal);
    return lines.map(line => ({ ...line.match, matchedText: texts.get(line) ?? '' }));
}

function hasCutText({ matchedText = '', contextBefore = [], contextAfter = [] }: GrepMatch): boolean {
    return [matchedText, ...contextBefore, ...contextAfter].some(isCut);
}

function byPathAndLine(a: Pick<GrepMatch, 'path' | 'line'>, b: Pick<GrepMatch, 'path' | 'line'>): number {
    return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

import { throwIfCancelled } from '../cancellation';
import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { TurnTaking } from '../turn-taking';
import { temporaryFileOwner } from '../write/temporary-file';
import { ConfirmedLine, confirmLines } from './confirm-lines';
import { createGrepFilter, fileArguments, patternArguments } from './grep-arguments';
import { GrepMatch, GrepRequest, GrepResult } from './grep-request';
import { ReportedLine, ReportedLines } from './reported-line';
import { runRipgrep } from './run-ripgrep';

const LINE_END = Buffer.from('\n');

/** Finds lines by a pattern. ripgrep finds them; what is told of them is read again through the guard. */
export async function grepFiles(guard: PathGuard, request: GrepRequest, options: OperationOptions): Promise<GrepResult> {
    const { grepMatches, grepTimeoutMs } = guard.policy.limits;
    const limit = Math.min(request.limit ?? Infinity, grepMatches);
    const timeout = AbortSignal.timeout(grepTimeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    const path = await guard.withReadable(request.path ?? '.', options, ({ relativePath }) => Promise.resolve(relativePath));
    const reported = await findLines(guard, path, request, limit, signal);
    const { lines: confirmed, isCut: isShort } = await confirmLines(guard, reported, request.contextLines ?? 0);
    const matches = await withoutFalseLines(guard, confirmed, request, signal);
    throwIfCancelled(options.signal);
    const isCut = isShort || reported.length > limit || timeout.aborted;
    return { matches: matches.sort(byPathAndLine).slice(0, limit), total: isCut ? reported.length : matches.length, truncated: isCut };
}

/** What ripgrep finds in files that may be shown; one more than the limit when there are more. */
async function findLines(
    guard: PathGuard,
    path: string,
    request: GrepRequest,
    limit: number,
    signal: AbortSignal
): Promise<ReportedLine[]> {
    const matchesGlobs = createGrepFilter(request);
    const isWanted = (file: string): boolean =>
        guard.policy.judgeRead(file).decision === 'allow' &&
        temporaryFileOwner(file.slice(file.lastIndexOf('/') + 1)) === undefined &&
        matchesGlobs(file);
    const lines: ReportedLine[] = [];
    const output = new ReportedLines();
    let lastFile = { path: '', isWanted: false };
    const args = [
        ...patternArguments(request),
        ...(await fileArguments(guard.root, path, request, { matches: limit + 1, fileBytes: guard.policy.limits.scanBytes })),
        '--',
        path === '' ? '.' : `./${path}`
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
            if (lastFile.isWanted && lines.push(line) > limit) {
                return false;
            }
        }
        return true;
    });
    return lines;
}

/** Leaves out those long lines that do not match where they stand: they were found elsewhere, or changed since. */
async function withoutFalseLines(
    guard: PathGuard,
    confirmed: readonly ConfirmedLine[],
    request: GrepRequest,
    signal: AbortSignal
): Promise<GrepMatch[]> {
    const long = confirmed.filter(line => line.longLine !== undefined);
    const matching = new Set<ConfirmedLine>();
    if (long.length > 0) {
        let output = '';
        const input = Buffer.concat(long.flatMap(({ longLine }) => (longLine ? [longLine, LINE_END] : [])));
        const run = { arguments: [...patternArguments(request), '--text', '--', '-'], cwd: guard.root, input, signal };
        await runRipgrep(run, piece => {
            output += piece.toString('latin1');
            return Promise.resolve(true);
        });
        for (const [, number] of output.matchAll(/^(\d+):/gm)) {
            matching.add(long[Number(number) - 1]);
        }
    }
    return confirmed.filter(line => !line.longLine || matching.has(line)).map(({ match }) => match);
}

function byPathAndLine(a: GrepMatch, b: GrepMatch): number {
    return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

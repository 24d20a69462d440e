import { PathGuard } from '../path-guard';
import { TurnTaking } from '../turn-taking';
import { ConfirmedLine, show } from './confirm-lines';
import { withoutCarriageReturn } from './file-text';
import { patternArguments, SHOWN_BYTES } from './grep-arguments';
import { GrepRequest } from './grep-request';
import { runRipgrep } from './run-ripgrep';

const LINE_END = Buffer.from('\n');
const LINE_FEED = 0x0a;
const COLON = 0x3a;

/** The parts of lines that match, of each line the first. */
export function matchedTexts(guard: PathGuard, lines: readonly ConfirmedLine[], request: GrepRequest, signal: AbortSignal) {
    return matchAgain(guard, lines, request, ['--max-columns=0', '--only-matching'], signal);
}

/** Those of these lines that match. None of their parts is asked for, which may be as many as characters. */
export async function matchingLines(
    guard: PathGuard,
    lines: readonly ConfirmedLine[],
    request: GrepRequest,
    signal: AbortSignal
): Promise<ReadonlySet<ConfirmedLine>> {
    return new Set((await matchAgain(guard, lines, request, [], signal)).keys());
}

async function matchAgain(
    guard: PathGuard,
    lines: readonly ConfirmedLine[],
    request: GrepRequest,
    shown: readonly string[],
    signal: AbortSignal
): Promise<ReadonlyMap<ConfirmedLine, string>> {
    const texts = new Map<ConfirmedLine, string>();
    if (lines.length === 0) {
        return texts;
    }
    const args = [...patternArguments(request), ...shown, '--text', '--', '-'];
    const input = lines.flatMap(({ bytes }) => [bytes, LINE_END]);
    const parts = new MatchedParts((number, text) => {
        const line = lines[number - 1];
        if (!texts.has(line)) {
            texts.set(line, show(text));
        }
    });
    const turns = new TurnTaking();
    await runRipgrep({ arguments: args, cwd: guard.root, input, signal }, async piece => {
        parts.feed(piece);
        await turns.nextIfOver();
        return true;
    });
    return texts;
}

/** Reads the numbers of lines and what matches in them from the output of ripgrep, keeping no more of a match than is shown. */
class MatchedParts {
    private rest = Buffer.alloc(0);

    constructor(private readonly take: (line: number, text: Buffer) => void) {}

    /** Takes the next piece of the output. */
    feed(piece: Buffer): void {
        const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
        let start = 0;
        for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
            const colon = bytes.indexOf(COLON, start);
            // Told to expect carriage returns, ripgrep writes one at the end of every line.
            this.take(Number(bytes.toString('latin1', start, colon)), withoutCarriageReturn(bytes.subarray(colon + 1, end)));
            start = end + 1;
        }
        // The number, the colon, and one byte more than is shown.
        this.rest = Buffer.from(bytes.subarray(start, start + SHOWN_BYTES + 20));
    }
}

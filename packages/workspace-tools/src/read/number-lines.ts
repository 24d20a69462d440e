import { TurnTaking } from '../turn-taking';

/** Lines that are numbered between two looks at the clock. */
const BLOCK_LINES = 1000;

/** Puts its number, a colon and a space before each line. */
export async function numberLines(text: string, startLine: number): Promise<string> {
    const turns = new TurnTaking();
    const blocks: string[] = [];
    let number = startLine;
    for (let start = 0; start < text.length;) {
        const lines: string[] = [];
        while (lines.length < BLOCK_LINES && start < text.length) {
            const lineFeed = text.indexOf('\n', start);
            const end = lineFeed < 0 ? text.length : lineFeed + 1;
            lines.push(`${number++}: ${text.slice(start, end)}`);
            start = end;
        }
        blocks.push(lines.join(''));
        await turns.nextIfOver();
    }
    return blocks.join('');
}

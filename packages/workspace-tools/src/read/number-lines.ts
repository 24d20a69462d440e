import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lines that are numbered before others may run. */
const BLOCK_LINES = 20_000;

/** Puts its number, a colon and a space before each line. */
export async function numberLines(text: string, startLine: number): Promise<string> {
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
        if (start < text.length) {
            await nextTurn();
        }
    }
    return blocks.join('');
}

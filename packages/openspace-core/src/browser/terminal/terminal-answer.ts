import type { CommandSuccess } from '../command/openspace-command';
import { readLines } from './read-lines';
import type { TerminalLines } from './screen-lines';
import type { TerminalDescription } from './terminal-description';

/** The result of reading a terminal: so many of its last lines, but for those that are skipped, and what is known of it. */
export function answerWithLines(
    text: TerminalLines,
    wanted: { readonly lines: number; readonly skip: number },
    { words, evidence }: TerminalDescription,
    more: Record<string, unknown> = {}
): CommandSuccess {
    const { lines: output, firstLine, totalLines, shortened } = readLines(text, wanted.lines, wanted.skip);
    const cut = shortened ? ' There is too much text for one answer: read the lines before it with skip.' : '';
    return {
        success: true,
        output,
        summary: `${output.length} of ${totalLines} lines of terminal "${evidence.title}". ${words}${cut}`,
        ...evidence,
        ...more,
        firstLine,
        totalLines
    };
}

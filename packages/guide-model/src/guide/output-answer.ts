import { quoted, withoutBlocks } from './answer-text';

/** What the IDE knows of the command that ran last in a terminal. */
interface LastCommand {
    readonly commandLine?: string;
    readonly exitCode?: number;
    readonly running?: boolean;
    /** Counted from 1 for the oldest line of the terminal. */
    readonly outputStartLine?: number;
}

/** How the last command in a terminal went and what it printed, from what was read there: `lines`, of which the first is `firstLine`. */
export function outputAnswer(data: Record<string, unknown>, lines: readonly string[]): string {
    const { state, lastCommand = {}, firstLine = 1 } = data as { state?: string; lastCommand?: LastCommand; firstLine?: number };
    const { commandLine, outputStartLine, running } = lastCommand;
    if (state === 'unfinished') {
        return 'The terminal waits for the rest of the command line: type it there.';
    }
    if (state === 'running' && !running) {
        return 'The terminal is busy, so this has not run yet.';
    }
    const how = `${commandLine === undefined ? 'The command' : quoted(commandLine)} ${ending(lastCommand)}.`;
    if (outputStartLine === undefined) {
        return `${how} The terminal shows:\n\n${fenced(lines)}`;
    }
    const start = outputStartLine - firstLine;
    const printed = withoutPrompt(lines.slice(Math.max(0, start)), lines[start - 1], commandLine);
    if (printed.length === 0) {
        return `${how} It printed nothing.`;
    }
    return `${how} ${start < 0 ? 'The last lines that it printed' : 'It printed'}:\n\n${fenced(printed)}`;
}

function ending({ exitCode, running }: LastCommand): string {
    if (running) {
        return 'is still running';
    }
    if (exitCode === undefined) {
        return 'has run';
    }
    return exitCode === 0 ? 'went well' : `ended with exit code ${exitCode}`;
}

/** Lines without the prompt that waits for the next command, if it is the one that the last command was typed behind. */
function withoutPrompt(lines: readonly string[], echo: string | undefined, commandLine: string | undefined): readonly string[] {
    const prompt = echo !== undefined && commandLine !== undefined && echo.endsWith(commandLine) ? echo.slice(0, -commandLine.length) : '';
    return prompt !== '' && lines.at(-1)?.trimEnd() === prompt.trimEnd() ? lines.slice(0, -1) : lines;
}

/** Lines as code, in a fence that no line can end. */
function fenced(lines: readonly string[]): string {
    const longest = Math.max(2, ...lines.flatMap(line => line.match(/`+/g)?.map(ticks => ticks.length) ?? []));
    const fence = '`'.repeat(longest + 1);
    return [`${fence}text`, ...lines.map(withoutBlocks), fence].join('\n');
}

import { posix } from 'node:path';

/** How far a shell is known to read a command line as the parser does. */
export interface ShellDialect {
    /** `bash`: all that is parsed; `posix`: what every descendant of the Bourne shell has; `plain`: words, quotes and pipes. */
    readonly syntax: 'bash' | 'posix' | 'plain';
    /** Whether it is read at a prompt, where earlier commands take the place of `!x`. */
    readonly interactive: boolean;
}

const POSIX_SHELLS: readonly string[] = ['sh', 'dash', 'ash'];
/** Words, quotes without anything in them that a shell could act upon, and what joins commands: the same in every shell. */
const PLAIN_LINE = /^(?:[\w./:@%+,-]|(?<=[\w./:@%+,=-])=|'[^'\\!$`[\n]*'|"[^"\\!$`[\n]*"|[ ;|]|&&)*$/;

/** What is known about a shell that is given as a path or a name. */
export function dialectOf(shell: string, interactive: boolean): ShellDialect {
    const name = posix.basename(shell);
    return { syntax: name === 'bash' ? 'bash' : POSIX_SHELLS.includes(name) ? 'posix' : 'plain', interactive };
}

/** Whether every shell reads a line alike. */
export function isPlainLine(line: string): boolean {
    return PLAIN_LINE.test(line);
}

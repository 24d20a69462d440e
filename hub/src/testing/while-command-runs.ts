import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Node has no call for this; the program is part of every POSIX system. */
const MAKE_PIPES = 'mkfifo';
/** A command that was not started keeps nobody waiting for longer. */
const LONGEST_WAIT_SECONDS = '60';

/**
 * Has a script run in a workspace, and does something once it has begun and before it ends.
 * @param start runs the command line that it is given
 * @param script what the command does first
 */
export async function whileCommandRuns<T>(
    root: string,
    start: (command: string) => Promise<T>,
    work: () => unknown,
    script = ''
): Promise<T> {
    const files = ['begun', 'done', 'script.sh'].map(name => join(root, name));
    const [begun, done, path] = files;
    execFileSync(MAKE_PIPES, [begun, done]);
    // What a command line does openly is refused before it runs; a script can do anything.
    writeFileSync(path, `${script}\necho > begun; read x < done`);
    const ended = start('bash script.sh');
    try {
        await once(spawn('timeout', [LONGEST_WAIT_SECONDS, 'cat', begun]), 'close');
        await work();
    } finally {
        await once(spawn('timeout', [LONGEST_WAIT_SECONDS, 'sh', '-c', 'echo > "$0"', done]), 'close');
        await ended.finally(() => files.forEach(file => rmSync(file)));
    }
    return ended;
}

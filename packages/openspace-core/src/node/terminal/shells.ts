import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Programs that are known to read commands; the system's list may hold others, such as tmux. */
const SHELL_NAMES: ReadonlySet<string> = new Set(['bash', 'zsh', 'fish', 'sh', 'dash', 'ksh', 'mksh', 'tcsh', 'csh', 'nu', 'pwsh']);
const SYSTEM_LIST = '/etc/shells';
/** What an account has for which no shell was chosen. */
const PLAIN_SHELLS: ReadonlySet<string> = new Set(['sh', 'dash']);
/** Looked for where the system has no list. */
const USUAL_SHELLS = ['/bin/bash', '/bin/zsh', '/bin/sh'];

/** The shells that may be started on this machine, as paths. */
export function installedShells(list = readList(), exists: (path: string) => boolean = existsSync): string[] {
    const paths = list?.split('\n').map(line => line.replace(/#.*/, '').trim()) ?? USUAL_SHELLS;
    return paths.filter(path => path.startsWith('/') && SHELL_NAMES.has(basename(path)) && exists(path));
}

/** The shell that a path or a name means, if it is one of those; the first of its name counts. */
export function findShell(wanted: string, shells: readonly string[]): string | undefined {
    return shells.find(path => path === wanted || basename(path) === wanted);
}

/**
 * The shell of a terminal for which none was chosen. Services and containers run without SHELL, and accounts for which nobody chose a
 * shell have the plain one; bash then serves people better, and tells what runs in it.
 */
export function defaultShell(environment: NodeJS.ProcessEnv, exists: (path: string) => boolean = existsSync): string | undefined {
    const own = environment['SHELL'] || undefined;
    const isChosen = own !== undefined && !PLAIN_SHELLS.has(basename(own));
    return environment['THEIA_SHELL'] || (isChosen ? own : (USUAL_SHELLS.find(exists) ?? own));
}

function readList(): string | undefined {
    return existsSync(SYSTEM_LIST) ? readFileSync(SYSTEM_LIST, 'utf8') : undefined;
}

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Programs that are known to read commands; the system's list may hold others, such as tmux. */
const SHELL_NAMES: ReadonlySet<string> = new Set(['bash', 'zsh', 'fish', 'sh', 'dash', 'ksh', 'mksh', 'tcsh', 'csh', 'nu', 'pwsh']);
const SYSTEM_LIST = '/etc/shells';
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
 * The shell of a terminal for which none was chosen. Services and containers run without SHELL; bash then serves people better than
 * the plain shell that would be started otherwise.
 */
export function defaultShell(environment: NodeJS.ProcessEnv, exists: (path: string) => boolean = existsSync): string | undefined {
    return environment['THEIA_SHELL'] || environment['SHELL'] || USUAL_SHELLS.find(exists);
}

function readList(): string | undefined {
    return existsSync(SYSTEM_LIST) ? readFileSync(SYSTEM_LIST, 'utf8') : undefined;
}

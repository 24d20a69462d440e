import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';

/** Folders of the machine that belong to people or to other programs; inside a sandbox they are empty and writable. */
const PRIVATE_FOLDERS = ['/tmp', '/var/tmp', '/run', '/root', '/home'];
/** Files of the system that hold secrets. */
const SECRET_FILES = ['/etc/shadow', '/etc/gshadow', '/etc/shadow-', '/etc/gshadow-'];

/** What a sandbox shows of the machine: all of it, read-only, but for these. */
export interface SystemView {
    readonly emptied: readonly string[];
    readonly hiddenFiles: readonly string[];
    /** Folders below the emptied ones from which programs are started. */
    readonly programs: readonly string[];
}

/** The machine as a sandbox shows it to a program with this environment. */
export function systemView(env: Readonly<Record<string, string>>): SystemView {
    const emptied = PRIVATE_FOLDERS.filter(folder => existsSync(folder));
    const isEmptied = (path: string): boolean => emptied.some(folder => path.startsWith(`${folder}/`));
    // A version manager keeps a program's libraries beside its folder of programs.
    const programs = env.PATH.split(delimiter)
        .filter(folder => folder.endsWith('/bin') && isEmptied(folder) && existsSync(folder))
        .map(dirname);
    return { emptied, hiddenFiles: SECRET_FILES.filter(file => existsSync(file)), programs: [...new Set(programs)] };
}

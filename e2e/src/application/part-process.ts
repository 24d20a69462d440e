import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A process of the running application. */
export type ApplicationPart = 'backend' | 'hub' | 'opencode';

/** What the command line of each part has and no other part's has. */
const MARKS: Record<ApplicationPart, RegExp> = {
    backend: /backend[\\/]main\.js\0/,
    hub: /\0--workspace\0.*\0--lifeline\0/,
    opencode: /^[^\0]*opencode[^\0]*\0serve\0/
};

/** The state of a socket that waits for connections, in the tables of the kernel. */
const LISTENING = '0A';

/** Finds a part among the descendants of the starter, and nowhere else: other applications may run on this machine. */
export function partProcess(starter: number, part: ApplicationPart): number {
    const found = findPart(starter, part);
    if (found === undefined) {
        throw new Error(`The application has no process "${part}" now.`);
    }
    return found;
}

/** The process of a part that takes connections now, if there is one. */
export function listeningPart(starter: number, part: ApplicationPart): number | undefined {
    const found = findPart(starter, part);
    return found !== undefined && isListening(found) ? found : undefined;
}

function findPart(starter: number, part: ApplicationPart): number | undefined {
    return descendantsOf(starter).find(pid => MARKS[part].test(read(`/proc/${pid}/cmdline`)));
}

/** Whether one of the sockets of a process waits for connections, as the tables of the kernel have it. */
function isListening(pid: number): boolean {
    const sockets = new Set(linksIn(`/proc/${pid}/fd`).map(link => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
    const rows = ['tcp', 'tcp6'].flatMap(table => read(`/proc/${pid}/net/${table}`).split('\n'));
    return rows.map(row => row.trim().split(/\s+/)).some(fields => fields[3] === LISTENING && sockets.has(fields[9]));
}

/** The processes that a process has started, and those that they have. */
function descendantsOf(ancestor: number): number[] {
    const processes = readdirSync('/proc').filter(name => /^\d+$/.test(name));
    const parents = new Map(processes.map(pid => [Number(pid), parentOf(pid)]));
    const isDescendant = (pid: number | undefined): boolean => pid !== undefined && (pid === ancestor || isDescendant(parents.get(pid)));
    return [...parents.keys()].filter(pid => pid !== ancestor && isDescendant(pid));
}

/** The descendants of a process that have a terminal of their own, not the one that it was itself started in. */
export function terminalProcessesOf(ancestor: number): number[] {
    return descendantsOf(ancestor).filter(pid => isRunning(pid) && ![0, terminalOf(ancestor)].includes(terminalOf(pid)));
}

/** Whether a process with this number runs; one that has ended and only waits for its parent does not. */
export function isRunning(pid: number): boolean {
    const stat = read(`/proc/${pid}/stat`);
    return stat !== '' && !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
}

function parentOf(pid: string): number | undefined {
    return statField(pid, 1);
}

/** The number of the terminal that controls a process; 0 for none. */
function terminalOf(pid: number): number {
    return statField(pid, 4) ?? 0;
}

/** The name in parentheses may itself hold spaces and parentheses, so the fields count from the last one. */
function statField(pid: number | string, index: number): number | undefined {
    const stat = read(`/proc/${pid}/stat`);
    return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[index]);
}

/** What the files of a process are; nothing for one that has ended since it was listed. */
function linksIn(folder: string): string[] {
    try {
        return readdirSync(folder).map(name => readlinkSync(join(folder, name)));
    } catch {
        return [];
    }
}

/** Nothing for a process that has ended since it was listed. */
function read(file: string): string {
    try {
        return readFileSync(file, 'utf8');
    } catch {
        return '';
    }
}

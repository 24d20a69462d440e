import { readdir, readFile } from 'node:fs/promises';

const POLL_MS = 100;

interface RunningProcess {
    readonly pid: number;
    readonly parent: number;
    /** The leader of its session: the shell of a terminal leads all that was started in it. */
    readonly session: number;
    /** Tells a process from a later one with the same number. */
    readonly started: string;
}

/**
 * Ends whatever runs in the session of a terminal's shell, the shell included: asks first, and kills what is left after `graceMs`.
 * Resolves when all are gone. On systems without /proc only the shell's own process group is reached.
 */
export async function endProcessSession(leader: number, graceMs = 5_000): Promise<void> {
    const deadline = performance.now() + graceMs;
    const known = new Set<string>();
    for (let signal: NodeJS.Signals = 'SIGHUP'; ; signal = 'SIGTERM') {
        const processes = await listProcesses();
        if (processes === undefined) {
            send(-leader, 'SIGTERM');
            return;
        }
        membersOf(leader, processes).forEach(member => known.add(identityOf(member)));
        const alive = processes.filter(each => known.has(identityOf(each)));
        if (alive.length === 0) {
            return;
        }
        alive.forEach(({ pid }) => send(pid, performance.now() < deadline ? signal : 'SIGKILL'));
        await new Promise(resolve => setTimeout(resolve, POLL_MS));
    }
}

/** Whether the shell of a terminal has it to itself. Where the system does not tell, nothing is known against it. */
export async function isInForeground(shell: number): Promise<boolean> {
    const [, , group, , , foreground] = (await statFields(shell)) ?? [];
    return group === foreground;
}

/** The processes of the session, and what they started in sessions of their own as long as their parents live. */
function membersOf(leader: number, processes: readonly RunningProcess[]): RunningProcess[] {
    const members = new Map(processes.filter(({ session }) => session === leader).map(each => [each.pid, each]));
    for (let size = -1; size !== members.size;) {
        size = members.size;
        processes.filter(({ parent }) => members.has(parent)).forEach(each => members.set(each.pid, each));
    }
    return [...members.values()];
}

async function listProcesses(): Promise<RunningProcess[] | undefined> {
    let names: string[];
    try {
        names = await readdir('/proc');
    } catch {
        return undefined;
    }
    const all = await Promise.all(names.filter(name => /^\d+$/.test(name)).map(readProcess));
    return all.filter(each => each !== undefined);
}

async function readProcess(pid: string): Promise<RunningProcess | undefined> {
    const fields = await statFields(pid);
    if (!fields || fields[0] === 'Z') {
        return undefined;
    }
    const [, parent, , session] = fields;
    return { pid: Number(pid), parent: Number(parent), session: Number(session), started: fields[19] ?? '' };
}

/** What the system tells of a process, from its state on; undefined for one that has ended. */
async function statFields(pid: number | string): Promise<string[] | undefined> {
    try {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
        // The name in parentheses may itself hold spaces and parentheses, so the fields count from the last one.
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    } catch {
        return undefined;
    }
}

function identityOf({ pid, started }: RunningProcess): string {
    return `${pid} ${started}`;
}

function send(pid: number, signal: NodeJS.Signals): void {
    try {
        process.kill(pid, signal);
    } catch {
        // It is gone already, or no longer ours.
    }
}

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;

/** One line of /proc/PID/stat. The name in parentheses may itself hold spaces and parentheses, so fields count from the last one. */
function parseStat(text) {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid: Number.parseInt(text, 10), state: fields[0], parent: Number(fields[1]), group: Number(fields[2]), started: fields[19] };
}

function readStat(pid) {
    try {
        return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch (error) {
        if (error.code === 'ENOENT' || error.code === 'ESRCH') {
            return undefined; // ended since the folder was listed
        }
        throw error;
    }
}

function listWithPs() {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], { encoding: 'utf8' });
    return (stdout ?? '')
        .split('\n')
        .map(line => line.trim().split(/\s+/))
        .filter(fields => fields.length > 4)
        .map(([pid, parent, group, state, ...started]) => ({
            pid: Number(pid),
            parent: Number(parent),
            group: Number(group),
            state,
            started: started.join(' ')
        }));
}

/** The processes of this machine that are not zombies. /proc is read where it exists, because slim containers have no `ps`. */
function listProcesses() {
    const all = existsSync('/proc/self/stat')
        ? readdirSync('/proc')
              .filter(name => /^\d+$/.test(name))
              .map(readStat)
              .filter(entry => entry !== undefined)
        : listWithPs();
    return all.filter(({ state }) => !state.startsWith('Z'));
}

/** The start time tells a process from a later one that got the same number. */
const identity = ({ pid, started }) => `${pid} ${started}`;

/**
 * The leader of a process group, the members of that group, and all descendants of either. Members of the group are found even
 * when the leader is dead and they belong to init; a descendant that started a session of its own is found only while its parent lives.
 */
export function processTree(leader, processes = listProcesses()) {
    const members = new Map(processes.filter(({ pid, group }) => pid === leader || group === leader).map(entry => [entry.pid, entry]));
    for (let size = -1; size !== members.size;) {
        size = members.size;
        for (const entry of processes) {
            if (members.has(entry.parent)) {
                members.set(entry.pid, entry);
            }
        }
    }
    return [...members.values()];
}

function signalAll(entries, signal) {
    for (const { pid } of entries) {
        try {
            process.kill(pid, signal);
        } catch (error) {
            if (error.code !== 'ESRCH') {
                throw error;
            }
        }
    }
}

/** Kills a process group and its descendants at once. */
export function killProcessTree(leader) {
    signalAll(processTree(leader), 'SIGKILL');
}

/**
 * Ends a process group and its descendants: SIGTERM to the leader, so that it can close its children in order; SIGTERM to those
 * who outlive it; SIGKILL to whoever is left after `graceMs`. Resolves when all are gone.
 */
export async function endProcessTree(leader, { graceMs = 5000 } = {}) {
    const deadline = performance.now() + graceMs;
    const known = new Map();
    const asked = new Set();
    for (;;) {
        const processes = listProcesses();
        for (const entry of processTree(leader, processes)) {
            known.set(identity(entry), entry);
        }
        const alive = processes.filter(entry => known.has(identity(entry)));
        if (alive.length === 0) {
            return;
        }
        if (performance.now() >= deadline) {
            signalAll(alive, 'SIGKILL');
        } else {
            const leaderAlive = alive.some(({ pid }) => pid === leader);
            const next = alive.filter(entry => (entry.pid === leader || !leaderAlive) && !asked.has(identity(entry)));
            next.forEach(entry => asked.add(identity(entry)));
            signalAll(next, 'SIGTERM');
        }
        await pause(POLL_MS);
    }
}

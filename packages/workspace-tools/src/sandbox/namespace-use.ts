import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { orGone } from '../or-gone';
import { TurnTaking } from '../turn-taking';
import type { ResourceUse } from './within-limits';

const KIBIBYTE = 1024;
/** What a process has in memory that stands in no file, with all that it shares with others. */
const RESIDENT = /^(?:RssAnon|RssShmem):\s*(\d+) kB$/gm;
/** The same with its part of what it shares. */
const PROPORTIONAL = /^(?:Pss_Anon|Pss_Shmem):\s*(\d+) kB$/gm;

/**
 * What the processes of a namespace take. The kernel itself limits none of root's, and its limits for one process count what is
 * reserved, of which some programs take terabytes that they never use.
 * @param member a process of the namespace, which sees its own `/proc`
 * @param mostMemoryBytes up to here it may look like more than it is
 */
export async function namespaceUse(member: number, mostMemoryBytes = Infinity): Promise<ResourceUse> {
    const folder = `/proc/${member}/root/proc`;
    // Where we are a process ourselves the namespace is not set up yet.
    const isOurs = orGone(() => readlinkSync(`${folder}/self`)) !== undefined;
    const entries = isOurs ? [] : (orGone(() => readdirSync(folder)) ?? []);
    const processes = entries.filter(name => /^\d+$/.test(name)).map(name => `${folder}/${name}`);
    const memoryBytes = await sumOf(processes, 'status', RESIDENT);
    // What a process shares with its children was counted for each of them. To tell how much that is takes longer.
    const isExact = memoryBytes <= mostMemoryBytes;
    return {
        processes: processes.length,
        memoryBytes: isExact ? memoryBytes : await sumOf(processes, 'smaps_rollup', PROPORTIONAL)
    };
}

async function sumOf(processes: readonly string[], file: string, amounts: RegExp): Promise<number> {
    const turns = new TurnTaking();
    let kibibytes = 0;
    for (const process of processes) {
        const text = orGone(() => readFileSync(`${process}/${file}`, 'latin1')) ?? '';
        kibibytes += Array.from(text.matchAll(amounts), ([, amount]) => Number(amount)).reduce((sum, amount) => sum + amount, 0);
        await turns.nextIfOver();
    }
    return kibibytes * KIBIBYTE;
}

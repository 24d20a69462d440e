import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isAlive } from '../testing/is-alive';
import { endProcessSession } from './process-session';

/** Starts a shell as the leader of a session; answers with its number and those that it prints. */
async function startSession(script: string, count: number): Promise<number[]> {
    const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const pids: number[] = [child.pid ?? 0];
    for await (const line of createInterface({ input: child.stdout })) {
        pids.push(Number(line));
        if (pids.length > count) {
            break;
        }
    }
    return pids;
}

describe('The end of a terminal’s processes', () => {
    it('reaches those in the background, those that ignore a hangup, and those whose parent is gone', async () => {
        const pids = await startSession('sleep 1000 & echo $!; (trap "" HUP; sleep 1000) & echo $!; (sleep 1000 & echo $!); wait', 3);
        await endProcessSession(pids[0] ?? 0);
        assert.deepEqual(pids.map(isAlive), [false, false, false, false]);
    });

    it('comes by force for those that do not listen', async () => {
        const pids = await startSession('trap "" HUP TERM; echo $$; while :; do sleep 1000; done', 1);
        await endProcessSession(pids[0] ?? 0, 300);
        assert.deepEqual(pids.map(isAlive), [false, false]);
    });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { describe, it } from 'mocha';
import { endProcessTree, killProcessTree, processTree } from './process-tree.mjs';

/** Prints its own number and those of its children as JSON once all are up; each child ignores SIGTERM if asked to. */
const family = ({ stubborn, ownSession }) => `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(
        `${stubborn ? "process.on('SIGTERM', () => {});" : ''} setInterval(() => {}, 1000); console.log('up');`
    )}], { detached: ${ownSession}, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => console.log(JSON.stringify([process.pid, child.pid])));
    ${stubborn ? "process.on('SIGTERM', () => {});" : ''}
`;

async function startFamily(kind) {
    const leader = spawn(process.execPath, ['-e', family(kind)], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(leader.stdout), 'line');
    return { leader, pids: JSON.parse(line) };
}

const remaining = pids => pids.filter(pid => processTree(pid).some(entry => entry.pid === pid));

describe('A process tree', () => {
    it('holds the group of the leader and all descendants, and nobody else', () => {
        const process = (pid, parent, group) => ({ pid, parent, group, state: 'S', started: '1' });
        const processes = [
            process(1, 0, 1),
            process(40, 30, 30),
            process(10, 1, 10),
            process(30, 20, 30),
            process(20, 10, 10),
            process(50, 1, 10),
            process(60, 1, 60)
        ];
        const pids = processTree(10, processes).map(({ pid }) => pid);
        assert.deepEqual(
            pids.sort((a, b) => a - b),
            [10, 20, 30, 40, 50]
        );
    });

    for (const ownSession of [false, true]) {
        const where = ownSession ? 'in a session of its own' : 'in the group of the leader';
        it(`ends with its leader, a child ${where} too`, async () => {
            const { leader, pids } = await startFamily({ stubborn: false, ownSession });
            await endProcessTree(leader.pid);
            assert.deepEqual(remaining(pids), []);
        });

        it(`is killed after the grace period when it ignores SIGTERM, a child ${where} too`, async () => {
            const { leader, pids } = await startFamily({ stubborn: true, ownSession });
            const exit = once(leader, 'exit');
            await endProcessTree(leader.pid, { graceMs: 100 });
            assert.deepEqual(remaining(pids), []);
            assert.deepEqual(await exit, [null, 'SIGKILL']);
        });
    }

    it('includes the orphans of a leader that was killed before', async () => {
        const { leader, pids } = await startFamily({ stubborn: false, ownSession: false });
        leader.kill('SIGKILL');
        await once(leader, 'exit');
        assert.deepEqual(remaining(pids), [pids[1]]);
        await endProcessTree(leader.pid);
        assert.deepEqual(remaining(pids), []);
    });

    it('can be killed at once', async () => {
        const { leader, pids } = await startFamily({ stubborn: true, ownSession: false });
        const exit = once(leader, 'exit');
        killProcessTree(leader.pid);
        assert.deepEqual(await exit, [null, 'SIGKILL']);
        await endProcessTree(leader.pid);
        assert.deepEqual(remaining(pids), []);
    });
});

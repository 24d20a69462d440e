import { strict as assert } from 'node:assert';
import { Readable } from 'node:stream';
import type { SandboxCommand, SandboxExit, SandboxProcess } from './sandbox-provider';
import { withinLimits, type ResourceUse } from './within-limits';

const COMMAND: SandboxCommand = {
    args: ['true'],
    cwd: '/',
    env: {},
    access: { workspace: '/', readOnly: [], pinned: [], masked: [], shown: [], hidden: [], network: false },
    mostProcesses: 2
};

/** A program that runs until it is killed. */
function endless(): SandboxProcess {
    let kill = (): void => undefined;
    const ended = new Promise<SandboxExit>(resolve => (kill = () => resolve({ signal: 'SIGKILL' })));
    return { stdout: Readable.from([]), stderr: Readable.from([]), ended, terminate: kill, kill };
}

describe('A program within limits', () => {
    it('is watched on when it could not be told what it takes', async () => {
        const looks: (() => Promise<ResourceUse | undefined>)[] = [
            () => Promise.reject(new Error('EMFILE: too many open files')),
            () => Promise.resolve(undefined),
            () => Promise.resolve({ processes: 2, memoryBytes: 0 })
        ];
        const tooMany = (): Promise<ResourceUse> => Promise.resolve({ processes: 3, memoryBytes: 0 });
        const { ended } = withinLimits(endless(), COMMAND, 1, () => (looks.shift() ?? tooMany)());
        assert.deepEqual(await ended, { signal: 'SIGKILL', exceeded: 'processes' });
        assert.equal(looks.length, 0);
    });

    it('has not ended before the last look, which may be a process of its own, and is not judged by that', async () => {
        const events: string[] = [];
        const program = endless();
        const { ended } = withinLimits(program, COMMAND, 1, async () => {
            program.kill();
            await program.ended.then(() => new Promise(setImmediate));
            events.push('looked');
            return { processes: 3, memoryBytes: 0 };
        });
        const { exceeded } = await ended;
        assert.deepEqual([...events, exceeded], ['looked', undefined]);
    });
});

import assert from 'node:assert/strict';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { SupervisedProcess, type ProcessPlan } from './supervised-process';

/** A program that runs the given JavaScript; a line that begins with "ready " says that it is ready. */
function plan(script: string): ProcessPlan<string> {
    return {
        name: 'The program',
        command: process.execPath,
        args: ['-e', script],
        environment: process.env,
        readReady: line => (line.startsWith('ready ') ? line.slice(6) : undefined)
    };
}

function supervise(script: string): SupervisedProcess<string> {
    return new SupervisedProcess(() => Promise.resolve(plan(script)), new MockLogger());
}

const UNTIL_STDIN_ENDS = 'process.stdin.resume().on("end", () => process.exit());';

describe('SupervisedProcess', () => {
    it('knows what the ready program said', async () => {
        const supervised = supervise(`console.log("warming up"); console.log("ready " + process.pid); ${UNTIL_STDIN_ENDS}`);
        await supervised.start();
        try {
            assert.match(supervised.current ?? '', /^\d+$/);
            assert.equal(supervised.trouble, undefined);
        } finally {
            await supervised.stop();
        }
    });

    it('starts the program again when it is killed', async () => {
        const supervised = supervise(`console.log("ready " + process.pid); ${UNTIL_STDIN_ENDS}`);
        await supervised.start();
        try {
            const first = supervised.current;
            const restarted = new Promise<string>(resolve => supervised.onDidStart(resolve));
            process.kill(Number(first), 'SIGKILL');
            assert.notEqual(await restarted, first);
        } finally {
            await supervised.stop();
        }
    });

    it('says why a program that ends at once does not run', async () => {
        const supervised = supervise('console.error("the cup is missing"); process.exit(3);');
        await supervised.start();
        await supervised.stop();
        assert.equal(supervised.current, undefined);
        assert.match(supervised.trouble ?? '', /The program ended with code 3/);
        assert.match(supervised.trouble ?? '', /the cup is missing/);
    });

    it('says that a program does not exist', async () => {
        const missing = { ...plan(''), command: '/does/not/exist' };
        const supervised = new SupervisedProcess(() => Promise.resolve(missing), new MockLogger());
        await supervised.start();
        await supervised.stop();
        assert.match(supervised.trouble ?? '', /could not be started.*ENOENT/);
    });

    it('does not start the program again after it was stopped', async () => {
        let launches = 0;
        const supervised = new SupervisedProcess(() => {
            launches++;
            return Promise.resolve(plan(`console.log("ready"); console.log("ready now"); ${UNTIL_STDIN_ENDS}`));
        }, new MockLogger());
        await supervised.start();
        await supervised.stop();
        assert.equal(supervised.current, undefined);
        assert.equal(launches, 1);
    });
});

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { afterEach, describe, it } from 'mocha';
import { processTree } from '../process/process-tree.mjs';
import { Supervisor } from './supervisor.mjs';

/** Keeps a fake backend alive that has told us its number. */
const STAYS = 'setInterval(() => {}, 1000); process.send({ pid: process.pid });';
const IGNORES_SIGTERM = "process.on('SIGTERM', () => {});";
const HAS_A_CHILD = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    setInterval(() => {}, 1000);
    child.once('spawn', () => process.send({ pid: process.pid, child: child.pid }));
`;

const isAlive = pid => processTree(pid).some(entry => entry.pid === pid);

describe('The supervisor', () => {
    let supervisor;

    /** Supervises fake backends: each start takes the next of `lives`, and the last of them again and again. */
    function supervise(lives, limits = {}) {
        const events = new EventEmitter();
        const record = { starts: 0, deaths: [], output: '' };
        supervisor = new Supervisor({
            launch: () => ({ command: process.execPath, args: ['-e', lives[Math.min(record.starts++, lives.length - 1)]] }),
            onMessage: message => events.emit('message', message),
            onOutput: text => (record.output += text),
            onDeath: sentence => record.deaths.push(sentence),
            limits: { firstPauseMs: 1, ...limits }
        });
        const end = supervisor.run();
        // A failure that comes while a test waits for a message has to fail that test.
        const message = async () => (await Promise.race([once(events, 'message'), end.then(() => assert.fail('ended'))]))[0];
        return { end, record, message };
    }

    afterEach(() => supervisor.kill());

    it('hands on what the backend says and prints', async () => {
        const { record, message, end } = supervise([`console.log('to stdout'); console.error('to stderr'); ${STAYS}`]);
        assert.equal(typeof (await message()).pid, 'number');
        await supervisor.stop();
        await end;
        assert.match(record.output, /to stdout/);
        assert.match(record.output, /to stderr/);
    });

    it('stops the backend with its children, and does not start it again', async () => {
        const { record, message, end } = supervise([HAS_A_CHILD]);
        const { pid, child } = await message();
        await supervisor.stop();
        await end;
        assert.deepEqual([isAlive(pid), isAlive(child)], [false, false]);
        assert.equal(record.starts, 1);
        assert.deepEqual(record.deaths, []);
    });

    it('kills a backend that does not obey', async () => {
        const { message, end } = supervise([IGNORES_SIGTERM + STAYS], { graceMs: 100 });
        const { pid } = await message();
        await supervisor.stop();
        await end;
        assert.equal(isAlive(pid), false);
    });

    it('kills at once on request', async () => {
        const { message, end } = supervise([IGNORES_SIGTERM + STAYS]);
        await message();
        supervisor.kill();
        await end;
    });

    it('starts the backend again when it died, after its orphans are gone', async () => {
        const { record, message } = supervise([HAS_A_CHILD, STAYS]);
        const first = await message();
        const second = message();
        process.kill(first.pid, 'SIGKILL');
        assert.notEqual((await second).pid, first.pid);
        assert.equal(isAlive(first.child), false);
        assert.deepEqual(record.deaths, ['The IDE backend ended unexpectedly with SIGKILL. It is started again.']);
    });

    it('starts the backend again when it left without an error, too', async () => {
        const { record, message } = supervise(['process.exit(0)', STAYS]);
        await message();
        assert.match(record.deaths[0], /exit code 0/);
    });

    it('gives up after too many quick deaths and shows the last output', async () => {
        const { record, end } = supervise(["console.error('the reason'); process.exit(7)"], { quickDeaths: 3 });
        await assert.rejects(end, error => {
            assert.match(error.message, /3 times.*exit code 7/);
            assert.match(error.output, /the reason/);
            return true;
        });
        assert.equal(record.starts, 3);
    });

    it('does not count deaths after a long life against it', async () => {
        const { record, message } = supervise(['', '', '', STAYS], { quickDeaths: 2, longLifeMs: 0 });
        await message();
        assert.equal(record.starts, 4);
    });

    it('can be stopped while it waits before the next start', async () => {
        let waiting;
        const died = new Promise(resolve => (waiting = resolve));
        supervisor = new Supervisor({
            launch: () => ({ command: process.execPath, args: ['-e', ''] }),
            onMessage: () => {},
            onOutput: () => {},
            onDeath: waiting,
            limits: { firstPauseMs: 1_000_000 }
        });
        const end = supervisor.run();
        await died;
        await supervisor.stop();
        await end;
    });
});

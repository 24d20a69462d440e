import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, it } from 'mocha';

/** A program that tells what it was asked for, and then that it has dealt with the signal. */
const program = sameRequestMs => `
    import { onStopRequest } from ${JSON.stringify(new URL('./stop-request.mjs', import.meta.url).href)};
    onStopRequest({ stop: signal => console.log('stop', signal), kill: signal => console.log('kill', signal), sameRequestMs: ${sameRequestMs} });
    ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(signal => process.on(signal, () => console.log('done')));
    setInterval(() => {}, 1000);
    console.log('up', process.pid);
`;

describe('A request to stop', () => {
    let child;
    let lines;
    const nextLine = async () => (await lines.next()).value;

    function start(args, options = {}) {
        child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
        lines = createInterface(child.stdout)[Symbol.asyncIterator]();
        return nextLine();
    }

    const startProgram = sameRequestMs => start(['--input-type=module', '-e', program(sameRequestMs)]);

    async function send(signal) {
        child.kill(signal);
        return nextLine();
    }

    afterEach(() => child.kill('SIGKILL'));

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
        it(`can be ${signal}`, async () => {
            await startProgram(0);
            assert.equal(await send(signal), `stop ${signal}`);
        });
    }

    it('that is repeated asks for an end at once', async () => {
        await startProgram(0);
        await send('SIGINT');
        assert.equal(await nextLine(), 'done');
        assert.equal(await send('SIGINT'), 'kill SIGINT');
    });

    it('that comes twice at nearly the same time counts once', async () => {
        await startProgram(1_000_000);
        await send('SIGINT');
        assert.equal(await nextLine(), 'done');
        assert.equal(await send('SIGINT'), 'done');
    });

    it('is the death of the npm that started us', async () => {
        const npm = `
            const { spawn } = require('node:child_process');
            spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(program(0))}], { stdio: 'inherit' });
        `;
        const pid = Number((await start(['-e', npm], { env: { ...process.env, npm_lifecycle_event: 'start' } })).split(' ')[1]);
        assert.equal(await send('SIGKILL'), 'stop SIGHUP');
        const gone = once(child.stdout, 'close');
        process.kill(pid, 'SIGKILL');
        await gone;
    });
});

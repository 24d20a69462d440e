import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startModelServer } from './model-server';
import { answerOf, turn } from './test/chat-client';

const PROGRAM = join(__dirname, '../bin/guide-model.js');

describe('guide-model program', () => {
    const children: ChildProcessWithoutNullStreams[] = [];
    afterEach(() => children.splice(0).forEach(child => child.kill('SIGKILL')));

    function start(...args: string[]): ChildProcessWithoutNullStreams {
        const child = spawn(process.execPath, [PROGRAM, ...args]);
        children.push(child);
        return child;
    }

    async function urlOf(child: ChildProcessWithoutNullStreams): Promise<string> {
        const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
        const ready = JSON.parse(line) as { url: string };
        assert.deepEqual(Object.keys(ready), ['url']);
        return ready.url;
    }

    async function failureOf(child: ChildProcessWithoutNullStreams): Promise<{ exitCode: unknown; message: string }> {
        let message = '';
        child.stderr.on('data', (data: Buffer) => (message += data.toString()));
        const [exitCode] = (await once(child, 'close')) as [number];
        return { exitCode, message };
    }

    it('says where it listens, serves the guide and ends on SIGTERM', async () => {
        const child = start('--port', '0');
        assert.match(await answerOf(await urlOf(child), turn('who are you')), /scripted guide/);
        child.kill('SIGTERM');
        assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
    });

    it('ends with its standard input when that is its lifeline', async () => {
        const child = start('--lifeline');
        await urlOf(child);
        child.stdin.end();
        assert.deepEqual(await once(child, 'exit'), [0, null]);
    });

    it('says so when the port is in use', async () => {
        const other = await startModelServer({ brain: () => 'ok' });
        const { port } = new URL(other.url);
        const { exitCode, message } = await failureOf(start('--port', port, '--lifeline'));
        await other.close();
        assert.equal(exitCode, 1);
        assert.match(message, new RegExp(`cannot listen on port ${port}.*Another program uses it`));
    });

    it('explains its options when it gets wrong ones', async () => {
        for (const args of [['--port', 'x'], ['--port', '70000'], ['--nonsense']]) {
            const { exitCode, message } = await failureOf(start(...args));
            assert.equal(exitCode, 2);
            assert.match(message, /Usage: guide-model/);
        }
    });
});

import { LIMITS } from '@openspace/protocol';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectMcpClient } from '../application/mcp-client';
import { expect, test } from '../application/openspace-test';
import { Figures, median } from './figures';

const ROUNDS = 100;
const WARM_UP = 10;
/** Longer than the pause between two commands, which is no latency. */
const REST_MS = LIMITS.commandPauseMs + 10;
const EMPTY_SERVER = resolve(__dirname, '../../bench/lib/empty-mcp-server.mjs');

test('a command through the MCP door beside an empty tool of the same SDK', async ({ ide, application }) => {
    await ide.chat.waitUntilReady();
    const server = spawn(process.execPath, [EMPTY_SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [address] = (await once(server.stdout, 'data')) as [Buffer];
    const door = await connectMcpClient(await application.hubAccess());
    const empty = await connectMcpClient({ url: address.toString().trim(), token: 'none' });
    const calls = {
        door: async () => {
            const result = await door.callTool({ name: 'openspace_pane_list', arguments: {} });
            expect(result).toMatchObject({ structuredContent: { outcome: 'done' } });
        },
        empty: () => empty.callTool({ name: 'empty', arguments: {} })
    };
    const times: Record<keyof typeof calls, number[]> = { door: [], empty: [] };
    // In turns, so that what else the machine does hits both alike.
    for (let round = -WARM_UP; round < ROUNDS; round++) {
        for (const name of ['door', 'empty'] as const) {
            await pause(REST_MS);
            const startedAt = performance.now();
            await calls[name]();
            if (round >= 0) {
                times[name].push(performance.now() - startedAt);
            }
        }
    }
    await Promise.all([door.close(), empty.close()]);
    server.stdin.end();

    const figures = new Figures();
    figures.note('an MCP call to an empty tool', median(times.empty), 'ms');
    figures.note('an MCP call that executes a command in the browser', median(times.door), 'ms');
    figures.check('an MCP call that executes a command, beside the empty one', median(times.door) / median(times.empty), 3);
    figures.conclude();
});

import { Gate, type ModelPiece } from '@openspace/guide-model';
import { LIMITS } from '@openspace/protocol';
import type { Page } from '@playwright/test';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { SAMPLE_PROJECT, test as base } from '../application/openspace-test';
import { RunningApplication } from '../application/running-application';
import { SeparateOpenCode } from '../application/separate-opencode';
import { now, TimedRelay } from '../application/timed-relay';
import { exposeServices } from '../pages/page-services';
import { Figures, quantile } from './figures';

const COMMANDS = 500;
/** Longer than the pause between two commands, which is no latency. */
const REST_MS = LIMITS.commandPauseMs + 10;
const COMMAND = 'openspace.editor.open';

const test = base.extend<object, { relay: TimedRelay; startedApplication: RunningApplication }>({
    relay: [
        async ({ scratch, model }, use) => {
            const opencode = await SeparateOpenCode.start(join(scratch, 'opencode'), model.url);
            const relay = await TimedRelay.start(opencode.url, '"delta":"%"');
            await use(relay);
            relay.stop();
            opencode.stop();
        },
        { scope: 'worker', timeout: 120_000 }
    ],
    startedApplication: [
        async ({ scratch, relay }, use) => {
            const workspace = join(scratch, 'sample-project');
            await cp(SAMPLE_PROJECT, workspace, { recursive: true });
            const application = await RunningApplication.start({
                workspace,
                stateDirectory: join(scratch, 'state'),
                environment: { OPENSPACE_OPENCODE_URL: relay.url }
            });
            await use(application);
            await application.stop();
        },
        { scope: 'worker', timeout: 120_000 }
    ]
});

/** How far the clock of the page is ahead of ours: the answer that took the shortest time tells it best. */
async function clockAhead(page: Page): Promise<number> {
    let best = { took: Number.POSITIVE_INFINITY, ahead: 0 };
    for (let round = 0; round < 100; round++) {
        const before = now();
        const there = await page.evaluate(() => performance.timeOrigin + performance.now());
        const took = now() - before;
        best = took < best.took ? { took, ahead: there - (before + took / 2) } : best;
    }
    return best.ahead;
}

test('a command is executed soon after the end of its block has reached the backend', async ({ ide, page, model, relay }) => {
    const figures = new Figures();
    await exposeServices(page);
    await page.evaluate(command => {
        const { commands } = window.openspaceServices;
        const executions: number[] = (window.openspaceExecutions = []);
        commands.onWillExecuteCommand(({ commandId }) => {
            if (commandId === command) {
                executions.push(performance.timeOrigin + performance.now());
            }
        });
    }, COMMAND);

    const latencies: number[] = [];
    const roundTrips: number[] = [];
    const ahead = [await clockAhead(page)];
    for (let message = 0; latencies.length < COMMANDS; message++) {
        const gates = Array.from({ length: LIMITS.commandsPerMessage }, () => new Gate());
        const pieces = gates.flatMap((gate, index): ModelPiece[] => [
            block(COMMAND, { path: 'src/index.ts', line: 1 + index }).slice(0, -1),
            { kind: 'gate', gate },
            '%'
        ]);
        model.answer(pieces);
        await ide.chat.send(`Go through ${gates.length} lines`);
        for (const gate of gates) {
            await gate.reached;
            const arrival = relay.next();
            roundTrips.push(
                await page.evaluate(async restMs => {
                    const { sync, tab } = window.openspaceServices;
                    const identity = await tab.identity();
                    await new Promise(resolve => setTimeout(resolve, restMs));
                    const startedAt = performance.now();
                    await sync.hello(identity);
                    return performance.now() - startedAt;
                }, REST_MS)
            );
            const count = latencies.length;
            gate.open();
            const arrivedAt = await arrival;
            const executedAt = await page.evaluate(async index => {
                while (window.openspaceExecutions.length <= index) {
                    await new Promise(resolve => setTimeout(resolve, 5));
                }
                return window.openspaceExecutions[index] ?? Number.NaN;
            }, count);
            latencies.push(executedAt - arrivedAt);
        }
        await ide.chat.waitUntilAnswered();
    }
    ahead.push(await clockAhead(page));
    const offset = (ahead[0] + (ahead[1] ?? 0)) / 2;
    const times = latencies.map(latency => latency - offset);

    const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)];
    const [emptyHalf, emptyMost] = [quantile(roundTrips, 0.5), quantile(roundTrips, 0.95)];
    figures.note('how far the clocks drifted apart', (ahead[1] ?? 0) - ahead[0], 'ms');
    figures.note(`an empty round trip to the backend, p50 of ${roundTrips.length}`, emptyHalf, 'ms');
    figures.note('an empty round trip to the backend, p95', emptyMost, 'ms');
    figures.note(`end of a block in the backend to its execution, p50 of ${times.length}`, half, 'ms');
    figures.note('end of a block in the backend to its execution, p95', most, 'ms');
    figures.check('p50 beyond that of an empty round trip, in ms', half - emptyHalf, 3);
    figures.check('p95 beside that of an empty round trip', most / emptyMost, 3);
    figures.conclude();
});

declare global {
    interface Window {
        /** When the commands of the benchmark were executed, in milliseconds since the epoch. */
        openspaceExecutions: number[];
    }
}

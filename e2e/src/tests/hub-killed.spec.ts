import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Gate } from '@openspace/guide-model';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { describeRecovery, expectRecovered, timeRecovery, type Recovery } from '../application/recovery';
import type { HubAccess, RunningApplication } from '../application/running-application';
import { median } from '../benches/figures';

const IS_SOAK = process.env['OPENSPACE_SOAK'] !== undefined;
const ROUNDS = IS_SOAK ? 50 : 5;

const FILE = 'rounds.txt';
/** Lines that no other command of this test opens: every command can be told from every other. */
const linesOf = (round: number) => ({ chat: 1 + round, door: 101 + round });

/** A command through the door for other agents: `done`, or that nobody knows whether it happened. */
async function openThroughDoor({ url, token }: HubAccess, line: number): Promise<string> {
    const call = { name: 'openspace_editor_open', arguments: { path: FILE, line } };
    try {
        const response = await fetch(`${url}/mcp`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
        });
        const { result } = (await response.json()) as { result: { structuredContent: { outcome: string } } };
        return result.structuredContent.outcome;
    } catch {
        // The connection broke off before the answer was there.
        return 'unknown';
    }
}

/** Times a Hub that was killed just now until it can do all it could before. */
function recovery(isBack: () => boolean, hub: HubAccess, line: number): Promise<Recovery> {
    return timeRecovery(isBack, async () => {
        // The door knows a command only once the Hub has the manifest and the link again.
        await expect.poll(() => openThroughDoor(hub, line), { intervals: [20], timeout: 60_000 }).toBe('done');
    });
}

/** How often the Hub was told how the command at this line ended. */
async function reported(application: RunningApplication, line: number): Promise<number> {
    const told = (await application.results()).map(({ result }) => result.data as { path?: string; line?: number } | undefined);
    return told.filter(data => data?.path === FILE && data.line === line).length;
}

test.use({ freshBrowser: true });

test('nothing is lost and nothing runs twice however often the Hub is killed', async ({ ide, model, application }) => {
    test.setTimeout(ROUNDS * 60_000);
    await writeFile(join(application.workspace, FILE), 'a line\n'.repeat(1_000));
    const hub = await application.hubAccess();
    const answered: Record<number, string> = {};
    const recoveries: Recovery[] = [];
    for (let round = 0; round < ROUNDS; round++) {
        const lines = linesOf(round);
        const gate = new Gate();
        model.answer([
            `Round ${round}: `,
            { kind: 'gate', gate },
            block('openspace.editor.open', { path: FILE, line: lines.chat }),
            ' there.'
        ]);
        await ide.chat.send(`Show me line ${lines.chat}`);
        await gate.reached;
        const throughDoor = openThroughDoor(hub, lines.door);
        const isBack = application.kill('hub');
        const recovered = recovery(isBack, hub, lines.door + 500);
        gate.open();
        answered[lines.door] = await throughDoor;
        await ide.chat.waitUntilAnswered();
        await expect(ide.chat.lastAnswer).toContainText(`Round ${round}: there.`);
        const last = await recovered;
        recoveries.push(last);
        test.info().annotations.push({ type: 'Hub', description: describeRecovery(last) });
        if (IS_SOAK) {
            expectRecovered(last);
        }
    }
    expectRecovered({
        processMs: median(recoveries.map(({ processMs }) => processMs)),
        worksMs: median(recoveries.map(({ worksMs }) => worksMs))
    });

    const calls = application.auditedCalls().filter(({ args }) => args['path'] === FILE);
    const outcomesAt = (line: number) => calls.filter(({ args }) => args['line'] === line).map(({ outcome }) => outcome);
    for (let round = 0; round < ROUNDS; round++) {
        const { chat, door } = linesOf(round);
        expect(outcomesAt(chat), `line ${chat}`).toEqual(['done']);
        // Whatever was told done has been done once; the rest was told unknown and has been done once or not at all.
        expect([['done'], answered[door] === 'done' ? ['done'] : []], `line ${door}`).toContainEqual(outcomesAt(door));
    }
    for (const { chat } of Array.from({ length: ROUNDS }, (_, round) => linesOf(round)).slice(-20)) {
        await expect.poll(() => reported(application, chat), `line ${chat}`).toBe(1);
    }
});

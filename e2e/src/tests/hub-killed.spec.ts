import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Gate, type ModelPiece } from '@openspace/guide-model';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { describeRecovery, expectRecovered, timeRecovery, type Recovery } from '../application/recovery';
import type { HubAccess, RunningApplication } from '../application/running-application';

const IS_SOAK = process.env['OPENSPACE_SOAK'] !== undefined;
/**
 * How far the work that goes through the Hub has come when the Hub is killed: it was sent just now, the Hub waits for its end, it runs in
 * the IDE, it runs because the model called a tool, it was let end just now.
 */
const MOMENTS = ['sent', 'open', 'running', 'tool', 'ending'] as const;
const ROUNDS = Array.from({ length: (IS_SOAK ? 10 : 1) * MOMENTS.length }, (_, round) => ({
    round,
    moment: MOMENTS[round % MOMENTS.length],
    line: 1 + round,
    work: `work-${round}`
}));

const FILE = 'rounds.txt';
/** Has a line for each time that work was done. */
const DONE = 'done.txt';
const TERMINAL = 'worker';
/** Does the work named, and ends when the test says so. */
const SCRIPT = `echo "$1" >> ${DONE}\nuntil [ -e "$1.end" ]; do sleep 0.05; done\n`;
const sendWork = (work: string) => ({ terminalId: TERMINAL, text: `sh work.sh ${work}\n`, waitMs: 60_000 });

/** A command through the door for other agents: how it ended, or that nobody knows whether it happened. */
async function callThroughDoor({ url, token }: HubAccess, name: string, args: object): Promise<string> {
    try {
        const response = await fetch(`${url}/mcp`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
        });
        const { result } = (await response.json()) as { result: { structuredContent: { outcome: string } } };
        return result.structuredContent.outcome;
    } catch {
        // The connection broke off before the answer was there.
        return 'unknown';
    }
}

/** How many calls the Hub waits for. */
async function openCalls({ url, token }: HubAccess): Promise<number> {
    const response = await fetch(`${url}/health`, { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { parts: { link: { openCalls: number } } }).parts.link.openCalls;
}

/** Times a Hub that was killed just now until it can do all it could before. */
function recovery(isBack: () => boolean, application: RunningApplication, hub: HubAccess): Promise<Recovery> {
    const knows = async () => ({
        hasManifest: (await application.manifest().catch(() => ({ commands: [] }))).commands.length > 0,
        hasState: await fetch(`${hub.url}/openspace/state`, { headers: { authorization: `Bearer ${hub.token}` } }).then(
            ({ ok }) => ok,
            () => false
        ),
        // Needs the link, too.
        door: await callThroughDoor(hub, 'openspace_pane_list', {})
    });
    return timeRecovery(isBack, () =>
        expect.poll(knows, { intervals: [20], timeout: 60_000 }).toEqual({ hasManifest: true, hasState: true, door: 'done' })
    );
}

/** How often the Hub was told how the command at this line ended. */
async function reported(application: RunningApplication, line: number): Promise<number> {
    const told = (await application.results()).map(({ result }) => result.data as { path?: string; line?: number } | undefined);
    return told.filter(data => data?.path === FILE && data.line === line).length;
}

test.use({ freshBrowser: true });

test('nothing is lost and nothing runs twice whenever and however often the Hub is killed', async ({ ide, model, application }) => {
    test.setTimeout(ROUNDS.length * 60_000);
    const inWorkspace = (name: string) => join(application.workspace, name);
    await writeFile(inWorkspace(FILE), 'a line\n'.repeat(1_000));
    await writeFile(inWorkspace('work.sh'), SCRIPT);
    await writeFile(inWorkspace(DONE), '');
    const timesDone = async (work: string) => (await readFile(inWorkspace(DONE), 'utf8')).split('\n').filter(line => line === work).length;
    const hub = await application.hubAccess();
    const answered: Record<string, string> = {};
    expect(await callThroughDoor(hub, 'openspace_terminal_create', { title: TERMINAL })).toBe('done');

    for (const { round, moment, line, work } of ROUNDS) {
        const gate = new Gate();
        const tool: ModelPiece = { kind: 'toolCall', name: 'ide_openspace_terminal_send', args: sendWork(work) };
        const shown = [
            `Round ${round}: `,
            { kind: 'gate', gate } as const,
            block('openspace.editor.open', { path: FILE, line }),
            ' there.'
        ];
        model.answer(...(moment === 'tool' ? [[tool], shown] : [shown]));
        await ide.chat.send(`Show me line ${line}`);
        let throughDoor: Promise<string> | undefined;
        if (moment !== 'tool') {
            await gate.reached;
            throughDoor = callThroughDoor(hub, 'openspace_terminal_send', sendWork(work));
        }
        if (moment === 'open') {
            await expect.poll(() => openCalls(hub), { intervals: [5] }).toBe(1);
        } else if (moment !== 'sent') {
            await expect.poll(() => timesDone(work), { intervals: [20] }).toBe(1);
        }
        if (moment === 'ending') {
            await appendFile(inWorkspace(`${work}.end`), '');
        }
        const recovered = recovery(application.kill('hub'), application, hub);
        await appendFile(inWorkspace(`${work}.end`), '');
        gate.open();
        // What the model was told is OpenCode's word for a connection that broke off.
        answered[work] = (await throughDoor) ?? 'unknown';
        await ide.chat.waitUntilAnswered();
        await expect(ide.chat.lastAnswer).toContainText(`Round ${round}: there.`);
        const times = await recovered;
        test.info().annotations.push({ type: 'Hub', description: `${moment}: ${describeRecovery(times)}, ${answered[work]}` });
        expectRecovered(times);
    }

    model.answer([{ kind: 'toolCall', name: 'ide_openspace_editor_open', args: { path: FILE, line: 900 } }], 'That is all.');
    await ide.chat.ask('And at the end?');
    await ide.editors.expectAtLine(FILE, 900);

    const calls = application.auditedCalls().map(call => ({ ...call, outcome: call.outcome ?? 'no end noted' }));
    for (const { line, work } of ROUNDS) {
        const opened = calls.filter(({ args }) => args['path'] === FILE && args['line'] === line);
        expect(
            opened.map(({ outcome }) => outcome),
            `line ${line}`
        ).toEqual(['done']);
        const sent = calls.filter(({ args }) => args['text'] === sendWork(work).text);
        // What was told done has been done once; the rest was told unknown and has been done once or not at all.
        const times = await timesDone(work);
        expect(answered[work] === 'done' ? [1] : [0, 1], work).toContain(times);
        expect(['done', 'unknown'], work).toContain(answered[work]);
        expect(
            sent.map(({ outcome }) => outcome),
            work
        ).toEqual(times === 1 ? ['done'] : []);
    }
    // The Hub keeps the last twenty results of a session, some of which are those of the model's tools.
    for (const { line } of ROUNDS.slice(-10)) {
        await expect.poll(() => reported(application, line), `line ${line}`).toBe(1);
    }
});

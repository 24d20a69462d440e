import type { Page } from '@playwright/test';
import { expect, test } from '../application/openspace-test';
import { isRunning } from '../application/part-process';
import { exposeServices, grownSince, heldByPage } from '../pages/page-services';

const ROUNDS = 50;

/** A command, with arguments that may name what an earlier one of the same round has answered. */
type Step = readonly [command: string, args: Readonly<Record<string, unknown>>];

/** What the agent makes and takes away again in one round; `$` and a name stand for that field of the answer to the first step. */
const KINDS: Readonly<Record<string, readonly Step[]>> = {
    terminals: [
        ['terminal.create', { title: 'passing' }],
        ['terminal.close', { terminalId: '$terminalId' }]
    ],
    panes: [
        ['pane.open', { type: 'editor', contentId: 'README.md', splitDirection: 'vertical' }],
        ['pane.resize', { paneId: '$tabId', width: 20 }],
        ['pane.close', { paneId: '$tabId' }]
    ],
    highlights: [
        ['editor.highlight', { path: 'src/index.ts', ranges: [{ startLine: 1, endLine: 2 }], color: '#abcdef' }],
        ['editor.clear_highlight', { highlightId: '$highlightId' }]
    ]
};

/** Runs the steps so many times as a session of the agent, in the page, where no chat grows meanwhile; answers with the evidence. */
async function runRounds(page: Page, steps: readonly Step[], rounds: number): Promise<Record<string, unknown>[]> {
    return page.evaluate(
        async ([wanted, count]) => {
            const { commands } = window.openspaceServices;
            const origin = { by: 'agent', sessionId: 'counted' };
            const answers: Record<string, unknown>[] = [];
            for (let round = 0; round < count; round++) {
                const first = answers.length;
                for (const [command, args] of wanted) {
                    const named = Object.entries(args).map(([name, value]) =>
                        typeof value === 'string' && value.startsWith('$') ? [name, answers[first]?.[value.slice(1)]] : [name, value]
                    );
                    const answer = await commands.executeCommand(`openspace.${command}`, Object.fromEntries(named), origin);
                    answers.push(answer as Record<string, unknown>);
                }
            }
            return answers;
        },
        [steps, rounds] as const
    );
}

for (const [kind, steps] of Object.entries(KINDS)) {
    test(`fifty ${kind} that come and go leave no process, no listener and no widget behind`, async ({ ide, application, run }) => {
        const processes = application.terminalProcesses();
        await run(['editor.open', { path: 'src/index.ts' }]);
        await exposeServices(ide.page);
        // What is made once and kept, such as the panel at the bottom and what a page loads late, is there afterwards. A leak grows again.
        await runRounds(ide.page, steps, ROUNDS);
        const before = await heldByPage(ide.page);

        const answers = await runRounds(ide.page, steps, ROUNDS);
        expect(answers.filter(({ success }) => success === true)).toHaveLength(ROUNDS * steps.length);
        // What the browser has not cleared away yet counts, until it has.
        await expect.poll(() => grownSince(ide.page, before)).toEqual({});
        const started = answers.flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : []));
        expect(new Set(started).size).toBe(kind === 'terminals' ? ROUNDS : 0);
        await expect.poll(() => started.filter(isRunning)).toEqual([]);
        // Those of earlier tests may end meanwhile.
        await expect.poll(() => application.terminalProcesses()).toBeLessThanOrEqual(processes);
    });
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemText } from '@openspace/guide-model';
import { LIMITS } from '@openspace/protocol';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { OpenSpaceApp } from '../pages/openspace-app';

const open = (path: string, line = 1): string => block('openspace.editor.open', { path, line });

test('an agent that reads a file gets its content and answers in the same turn', async ({ ide, model }) => {
    model.answer(`Let me look. ${block('openspace.file.read', { path: 'src/index.ts' })}`, 'It plans a tea tasting.');
    await ide.chat.ask('What does the program do?');

    await expect(ide.chat.lastAnswer).toContainText('Let me look.');
    await expect(ide.chat.lastAnswer).toContainText('It plans a tea tasting.');
    await expect(ide.chat.results).toHaveText(/^IDE results/);
    await expect(ide.chat.results.getByText('export function planTasting')).toBeHidden();
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('export function planTasting');
});

test('an agent is told where a long text was cut, reads on from there, and does not overwrite what it has not seen', async ({
    model,
    application,
    run
}) => {
    const path = 'long.txt';
    const lines = Array.from({ length: 3000 }, (_, index) => `This is line ${index + 1}`);
    const file = join(application.workspace, path);
    await writeFile(file, lines.join('\n'));
    const sent = (): string => JSON.stringify(model.requests.at(-1)?.messages.at(-1));

    const [read] = await run(['file.read', { path }]);
    const next = Number(/startLine (\d+)\.$/.exec(read.output ?? '')?.[1]);
    expect(sent()).toContain(`This is line ${next - 1}\\n`);
    expect(sent()).not.toContain(`This is line ${next}\\n`);
    const [refused] = await run(['file.write', { path, content: 'short' }]);
    expect([refused.outcome, refused.code]).toEqual(['failed', 'partly-read']);
    expect(await readFile(file, 'utf8')).toBe(lines.join('\n'));

    const [rest] = await run(['editor.read_file', { path, startLine: next }]);
    expect(rest.data).toMatchObject({ endLine: 3000, truncated: false });
    const [written] = await run(['file.write', { path, content: 'short' }]);
    expect(written.outcome).toBe('done');
});

test('an agent whose line does not exist learns at once which one is shown', async ({ ide, model }) => {
    model.answer(`Here ${open('src/index.ts', 999)}`, 'It has fewer lines.');
    await ide.chat.ask('Open line 999');
    await expect(ide.chat.lastAnswer).toContainText('It has fewer lines.');
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('it has only 72 lines, not 999');
});

test('of eleven blocks ten run, and the agent reads that one was refused', async ({ ide, model, application }) => {
    const blocks = Array.from({ length: LIMITS.commandsPerMessage + 1 }, (_, index) => open('src/index.ts', index + 1));
    model.answer(`Ten lines: ${blocks.join(' ')}`, 'Ten it is.');
    await ide.chat.ask('Show me eleven lines');

    await expect(ide.chat.lastAnswer).toContainText('Ten it is.');
    await ide.editors.expectAtLine('index.ts', LIMITS.commandsPerMessage);
    const outcomes = (await application.results()).slice(-blocks.length).map(({ outcome }) => outcome);
    expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(LIMITS.commandsPerMessage);
    expect(outcomes.filter(outcome => outcome === 'refused')).toHaveLength(1);
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain(`may run ${LIMITS.commandsPerMessage} commands`);
});

test('a block in a fence is shown as written and does not run', async ({ ide, model }) => {
    const shown = open('README.md');
    model.answer(`A block looks like this:\n\n\`\`\`\n${shown}\n\`\`\`\n\nIt opens a file.`);
    await ide.chat.ask('What does a block look like?');

    await expect(ide.chat.lastAnswer).toContainText(shown);
    await expect(ide.editors.tab('README.md')).toHaveCount(0);
});

test('of a command that failed the agent learns at once and in its next system message, with the reason and the nearest name', async ({
    ide,
    model
}) => {
    model.answer(`Here: ${open('src/indx.ts')}`, 'I meant the other one.', 'Sorry.');
    await ide.chat.ask('Open the index');
    await expect(ide.chat.lastAnswer).toContainText('I meant the other one.');
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toMatch(/openspace\.editor\.open.*: failed.*src\/index\.ts/);
    await ide.chat.ask('That did not work');

    const request = model.requests.findLast(each => JSON.stringify(each.messages).includes('That did not work'));
    expect(request && systemText(request)).toMatch(/openspace\.editor\.open → FAILED: .*src\/index\.ts/);
    await expect(ide.toasts).toHaveCount(0);
});

test('a secret stays closed, and the agent is told so', async ({ ide, model, application }) => {
    model.answer(`Let me see. ${open('.env')} ${open('../outside.txt')}`, 'I may not.');
    await ide.chat.ask('Open the secrets');

    const codes = (await application.results()).slice(-2).map(({ outcome, result }) => [outcome, result.code]);
    expect(codes).toEqual([
        ['refused', 'sensitive-file'],
        ['refused', expect.stringMatching(/outside-workspace|invalid-path/)]
    ]);
});

test('of two tabs only the one that asked runs the command, once', async ({ ide, model, application, page }) => {
    const second = await OpenSpaceApp.open(await page.context().newPage(), application.url);
    const results = await application.watchResults();
    model.answer(`Here: ${open('notes.md')}`);
    await second.chat.ask('Open the notes');

    await expect(second.editors.tab('notes.md')).toBeVisible();
    await expect(ide.editors.tab('notes.md')).toHaveCount(0);
    await expect.poll(async () => (await results()).map(({ outcome }) => outcome)).toEqual(['done']);
});

test('a duplicated tab is a tab of its own, and so is the one that it was copied from', async ({ ide, model, application, page }) => {
    const [copy] = await Promise.all([
        page.context().waitForEvent('page'),
        // The browser gives the new tab a copy of this one's session storage, as it does when a person duplicates a tab.
        page.evaluate(() => void window.open(window.location.href))
    ]);
    const second = await OpenSpaceApp.open(copy, application.url);
    model.answer(`Here: ${open('notes.md')}`, `And here: ${open('src/index.ts')}`);
    await second.chat.ask('Open the notes');
    await expect(second.editors.tab('notes.md')).toBeVisible();
    await expect(ide.editors.tab('notes.md')).toHaveCount(0);

    await ide.chat.ask('Open the index');
    await expect(ide.editors.tab('index.ts')).toBeVisible();
    await expect(second.editors.tab('index.ts')).toHaveCount(0);
});

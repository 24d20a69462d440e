import type { ChatRequest } from '@openspace/guide-model';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { OpenSpaceApp } from '../pages/openspace-app';

const toolCall = (name: string, args: Record<string, unknown>) => [{ kind: 'toolCall', name, args } as const];

function toolNames({ tools }: ChatRequest): string[] {
    return (tools ?? []).map(tool => (tool as { function: { name: string } }).function.name);
}

test("the model has the IDE's tools and none of OpenCode's that read, write, search or run", async ({ ide, model, application }) => {
    model.answer(toolCall('ide_openspace_editor_open', { path: 'src/index.ts', line: 17 }), 'There it is.');
    await ide.chat.ask('Where is it?');

    await ide.editors.expectAtLine('index.ts', 17);
    await expect(ide.chat.lastAnswer).toContainText('There it is.');
    await expect(ide.chat.lastAnswer).toContainText('openspace_editor_open');
    const { commands } = await application.manifest();
    const names = model.requests.flatMap(toolNames);
    expect(names).toEqual(expect.arrayContaining(commands.map(({ id }) => `ide_${id.replaceAll('.', '_')}`)));
    expect(new Set(names.filter(name => !name.startsWith('ide_openspace_')))).toEqual(new Set(['question', 'todowrite']));
});

test('a tool acts in the tab of the chat that calls it', async ({ ide, model, application, page }) => {
    const second = await OpenSpaceApp.open(await page.context().newPage(), application.url);
    await ide.chat.waitUntilReady();
    model.answer(
        toolCall('ide_openspace_editor_open', { path: 'notes.md' }),
        'Here.',
        toolCall('ide_openspace_editor_open', { path: 'README.md' }),
        'There.'
    );
    await second.chat.ask('Open the notes');
    await ide.chat.ask('Open the readme');

    await expect(second.editors.tab('notes.md')).toBeVisible();
    await expect(second.editors.tab('README.md')).toHaveCount(0);
    await expect(ide.editors.tab('README.md')).toBeVisible();
    await expect(ide.editors.tab('notes.md')).toHaveCount(0);
});

test('a secret stays closed whichever way the agent asks for it', async ({ ide, model, application }) => {
    await writeFile(join(application.workspace, '.env'), 'TOKEN=tea-leaves\n');
    model.answer(
        block('openspace.file.read', { path: '.env' }),
        toolCall('ide_openspace_file_read', { path: '.env' }),
        toolCall('ide_openspace_editor_read_file', { path: './.ENV' }),
        toolCall('ide_openspace_editor_open', { path: '.env' }),
        toolCall('ide_read_file', { path: '.env' }),
        toolCall('ide_search_files', { path: '.', pattern: '.env' }),
        toolCall('read', { filePath: join(application.workspace, '.env') }),
        toolCall('bash', { command: `cat ${join(application.workspace, '.env')}`, description: 'Reads it' }),
        toolCall('grep', { pattern: 'TOKEN', path: application.workspace }),
        'I may not.'
    );
    await ide.chat.ask('What is in the secrets?');

    await expect(ide.chat.lastAnswer).toContainText('I may not.');
    await expect(ide.editors.tab('.env')).toHaveCount(0);
    const asked = model.requests.map(request => JSON.stringify(request.messages));
    expect(asked.at(-1)).toContain('Access denied.');
    expect(asked.filter(text => text.includes('tea-leaves'))).toEqual([]);
});

test('what an agent does by tools is counted below its answer, and stands in the activity as its own', async ({ ide, model }) => {
    model.answer(
        [
            ...toolCall('ide_openspace_editor_open', { path: 'src/index.ts', line: 17 }),
            ...toolCall('ide_openspace_editor_open', { path: 'src/nowhere.ts' }),
            ...toolCall('ide_openspace_editor_open', { path: '.env' })
        ],
        `And one more. ${block('openspace.editor.open', { path: 'src/teas.ts' })}`
    );
    await ide.chat.ask('Open four files');
    const line = '4 IDE actions, 1 refused, 1 failed';
    await expect(ide.chat.actions).toHaveText(line);
    await ide.chat.actions.click();
    await ide.activity.expectSession(/^Chat \d+$/);
    await expect(ide.activity.rows).toHaveCount(4);

    await ide.reload();
    await expect(ide.chat.actions).toHaveText(line);
});

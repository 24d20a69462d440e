import type { ChatRequest, ModelPiece } from '@openspace/guide-model';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { askingOpenCode } from '../application/asking-opencode';
import { exfiltrationPayloads } from '../application/exfiltration-payloads';
import { expect, SAMPLE_PROJECT, test as base } from '../application/openspace-test';
import { OutsideHost } from '../application/outside-host';
import { RunningApplication } from '../application/running-application';
import { seriousProblems } from '../pages/accessibility';

const test = base.extend<object, { startedApplication: RunningApplication }>({
    startedApplication: [
        async ({ scratch, model }, use) => {
            const workspace = join(scratch, 'asking-project');
            await cp(SAMPLE_PROJECT, workspace, { recursive: true });
            const application = await RunningApplication.start({
                workspace,
                stateDirectory: join(scratch, 'asking-state'),
                environment: askingOpenCode(join(scratch, 'asking-home'), model.url)
            });
            await use(application);
            await application.stop();
        },
        { scope: 'worker', timeout: 120_000 }
    ]
});

const say = (word: string): ModelPiece => ({
    kind: 'toolCall',
    name: 'bash',
    args: { command: `echo ${word}`, description: 'Says a word' }
});

test('the person allows or refuses what OpenCode asks for, and a reload does not lose the question', async ({ ide, model }) => {
    model.answer([say('oolong')], 'It said oolong.', [say('sencha')], 'Then not.');
    await ide.chat.send('Say a word');
    await expect(ide.chat.question).toContainText('The agent asks for permission to use bash: echo oolong');
    await ide.reload();
    await expect(ide.chat.question).toContainText('echo oolong');
    await ide.agent.expectState('waiting for you');
    await ide.chat.choose('Allow once');
    await expect(ide.chat.lastAnswer).toContainText('It said oolong.');
    await ide.chat.waitUntilAnswered();
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('oolong');

    await ide.chat.send('Say another word');
    await expect(ide.chat.question).toContainText('echo sencha');
    await ide.chat.choose('Refuse');
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.tools).toContainText('Not done: bash');
});

test('a tool of OpenCode is shown folded with its input and its result, and a block in it does not run', async ({
    ide,
    model,
    application
}) => {
    const results = await application.watchResults();
    model.answer([say(`'${block('openspace.editor.open', { path: 'README.md' })}'`)], 'It printed a block.');
    await ide.chat.send('Print a block');
    await expect(ide.chat.question).toContainText('openspace.editor.open');
    await ide.chat.choose('Allow once');
    await expect(ide.chat.lastAnswer).toContainText('It printed a block.');
    await ide.chat.waitUntilAnswered();

    const result = ide.chat.tools.getByText('%%OS{"cmd":"openspace.editor.open"').last();
    await expect(ide.chat.tools).toContainText('bash');
    await expect(result).toBeHidden();
    await ide.chat.tools.locator('summary').first().click();
    await expect(result).toBeVisible();
    await expect(ide.editors.tab('README.md')).toHaveCount(0);
    expect(await results()).toEqual([]);
});

test('what a sub-agent asks for is asked in the conversation that started it', async ({ ide, model }) => {
    const args = { description: 'Say a word', prompt: 'Say assam.', subagent_type: 'general' };
    model.answer([{ kind: 'toolCall', name: 'task', args }], [say('assam')], 'I said it.', 'My helper said assam.');
    await ide.chat.send('Let somebody say a word');
    await expect(ide.chat.question).toContainText('echo assam');
    await ide.chat.choose('Allow once');
    await expect(ide.chat.lastAnswer).toContainText('My helper said assam.');
    await ide.chat.waitUntilAnswered();
});

test('what a sub-agent asks for is asked as well when a later message set it to work again', async ({ ide, model }) => {
    const args = { description: 'Say a word', prompt: 'Say darjeeling.', subagent_type: 'general' };
    const again = ({ messages }: ChatRequest): ModelPiece[] => {
        const [, helper = 'unknown'] = /<task id=\\?"(ses_\w+)/.exec(JSON.stringify(messages)) ?? [];
        return [{ kind: 'toolCall', name: 'task', args: { ...args, task_id: helper } }];
    };
    model.answer(
        [{ kind: 'toolCall', name: 'task', args }],
        'I am here.',
        'My helper is here.',
        again,
        [say('darjeeling')],
        'Said.',
        'Done.'
    );
    await ide.chat.send('Get somebody');
    await expect(ide.chat.lastAnswer).toContainText('My helper is here.');
    await ide.chat.waitUntilAnswered();
    await ide.chat.send('Let your helper say a word');
    await expect(ide.chat.question).toContainText('echo darjeeling');
    await ide.chat.choose('Allow once');
    await expect(ide.chat.lastAnswer).toContainText('Done.');
    await ide.chat.waitUntilAnswered();
});

test('a question of the model is answered in the chat, also in words that it does not offer', async ({ ide, model }) => {
    const options = [
        { label: 'Green', description: 'grassy' },
        { label: 'Black', description: 'strong' }
    ];
    const args = { questions: [{ question: 'Green or black?', header: 'Tea', options }] };
    const question: ModelPiece = { kind: 'toolCall', name: 'question', args };
    model.answer([question], 'Black it is.', [question], 'White it is.');
    await ide.chat.send('Make me a tea');
    await expect(ide.chat.question).toContainText('Green or black?');
    await ide.chat.choose('Black');
    await expect(ide.chat.lastAnswer).toContainText('Black it is.');
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('Black');
    await ide.chat.waitUntilAnswered();

    await ide.chat.send('Make me another one');
    await expect(ide.chat.question).toContainText('Green or black?');
    expect(await seriousProblems(ide.page, '.openspace-own-answer')).toEqual([]);
    await ide.chat.answerInWords('white tea, please');
    await expect(ide.chat.lastAnswer).toContainText('White it is.');
    await expect(ide.chat.lastAnswer).toContainText('Your answer: white tea, please');
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('white tea, please');
});

test('nothing in the text of a question calls another host, and what it would have loaded is a link that names it', async ({
    ide,
    model,
    page
}) => {
    const outside = await OutsideHost.start();
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    const text = `Green?\n\n${exfiltrationPayloads(outside.name).join('\n\n')}\n\n![the last](http://${outside.name}/last.png)`;
    const args = { questions: [{ question: text, header: 'Tea', options: [{ label: 'Yes', description: 'grassy' }] }] };
    model.answer([{ kind: 'toolCall', name: 'question', args }], 'Green it is.');
    await ide.chat.send('Ask me something');
    const last = ide.chat.question.getByRole('link', { name: `the last (${outside.name})` });
    await last.scrollIntoViewIfNeeded();
    await last.hover();
    await ide.chat.choose('Yes');
    await expect(ide.chat.lastAnswer).toContainText('Green it is.');
    await ide.chat.waitUntilAnswered();

    const origin = new URL(page.url()).host;
    const foreign = asked.filter(url => !/^(data|blob):/.test(url) && new URL(url).host !== origin);
    outside.stop();
    expect({ foreign, visits: outside.visits }).toEqual({ foreign: [], visits: [] });
});

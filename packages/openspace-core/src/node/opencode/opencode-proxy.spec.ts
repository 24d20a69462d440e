import assert from 'node:assert/strict';
import { cutAt, Gate, requestPurpose, systemText, type ChatRequest } from '@openspace/guide-model';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandCall } from '@openspace/protocol';
import { Deferred } from '@theia/core/lib/common/promise-util';
import type { CommandExecution, ConversationEvent, FollowReason, SyncClient, TurnEvent } from '../../common';
import { OPEN, READ, RunningBackend, TAB, textOf } from '../testing/running-backend';
import { until } from '../testing/until';
import { SESSION_ARGUMENT } from './opencode-config';
import type { OpenCodeProxy } from './opencode-proxy';

const TEA = 'The kettle sings and the tea is green. ';
const isTooLong = ({ messages }: ChatRequest): boolean => JSON.stringify(messages).includes(TEA);

/** How many actions there were, and how many were refused or failed. */
function actionsIn(events: readonly TurnEvent[]): unknown[] {
    return events.flatMap(event => (event.kind === 'actions' ? [[event.count, event.refused, event.failed]] : []));
}

describe('OpenCodeProxy with the real OpenCode and the real Hub', function () {
    // A cold start of OpenCode takes its time on a busy machine.
    this.timeout(180_000);
    let backend: RunningBackend;

    before(async () => {
        backend = await RunningBackend.start();
    });

    after(() => backend.stop());

    /** OpenCode tells everything in one row: when a later turn has been told, so has what came before it. */
    const allToldSoFar = async (): Promise<void> => {
        backend.answer('Yes.');
        await backend.ask('Is that all?');
    };

    beforeEach(() => {
        backend.calls.length = 0;
        backend.execution = { outcome: 'done', result: { success: true, output: 'Opened.' } };
    });

    it('hands on the text and turns the block into one command', async () => {
        backend.answer(`Look ${OPEN} here.`);
        const events = await backend.ask('Where?');
        assert.equal(textOf(events), 'Look  here.');
        assert.equal(events.at(-1)?.kind, 'end');
        assert.deepEqual(
            backend.calls.map(({ commandId, args }) => ({ commandId, args })),
            [{ commandId: 'openspace.editor.open', args: { path: 'a.ts', line: 3 } }]
        );
        const result = await backend.result(({ callId }) => callId === backend.calls[0]?.callId);
        assert.equal(result.outcome, 'done');
    });

    it('sends the text on before the block is complete, and nothing of the block', async () => {
        const gate = new Gate();
        const [begin = '', end = ''] = cutAt(OPEN, [20]);
        backend.answer(['Look ', begin, { kind: 'gate', gate }, end, ' here.']);
        const { events, finished } = await backend.begin('Where?', 'gated');
        await gate.reached;
        await until(() => textOf(events) === 'Look ');
        gate.open();
        assert.equal(textOf(await finished), 'Look  here.');
    });

    it('gives the model the whole instructions as its system message', async () => {
        backend.answer('Yes.');
        await backend.ask('Do you know the commands?');
        const request = backend.model.requests.findLast(each => JSON.stringify(each.messages).includes('Do you know the commands?'));
        const instructions = (await backend.hub.instructions('other', TAB)) ?? '';
        assert.match(instructions, /openspace\.editor\.open/);
        assert.ok(request && systemText(request).includes(instructions.trim()));
    });

    it('tells the agent in its next instructions what failed', async () => {
        backend.execution = { outcome: 'failed', result: { success: false, code: 'not-found', error: 'There is no a.ts.' } };
        backend.answer(OPEN, 'I see.');
        await backend.ask('Open it', 'failing');
        await backend.ask('And now?', 'failing');
        const request = backend.model.requests.findLast(each => JSON.stringify(each.messages).includes('And now?'));
        assert.match(request ? systemText(request) : '', /openspace\.editor\.open → FAILED.*There is no a\.ts\./);
    });

    describe('tools', () => {
        const OPEN_TOOL = { kind: 'toolCall', name: 'ide_openspace_editor_open', args: { path: 'b.ts', line: 7 } } as const;
        const lastRequest = () => backend.model.requests.at(-1) ?? assert.fail('the model was not asked');
        const toolNames = (): string[] =>
            (lastRequest().tools ?? []).map(tool => (tool as { function: { name: string } }).function.name).sort();

        const FILE_TOOLS = ['create_directory', 'get_file_info', 'list_directory', 'read_file', 'search_files', 'write_file'];
        const OFFERED = [...[...FILE_TOOLS, 'openspace_editor_open'].map(name => `ide_${name}`).sort(), 'question', 'todowrite'];

        it('of the Hub stand in place of those of OpenCode', async () => {
            backend.answer('Yes.');
            await backend.ask('Which tools do you have?');
            assert.deepEqual(toolNames(), OFFERED);
        });

        it('run as commands of the conversation that calls them, and answer to it', async () => {
            backend.answer([OPEN_TOOL], `It is open. ${OPEN}`);
            const events = await backend.ask('Open it', 'with tools');
            const [byTool, byBlock] = backend.calls;
            assert.deepEqual([byTool.commandId, byTool.args], ['openspace.editor.open', OPEN_TOOL.args]);
            assert.equal(byTool.sessionId, byBlock.sessionId);
            const shown = events.flatMap(event => (event.kind === 'tool' && event.call.finished ? [event.call] : []));
            assert.deepEqual(
                shown.map(({ name, input, output }) => ({ name, input, output })),
                [{ name: 'openspace_editor_open', input: JSON.stringify(OPEN_TOOL.args), output: 'Opened.' }]
            );
            assert.match(JSON.stringify(lastRequest().messages), /"Opened\./);
            assert.ok(!JSON.stringify(lastRequest()).includes(SESSION_ARGUMENT));
        });

        it('cannot be made to run for another conversation', async () => {
            backend.answer([{ ...OPEN_TOOL, args: { path: 'b.ts', [SESSION_ARGUMENT]: 'ses_of_another' } }], `Done. ${OPEN}`);
            await backend.ask('Open it elsewhere');
            assert.equal(backend.calls[0].sessionId, backend.calls[1].sessionId);
            assert.deepEqual(backend.calls[0].args, { path: 'b.ts' });
        });

        it('tell the agent why they failed', async () => {
            backend.execution = { outcome: 'refused', result: { success: false, code: 'sensitive-file', error: '".env" is sensitive.' } };
            backend.answer([OPEN_TOOL], 'I may not.');
            await backend.ask('Open the secrets');
            assert.match(JSON.stringify(lastRequest().messages.at(-1)), /Access denied\. .*\.env/);
        });

        it('count as actions by how they ended, beside blocks, and do so again when the conversation is read', async () => {
            const { execution } = backend;
            backend.answer([OPEN_TOOL], `Open. ${OPEN}`);
            assert.deepEqual(actionsIn(await backend.ask('Open it twice', 'counted tools')), [[2, undefined, undefined]]);
            for (const [outcome, code] of [
                ['refused', 'sensitive-file'],
                ['refused', 'not-confirmed'],
                ['failed', 'not-found']
            ] as const) {
                backend.execution = { outcome, result: { success: false, code, error: 'No.' } };
                backend.answer([OPEN_TOOL, { ...OPEN_TOOL, args: { path: 'c.ts' } }], 'I could not.');
                const counts = outcome === 'refused' ? [2, 2, undefined] : [2, undefined, 2];
                assert.deepEqual(actionsIn(await backend.ask(`It is ${outcome}`, 'counted tools')), [counts]);
            }
            backend.execution = execution;
            const history = await backend.proxy.read('counted tools', backend.workspace);
            assert.deepEqual(
                history?.exchanges.flatMap(({ events }) => actionsIn(events)),
                [
                    [2, undefined, undefined],
                    [2, 2, undefined],
                    [2, 2, undefined],
                    [2, undefined, 2]
                ]
            );
        });

        it('are there again when the Hub was started anew', async () => {
            await backend.restartHub();
            backend.answer([OPEN_TOOL], 'Open.');
            await backend.ask('Open it');
            assert.deepEqual(toolNames(), OFFERED);
            assert.equal(backend.calls.length, 1);
        });

        it('of OpenCode itself do nothing, should the model call them all the same', async () => {
            for (const [name, args] of [
                ['read', { filePath: join(backend.workspace, 'opencode.json') }],
                ['bash', { command: 'echo done', description: 'Says done' }],
                ['grep', { pattern: 'permission', path: backend.workspace }]
            ] as const) {
                backend.answer([{ kind: 'toolCall', name, args }], 'I cannot.');
                await backend.ask(`Use ${name}`);
                const answer = JSON.stringify(lastRequest().messages.at(-1));
                assert.match(answer, /unavailable|invalid|rejected|denied/i, answer);
                assert.doesNotMatch(answer, /bait\.js/);
            }
        });

        it('come without a download: OpenCode finds its configuration folder as it wants it', async () => {
            const folder = join(process.env['OPENSPACE_STATE_DIR'] ?? '', 'opencode', 'config', 'opencode');
            assert.deepEqual(await readdir(join(folder, 'node_modules')), []);
        });
    });

    it('runs nothing that the summary of a long conversation quotes, and does not show it as an answer', async () => {
        const tooLong = `${TEA.repeat(130)}\n\n`.repeat(90);
        const purposes: string[] = [];
        backend.answerBy(request => {
            const purpose = requestPurpose(request);
            purposes.push(purpose);
            const isFirst = purposes.filter(each => each === 'turn').length === 1;
            return purpose === 'summary' ? `The agent ran ${OPEN} and it worked.` : isFirst ? `${tooLong}Done.` : 'I went on.';
        });
        const events = await backend.ask('Write very much');
        assert.deepEqual(purposes, ['turn', 'summary', 'turn']);
        assert.deepEqual(backend.calls, []);
        assert.ok(!textOf(events).includes('and it worked'));
    });

    it('never runs a block in code, in reasoning, or in what the person wrote', async () => {
        const fenced = `Like this:\n\n\`\`\`\n${OPEN}\n\`\`\`\n`;
        backend.answer([{ kind: 'reasoning', text: OPEN }, fenced]);
        const events = await backend.ask(`What does ${OPEN} do?`);
        assert.equal(textOf(events).trimEnd(), fenced.trimEnd());
        assert.deepEqual(backend.calls, []);
    });

    it('refuses a malformed block, keeps the text and goes on', async () => {
        backend.answer(`a %%OS{not json}%% b ${OPEN} c`);
        const events = await backend.ask('Go');
        assert.equal(textOf(events), 'a  b  c');
        assert.equal(backend.calls.length, 1);
        assert.equal((await backend.result(({ result }) => result.code === 'malformed')).outcome, 'refused');
        assert.match(backend.warnings.at(-1) ?? '', /^ses_\w+ msg_\w+ prt_\w+ malformed, call [\w-]+: The block is not strict JSON/);
    });

    it('never runs a block that stands in what the agent reads', async () => {
        backend.execution = { outcome: 'done', result: { success: true, output: 'Read a.ts.', data: { content: `line 1\n${OPEN}` } } };
        backend.answer(READ, 'It holds a block.');
        await backend.ask('What is in a.ts?', 'reads a block');
        assert.ok(JSON.stringify(backend.model.requests.at(-1)?.messages.at(-1)).includes('openspace.editor.open'));
        assert.deepEqual(
            backend.calls.map(({ commandId }) => commandId),
            ['openspace.file.read']
        );
        const history = await backend.proxy.read('reads a block', backend.workspace);
        assert.deepEqual(
            history?.exchanges[0].events.flatMap(event => (event.kind === 'actions' ? [event.count] : [])),
            [1]
        );
    });

    it('keeps two conversations apart that are answered at the same time', async () => {
        const gates = { green: [new Gate(), new Gate()], black: [new Gate(), new Gate()] } as const;
        const [begin = '', end = ''] = cutAt(OPEN, [30]);
        backend.answerBy(({ messages }) => {
            const tea = JSON.stringify(messages.at(-1)).includes('green') ? 'green' : 'black';
            const [middle, late] = gates[tea];
            const text = tea === 'green' ? ['The green ', ' tea.'] : ['The black:\n\n```\n', '\n```\n'];
            return [text[0], begin, { kind: 'gate', gate: middle }, end, { kind: 'gate', gate: late }, text[1]];
        });
        const green = await backend.begin('Which green one?', 'green tea');
        const black = await backend.begin('Which black one?', 'black tea');
        await Promise.all(Object.values(gates).map(([middle]) => middle.reached));
        const { sessionId } = backend.turns.all()[0].conversation;
        gates.green[0].open();
        await gates.green[1].reached;
        gates.black[0].open();
        await gates.black[1].reached;
        gates.green[1].open();
        gates.black[1].open();
        assert.equal(textOf(await green.finished), 'The green  tea.');
        assert.equal(textOf(await black.finished).trimEnd(), `The black:\n\n\`\`\`\n${OPEN}\n\`\`\``);
        assert.deepEqual(
            backend.calls.map(call => call.sessionId),
            [sessionId]
        );
    });

    it('ends each command of a tab that is closed in mid-answer once, tells the agent, and goes on in another tab', async () => {
        const gate = new Gate();
        const delivered = new Deferred<string>();
        const client = {
            onAgentCommand: ({ callId }: CommandCall): void => delivered.resolve(callId),
            onCommandStopped: () => undefined,
            onSessionEnded: () => undefined
        };
        const closing = { tabId: 'closing', client };
        backend.tabs.connect(closing);
        backend.tabs.setCommands('closing', []);
        backend.answer([`One ${OPEN}`, { kind: 'gate', gate }, `and two ${OPEN}.`], 'I see.', 'Here I am.');
        const { finished } = await backend.begin('Count', 'closed in mid-answer', 'closing');
        const callId = await delivered.promise;
        await gate.reached;
        backend.tabs.disconnect(closing);
        gate.open();
        await until(() => backend.ledger.queued === 1);
        backend.tabs.giveUp('closing');
        assert.equal(textOf(await finished), 'One and two .\n\nI see.');
        const [results] = (await finished).filter(event => event.kind === 'results');
        assert.match(results.text, /1\. openspace\.editor\.open .*: unknown\n[^]*\n2\. .*: refused\n.*\n.*window of the IDE was closed/);
        assert.equal((await backend.result(result => result.callId === callId)).outcome, 'unknown');

        assert.equal(textOf(await backend.ask('Are you there?', 'closed in mid-answer')), 'Here I am.');
        assert.deepEqual(backend.calls, []);
    });

    it('keeps one OpenCode session for a conversation', async () => {
        backend.answer('One.', 'Two.');
        await backend.ask('First question', 'long talk');
        await backend.ask('Second question', 'long talk');
        const request = backend.model.requests.findLast(each => JSON.stringify(each.messages).includes('Second question'));
        assert.ok(JSON.stringify(request?.messages).includes('First question'));
    });

    it('ends the turn when it is aborted, and takes the next message', async () => {
        const gate = new Gate();
        backend.answer(['Let me think', { kind: 'gate', gate }], 'Fresh.');
        const { finished } = await backend.begin('Think', 'aborted');
        await gate.reached;
        await backend.proxy.abort('aborted');
        assert.equal((await finished).at(-1)?.kind, 'end');
        gate.open();
        assert.equal(textOf(await backend.ask('Again', 'aborted')), 'Fresh.');
    });

    it('ends what a command waits for when the turn is aborted, and tells the agent of it with the next message', async () => {
        const waiting = new Deferred<CommandExecution>();
        const { execution } = backend;
        backend.execution = waiting.promise;
        backend.answer(`Let me wait. ${OPEN}`, 'Here I am.');
        const { events, finished } = await backend.begin('Wait', 'aborted in a wait');
        await until(() => backend.calls.length === 1 && textOf(events) === 'Let me wait. ');
        await backend.proxy.abort('aborted in a wait');
        assert.deepEqual(backend.stoppedCalls, [backend.calls[0].callId]);
        backend.execution = execution;
        waiting.resolve({ outcome: 'done', result: { success: true, output: 'Waited no longer.', data: { remark: 'Waited no longer.' } } });
        assert.deepEqual(
            (await finished).slice(-2).map(({ kind }) => kind),
            ['stopped', 'end']
        );
        assert.equal(textOf(await backend.ask('Are you there?', 'aborted in a wait')), 'Here I am.');
        assert.match(JSON.stringify(backend.model.requests.at(-1)?.messages.at(-1)), /Waited no longer/);
        assert.equal(backend.calls.length, 1);
    });

    it('remembers of an answer that was stopped what became of its actions', async () => {
        const waiting = new Deferred<CommandExecution>();
        backend.execution = waiting.promise;
        backend.answer(`Both of them: ${OPEN} ${OPEN}`);
        const { finished } = await backend.begin('Open both', 'stopped before the second');
        await until(() => backend.calls.length === 1 && backend.ledger.queued === 1);
        await backend.proxy.abort('stopped before the second');
        assert.deepEqual(actionsIn(await finished), [[2, 1, undefined]]);
        const actionsKept = async (proxy: OpenCodeProxy): Promise<unknown> =>
            (await proxy.read('stopped before the second', backend.workspace))?.exchanges.map(({ events }) => actionsIn(events));
        assert.deepEqual(await actionsKept(backend.proxy), [[[2, 1, undefined]]]);
        await backend.restarted(async proxy => assert.deepEqual(await actionsKept(proxy), [[[2, 1, undefined]]]));
        waiting.resolve({ outcome: 'done', result: { success: true } });
    });

    it('refuses a second message while the first is being answered', async () => {
        const gate = new Gate();
        backend.answer(['Wait', { kind: 'gate', gate }]);
        const { finished } = await backend.begin('One', 'busy');
        await gate.reached;
        await assert.rejects(backend.ask('Two', 'busy'), /still answering/);
        gate.open();
        await finished;
    });

    it('says that the key was refused', async () => {
        backend.answer([{ kind: 'response', status: 401, body: { error: { message: 'bad key' } } }]);
        const last = (await backend.ask('Hello')).at(-1);
        assert.ok(last?.kind === 'error');
        assert.match(last.message, /OPENSPACE_LLM_API_KEY/);
    });

    it('sends the agent what it asked to read, in the same turn', async () => {
        backend.execution = {
            outcome: 'done',
            result: { success: true, output: 'Read a.ts.', data: { content: 'line 1\nline 2' } }
        };
        backend.answer(`Let me look. ${READ}`, 'It has two lines.');
        const events = await backend.ask('How long is a.ts?');
        assert.equal(textOf(events), 'Let me look. \n\nIt has two lines.');
        assert.deepEqual(
            events.filter(({ kind }) => kind !== 'text').map(({ kind }) => kind),
            ['results', 'actions', 'end']
        );
        const request = backend.model.requests.findLast(each => JSON.stringify(each.messages).includes('How long is a.ts?'));
        assert.match(JSON.stringify(request?.messages.at(-1)), /line 1\\nline 2/);
    });

    it('tells the agent at once what was refused, but not that it showed a block as code', async () => {
        backend.answer('Try %%OS{oops}%% this.', 'Sorry.', `Like \`${OPEN}\` this.`);
        assert.equal(textOf(await backend.ask('Break it')), 'Try  this.\n\nSorry.');
        const shown = await backend.ask('Show it');
        assert.ok(!shown.some(({ kind }) => kind === 'results'));
    });

    it('tells how many commands of the turn were refused or failed, and tells it again when the conversation is read', async () => {
        const { execution } = backend;
        backend.answer(`${OPEN} %%OS{"cmd":"core.save","args":{}}%% ${OPEN}`, 'Oh.', OPEN, 'Well.');
        assert.deepEqual(actionsIn(await backend.ask('Open and save', 'partly refused')), [[3, 1, undefined]]);
        backend.execution = { outcome: 'failed', result: { success: false, code: 'not-found', error: 'There is none.' } };
        assert.deepEqual(actionsIn(await backend.ask('Open it', 'partly refused')), [[1, undefined, 1]]);
        backend.execution = execution;
        const history = await backend.proxy.read('partly refused', backend.workspace);
        assert.deepEqual(
            history?.exchanges.flatMap(({ events }) => actionsIn(events)),
            [
                [3, 1, undefined],
                [1, undefined, 1]
            ]
        );
    });

    it('sends the results after the last round that is allowed with the next message of the person', async () => {
        const lastMessage = (): string => JSON.stringify(backend.model.requests.at(-1)?.messages.at(-1));
        for (const [rounds, sent] of [
            [2, 2],
            [0, 0],
            [99, 8]
        ] as const) {
            backend.calls.length = 0;
            backend.settings.change({ 'openspace.agent.followUpRounds': rounds });
            backend.execution = { outcome: 'done', result: { success: true, output: 'Read it, at last.' } };
            backend.answer(...Array.from({ length: sent + 1 }, () => READ), 'Thanks.');
            const events = await backend.ask('Read for ever', `for ${rounds} rounds`);
            const results = events.filter(event => event.kind === 'results');
            assert.deepEqual(
                results.map(({ waits }) => waits ?? false),
                [...Array.from({ length: sent }, () => false), true]
            );
            assert.equal(backend.calls.length, sent + 1);
            assert.equal(events.at(-1)?.kind, 'end');
            assert.equal(/You get no more results before/.test(lastMessage()), sent > 0);

            const next = await backend.ask('And now?', `for ${rounds} rounds`);
            assert.match(lastMessage(), /And now\?.*Read it, at last\./);
            assert.deepEqual(
                next.map(({ kind }) => kind),
                ['results', 'text', 'end']
            );
        }
        backend.settings.change({ 'openspace.agent.followUpRounds': 8 });
    });

    it('goes on when a sub-agent fails', async () => {
        const gate = new Gate();
        const broken = { kind: 'response', status: 400, body: { error: { message: 'The helper is broken.' } } } as const;
        backend.answer(['Somebody helps me. ', { kind: 'gate', gate }, 'I do it myself.'], [broken]);
        const { events, finished } = await backend.begin('Get help', 'with a sub-agent');
        await gate.reached;
        const [{ conversation }] = backend.turns.all();
        const client = await backend.clients.client();
        const { directory } = conversation;
        const { data: child } = await client.session.create({ directory, parentID: conversation.sessionId }, { throwOnError: true });
        await client.session.promptAsync(
            { sessionID: child.id, directory, parts: [{ type: 'text', text: 'Help' }] },
            { throwOnError: true }
        );
        await until(() => backend.log.some(line => line.startsWith(`${child.id} tells an error`)));
        gate.open();
        assert.equal(textOf(await finished), 'Somebody helps me. I do it myself.');
        assert.equal(events.at(-1)?.kind, 'end');
    });

    it('shows reasoning apart from the text', async () => {
        backend.answer([{ kind: 'reasoning', text: 'Hmm.' }, 'Done.']);
        const events = await backend.ask('Think');
        assert.deepEqual(
            events.map(event => ('text' in event ? [event.kind, event.text] : [event.kind])),
            [['reasoning', 'Hmm.'], ['text', 'Done.'], ['end']]
        );
    });

    it('brings a question of the model to the person and the answer back', async () => {
        const questions = [
            {
                question: 'Green or black?',
                header: 'Tea',
                options: [
                    { label: 'Green', description: 'grassy' },
                    { label: 'Black', description: 'strong' }
                ]
            }
        ];
        backend.answer([{ kind: 'toolCall', name: 'question', args: { questions } }], 'Black it is.');
        const { events, finished } = await backend.begin('Make tea', 'tea');
        await until(() => events.some(({ kind }) => kind === 'request'));
        const [asked] = events.filter(event => event.kind === 'request');
        assert.deepEqual(
            asked.request.questions[0]?.options.map(({ value }) => value),
            ['Green', 'Black']
        );
        await backend.requests.answer(asked.request.requestId, [['Black']]);
        assert.equal(textOf(await finished), 'Black it is.');
        assert.match(JSON.stringify(backend.model.requests.at(-1)?.messages.at(-1)), /Black/);
    });

    it('runs nothing more once the person has said stop', async () => {
        const gate = new Gate();
        backend.answer(['Watch: ', { kind: 'gate', gate }, OPEN]);
        const { finished } = await backend.begin('Go', 'stopped');
        await gate.reached;
        const stopped = backend.proxy.abort('stopped');
        gate.open();
        await stopped;
        assert.equal((await finished).at(-1)?.kind, 'end');
        assert.deepEqual(backend.calls, []);
    });

    it('does not let the next message wait for a command that still runs when the person says stop', async () => {
        const command = new Deferred<CommandExecution>();
        backend.execution = command.promise;
        backend.answer(`Running ${OPEN}`, 'I am here.');
        const { finished } = await backend.begin('Go', 'stopped in a command');
        await until(() => backend.calls.length === 1);
        await backend.proxy.abort('stopped in a command');
        assert.equal((await finished).at(-1)?.kind, 'end');
        assert.equal(textOf(await backend.ask('And now?', 'stopped in a command')), 'I am here.');
        assert.ok(backend.ledger.runningCommand(backend.calls[0].callId));
        const history = await backend.proxy.read('stopped in a command', backend.workspace);
        assert.deepEqual(
            history?.exchanges.map(({ events }) => events.some(({ kind }) => kind === 'stopped')),
            [true, false]
        );
        command.resolve({ outcome: 'done', result: { success: true } });
    });

    it('gives results to the turn that asked for them, although a turn that was stopped still waits for its own', async () => {
        const command = new Deferred<CommandExecution>();
        const rests = (): number => backend.log.filter(line => line.endsWith(' rests')).length;
        backend.execution = command.promise;
        backend.answer(`Running ${OPEN}`, `Let me look. ${READ}`, 'I have read it.');
        const before = rests();
        const { finished } = await backend.begin('Go', 'stopped while it waits');
        await until(() => rests() === before + 1);
        await backend.proxy.abort('stopped while it waits');
        await finished;
        const next = await backend.begin('And now?', 'stopped while it waits');
        await until(() => textOf(next.events) !== '' && backend.log.at(-1)?.endsWith(' rests') === true);
        command.resolve({ outcome: 'done', result: { success: true, output: 'Read.' } });
        assert.equal(textOf(await next.finished), 'Let me look. \n\nI have read it.');
    });

    it('keeps the results that go with a message until one is sent', async () => {
        backend.settings.change({ 'openspace.agent.followUpRounds': 0 });
        backend.execution = { outcome: 'done', result: { success: true, output: 'Read it, at last.' } };
        backend.answer(READ, 'Thanks.');
        await backend.ask('Read it', 'stopped before the results');
        const begun = backend.turns.onDidChange(() => {
            begun.dispose();
            void backend.proxy.abort('stopped before the results');
        });
        await backend.ask('Never mind', 'stopped before the results');
        await backend.ask('And now?', 'stopped before the results');
        backend.settings.change({ 'openspace.agent.followUpRounds': 8 });
        assert.match(JSON.stringify(backend.model.requests.at(-1)?.messages.at(-1)), /And now\?.*Read it, at last\./);
    });

    it('does not even send the message when the person says stop before it is on its way', async () => {
        backend.answer('Too late.');
        const turn = backend.begin('Never mind', 'early stop');
        await backend.proxy.abort('early stop');
        const { finished } = await turn;
        assert.equal((await finished).at(-1)?.kind, 'end');
        assert.ok(!backend.model.requests.some(request => JSON.stringify(request).includes('Never mind')));
    });

    it('does not send a message on its way from a tab to whose agents the person says stop, and lets other tabs go on', async () => {
        backend.answerBy(({ messages }) => (JSON.stringify(messages.at(-1)).includes('Carry on') ? 'I do.' : 'Too late.'));
        const stopped = backend.begin('Never mind this tab', 'early stop of a tab');
        const other = backend.begin('Carry on', 'in another tab', 'tab-2');
        await backend.proxy.abortTab(TAB);
        assert.equal((await (await stopped).finished).at(-1)?.kind, 'end');
        assert.equal(textOf(await (await other).finished), 'I do.');
        assert.ok(!backend.model.requests.some(request => JSON.stringify(request).includes('Never mind this tab')));
    });

    it('does not send a message that waits for the end of the turn before when the person says stop again', async () => {
        const gate = new Gate();
        backend.answer(['Wait', { kind: 'gate', gate }], 'Too late.');
        const { finished } = await backend.begin('Go', 'stopped twice');
        await gate.reached;
        const stopped = backend.proxy.abort('stopped twice');
        const turn = backend.begin('Never mind this', 'stopped twice');
        await new Promise(resolve => setImmediate(resolve));
        await Promise.all([stopped, backend.proxy.abort('stopped twice')]);
        await finished;
        assert.equal((await (await turn).finished).at(-1)?.kind, 'end');
        assert.ok(!backend.model.requests.some(request => JSON.stringify(request).includes('Never mind this')));
        gate.open();
    });

    it('lets a message wait for one that was stopped while OpenCode hung, and takes neither for the other', async () => {
        backend.answerBy(({ messages }) => (JSON.stringify(messages.at(-1)).includes('And this?') ? 'Here I am.' : `Too late. ${OPEN}`));
        await backend.ask('Hello?', 'hung up');
        backend.calls.length = 0;
        const hangs = backend.network.clog('Never mind that');
        const late = backend.begin('Never mind that', 'hung up');
        await hangs;
        await backend.proxy.abort('hung up');
        assert.deepEqual(backend.turns.all(), []);
        const next = backend.begin('And this?', 'hung up');
        await new Promise(resolve => setImmediate(resolve));
        backend.network.mend();
        assert.equal((await (await late).finished).at(-1)?.kind, 'end');
        const events = await (await next).finished;
        assert.equal(events[0].kind, 'notice');
        assert.equal(textOf(events), 'Here I am.');
        assert.deepEqual(backend.calls, []);
    });

    it('does not send a message that waits when its conversation is deleted, nor makes the conversation anew', async () => {
        backend.answer('Hello.', 'Too late.');
        await backend.ask('Hello?', 'deleted early');
        const hangs = backend.network.clog('Never mind those');
        const late = backend.begin('Never mind those', 'deleted early');
        await hangs;
        await backend.proxy.abort('deleted early');
        const next = backend.begin('Are you gone?', 'deleted early');
        await new Promise(resolve => setImmediate(resolve));
        const deleted = backend.proxy.delete('deleted early', backend.workspace);
        backend.network.mend();
        await deleted;
        assert.equal((await (await late).finished).at(-1)?.kind, 'end');
        assert.equal((await (await next).finished).at(-1)?.kind, 'end');
        assert.ok(!backend.model.requests.some(request => JSON.stringify(request).includes('Are you gone?')));
        assert.equal(await backend.proxy.read('deleted early', backend.workspace), undefined);
    });

    it('rebuilds a conversation from what OpenCode keeps, and runs nothing', async () => {
        backend.execution = { outcome: 'done', result: { success: true, output: 'Read a.ts.', data: { content: 'line 1\nline 2' } } };
        backend.answer([{ kind: 'reasoning', text: 'Hmm.' }, `Let me look. ${READ}`], `Here ${OPEN}it is.`);
        const live = await backend.ask('How long is a.ts?', 'kept');
        const calls = backend.calls.length;
        const history = await backend.proxy.read('kept', backend.workspace);
        assert.equal(history?.title, 'How long is a.ts?');
        assert.equal(history.running, undefined);
        assert.deepEqual(
            history.exchanges.map(({ text }) => text),
            ['How long is a.ts?']
        );
        const [exchange] = history.exchanges;
        assert.equal(textOf(exchange.events), textOf(live));
        assert.deepEqual(
            exchange.events.map(({ kind }) => kind),
            ['reasoning', 'text', 'results', 'text', 'actions']
        );
        assert.equal(backend.calls.length, calls);
    });

    it('goes on in the same session after a restart, and lists it with its own workspace only', async () => {
        backend.answer('One.', 'Two.');
        await backend.ask('My tea is sencha', 'before the restart');
        await backend.restarted(async proxy => {
            const before = await proxy.list(backend.workspace);
            assert.ok(before.some(({ conversationId, title }) => conversationId === 'before the restart' && title === 'My tea is sencha'));
            assert.deepEqual(await proxy.list('/elsewhere'), []);
            const events: ConversationEvent[] = [];
            await new Promise<void>((resolve, reject) => {
                const send = (event: ConversationEvent): void => {
                    events.push(event);
                    if (event.kind === 'end') {
                        resolve();
                    }
                };
                const prompt = { conversationId: 'before the restart', turnId: 'after', text: 'Which tea?' };
                proxy.prompt(prompt, { tabId: TAB, workspace: backend.workspace, send }).catch(reject);
            });
            assert.equal(textOf(events), 'Two.');
            assert.match(JSON.stringify(backend.model.requests.at(-1)?.messages), /My tea is sencha/);
            assert.equal((await proxy.list(backend.workspace)).length, before.length);
        });
    });

    it('lets a tab that comes late follow a running turn from its beginning, and keeps it out of the history', async () => {
        const gate = new Gate();
        backend.answer('Earlier.', [`Once ${OPEN}upon`, { kind: 'gate', gate }, ' a time.']);
        await backend.ask('First', 'followed');
        const { finished } = await backend.begin('Second', 'followed');
        await gate.reached;
        const history = await backend.proxy.read('followed', backend.workspace);
        assert.deepEqual(
            history?.exchanges.map(({ text }) => text),
            ['First']
        );
        assert.equal(history.running?.text, 'Second');
        const late: ConversationEvent[] = [];
        assert.ok(await backend.proxy.follow(history.running.turnId, { tabId: TAB, send: event => late.push(event) }, 'opened'));
        gate.open();
        assert.equal(textOf(await finished), 'Once upon a time.');
        assert.equal(textOf(late), 'Once upon a time.');
        assert.equal(late.at(-1)?.kind, 'end');
        assert.equal(backend.calls.length, 1);
        const ended: ConversationEvent[] = [];
        assert.ok(
            await backend.proxy.follow(history.running.turnId, { tabId: TAB, send: event => ended.push(event) }, 'opened'),
            'a turn that has just ended is still told'
        );
        assert.equal(ended.at(-1)?.kind, 'end');
        assert.ok(!(await backend.proxy.follow('unknown', { tabId: TAB, send: () => undefined }, 'opened')));
    });

    it('lets a tab that follows a turn take it over when the tab that began it is away, and not before', async () => {
        const gate = new Gate();
        backend.answer(['Once upon ', { kind: 'gate', gate }, `a time. ${OPEN}`]);
        const { finished } = await backend.begin('Tell me', 'taken over');
        await gate.reached;
        const [turn] = backend.turns.all();
        const first = backend.tabs.get(TAB);
        assert.ok(first);
        const calls: string[] = [];
        const client: SyncClient = {
            ...first.client,
            onAgentCommand: ({ callId, commandId }) => {
                calls.push(commandId);
                backend.ledger.commandFinished('second', callId, { outcome: 'done', result: { success: true } });
            }
        };
        const second = { tabId: 'second', client };
        backend.tabs.connect(second);
        const follow = (why: FollowReason) => backend.proxy.follow(turn.turnId, { tabId: 'second', send: () => undefined }, why);
        await follow('opened');
        assert.deepEqual([backend.turns.ofTab(TAB), backend.turns.ofTab('second')], [[turn], []]);
        backend.tabs.disconnect(first);
        await follow('reconnected');
        assert.deepEqual([backend.turns.ofTab(TAB), backend.turns.ofTab('second')], [[turn], []]);
        await follow('opened');
        assert.deepEqual([backend.turns.ofTab(TAB), backend.turns.ofTab('second')], [[], [turn]]);
        backend.tabs.connect(first);
        gate.open();
        assert.equal(textOf(await finished), 'Once upon a time. ');
        backend.tabs.disconnect(second);
        assert.deepEqual([backend.calls, calls], [[], ['openspace.editor.open']]);
    });

    it('lets a tab follow a turn whose message is still on its way', async () => {
        backend.answer('On its way.');
        const partner = { tabId: TAB, workspace: backend.workspace, send: () => undefined };
        const prompt = backend.proxy.prompt({ conversationId: 'followed early', turnId: 'early turn', text: 'Hello' }, partner);
        const events: ConversationEvent[] = [];
        assert.ok(await backend.proxy.follow('early turn', { tabId: TAB, send: event => events.push(event) }, 'reconnected'));
        await prompt;
        await until(() => events.at(-1)?.kind === 'end');
        assert.equal(textOf(events), 'On its way.');
    });

    it('deletes a conversation for good, with the turn that runs in it', async () => {
        const gate = new Gate();
        backend.answer(['Wait', { kind: 'gate', gate }]);
        const { finished } = await backend.begin('Delete me', 'deleted');
        await gate.reached;
        const [{ conversation }] = backend.turns.all();
        backend.endedSessions.length = 0;
        await backend.proxy.delete('deleted', backend.workspace);
        assert.equal((await finished).at(-1)?.kind, 'end');
        assert.equal(await backend.proxy.read('deleted', backend.workspace), undefined);
        assert.ok(!(await backend.proxy.list(backend.workspace)).some(({ conversationId }) => conversationId === 'deleted'));
        await allToldSoFar();
        assert.deepEqual(backend.endedSessions, [conversation.sessionId]);
    });

    it('refuses what waits in a conversation before OpenCode has deleted it', async () => {
        const command = new Deferred<CommandExecution>();
        backend.execution = command.promise;
        backend.answer(`Two of them: ${OPEN} ${OPEN}`);
        await backend.begin('Delete me soon', 'deleted with commands');
        await until(() => backend.calls.length === 1);
        const isDeleted = (): boolean => backend.log.some(line => line === `${backend.calls[0].sessionId} deleted`);
        await until(() => backend.ledger.queued === 1);
        const ended: unknown[] = [];
        const watching = backend.ledger.onDidProgress(({ state, execution }) => {
            if (state === 'ended') {
                ended.push([execution?.result.code, isDeleted()]);
            }
        });
        await backend.proxy.delete('deleted with commands', backend.workspace);
        watching.dispose();
        assert.deepEqual(ended, [['stopped', false]]);
        command.resolve({ outcome: 'done', result: { success: true } });
    });

    it('ends what another client of OpenCode deletes', async () => {
        backend.answer(`Here ${OPEN}`);
        await backend.ask('Delete me elsewhere', 'deleted elsewhere');
        const [{ sessionId }] = backend.calls;
        backend.endedSessions.length = 0;
        const directory = backend.server.sessionDirectory(backend.workspace);
        await (await backend.clients.client()).session.delete({ sessionID: sessionId, directory }, { throwOnError: true });
        await until(() => backend.endedSessions.length > 0);
        await allToldSoFar();
        assert.deepEqual(backend.endedSessions, [sessionId]);
    });

    it('renames a conversation', async () => {
        backend.answer('Yes.');
        await backend.ask('Old name', 'renamed');
        await backend.proxy.rename('renamed', backend.workspace, 'New name');
        assert.equal((await backend.proxy.read('renamed', backend.workspace))?.title, 'New name');
    });

    it('logs every step of a turn with its session, message and part', async () => {
        backend.answer(`Look ${OPEN} %%OS{oops}%% here.`, 'Sorry.');
        const before = backend.log.length;
        await backend.ask('Show me');
        const log = backend.log.slice(before).join('\n');
        const place = 'ses_\\w+ msg_\\w+ prt_\\w+';
        const [{ callId }] = backend.calls;
        const [, refusedId = ''] = /malformed, call ([\w-]+):/.exec(backend.warnings.at(-1) ?? '') ?? [];
        for (const step of [
            'conversation conversation \\d+ is session ses_\\w+',
            'ses_\\w+ turn turn \\d+ round 0 was sent, 7 characters',
            'ses_\\w+ msg_\\w+ message of assistant',
            `${place} block of \\d+ characters, call ${callId}`,
            `${place} text ended, \\d+ characters`,
            `ses_\\w+ queued openspace.editor.open ${callId}`,
            `ses_\\w+ openspace.editor.open ${callId} done`,
            `ses_\\w+ \\(unreadable block\\) ${refusedId} refused`,
            'ses_\\w+ rests',
            'ses_\\w+ turn turn \\d+ round 1 was sent, \\d+ characters',
            'ses_\\w+ turn turn \\d+ is over: well'
        ]) {
            assert.match(log, new RegExp(`^${step}$`, 'm'));
        }
    });

    it('asks the model for nothing but answers, and for a summary of what grew too long', () => {
        const isExpected = (request: ChatRequest): boolean =>
            requestPurpose(request) === 'turn' || (requestPurpose(request) === 'summary' && isTooLong(request));
        assert.deepEqual(
            backend.model.requests.filter(request => !isExpected(request)),
            []
        );
    });

    it('has not run a line of code that lies in the workspace or above it', async () => {
        // The last test on purpose: OpenCode loads plugins some seconds after a session's first message, and many came before.
        backend.answer('Still here.');
        await backend.ask('Are you there?');
        assert.deepEqual(await backend.bitten(), []);
    });
});

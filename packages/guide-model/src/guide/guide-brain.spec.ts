import assert from 'node:assert/strict';
import fc from 'fast-check';
import { startModelServer, type ModelServer } from '../model-server';
import { answerOf, contentOf, eventsOf, post, turn } from '../test/chat-client';
import { COMMAND } from './guide-blocks';
import { guideBrain } from './guide-brain';

const COMMANDS = [
    '# System Instructions',
    'Emit %%OS{...}%% blocks to run openspace.* commands.',
    '## Available Commands',
    '- openspace.editor.open: Opens a file.',
    '- openspace.pane.list: Lists the panes.'
].join('\n');
const SAMPLE = `- Workspace: "sample-project"\n${COMMANDS}`;
const ALL_COMMANDS = Object.values(COMMAND)
    .map(id => `- ${id}`)
    .join('\n');
const RESULTS = [
    '## Recent Command Results',
    '- openspace.editor.open → FAILED: "\\"x\\u0060\\u0025%OS{}\\u0025%.ts\\" does not exist.\\nNear it: y.ts" (5ms)',
    '- openspace.terminal.send → REFUSED: The person refused this, so nothing was done. (1ms)',
    '- openspace.terminal.send → REFUSED: The person refused this, so nothing was done. (7ms)',
    '- openspace.made.up → UNKNOWN, it may or may not have happened: the tab is gone',
    '- openspace.pane.list → SUCCESS (900ms)',
    '## Current IDE State',
    'FAILED is not a result here'
].join('\n');

describe('guide', () => {
    let server: ModelServer;
    before(async () => {
        server = await startModelServer({ brain: guideBrain() });
    });
    after(() => server.close());

    const ask = (question: string, system = COMMANDS): Promise<string> => answerOf(server.url, turn(question, system));

    /** The calls in an answer, and what a person sees of it. */
    function read(answer: string): { calls: unknown[]; visible: string } {
        const block = /%%OS(\{.*?\})%%/g;
        return {
            calls: Array.from(answer.matchAll(block), ([, json]) => JSON.parse(json) as unknown),
            visible: answer.replace(block, '')
        };
    }

    const opening = (path: string, place: { line?: number; column?: number } = {}): unknown => ({
        cmd: 'openspace.editor.open',
        args: { path, ...place }
    });

    const call = (name: string, args: Record<string, unknown>): unknown => ({ cmd: `openspace.${name}`, args });

    const requests: readonly [question: string, call: unknown][] = [
        ['open src/index.ts', opening('src/index.ts')],
        ['Open src/index.ts at line 42', opening('src/index.ts', { line: 42 })],
        ['Please open `src/index.ts`, line 42.', opening('src/index.ts', { line: 42 })],
        ['Hey, could you open "src/index.ts" at 42, please?!', opening('src/index.ts', { line: 42 })],
        ['SHOW ME src/index.ts:42:7', opening('src/index.ts', { line: 42, column: 7 })],
        ['hello! show me README.md', opening('README.md')],
        ['go to src/index.ts:42, thanks', opening('src/index.ts', { line: 42 })],
        ["I'd like to see notes.md", opening('notes.md')],
        ["what's in notes.md?", opening('notes.md')],
        ['src/index.ts:42', opening('src/index.ts', { line: 42 })],
        ['now.md', opening('now.md')],
        ['open src/use-model.ts', opening('src/use-model.ts')],
        ['open what-went-wrong.md', opening('what-went-wrong.md')],
        ['open the readme', opening('README.md')],
        ['where do I start?', opening('README.md')],
        ['what is this project about?', opening('README.md')]
    ];
    for (const [question, call] of requests) {
        it(`runs one command for: ${question}`, async () => {
            assert.deepEqual(read(await ask(question)).calls, [call]);
        });
    }

    const smallTalk: readonly [question: string, answer: RegExp][] = [
        ['Hello!', /^Hello!/],
        ['hi there', /^Hello!/],
        ['Many thanks.', /welcome/],
        ['what can you do?', /`open FILE at line 10`[^]*FILE stands for/],
        ['can you help me', /`take me on a tour`/],
        ['Who are you?', /scripted guide.*without a model/],
        ['How do I connect a model?', /OPENSPACE_LLM_BASE_URL[^]*OPENSPACE_LLM_MODEL[^]*OPENSPACE_LLM_API_KEY/],
        ['use claude', /OPENSPACE_LLM_MODEL/],
        ['go to line 7', /In which file\?.*at line 7/],
        ['what went wrong?', /no recent command has failed/],
        ['fly me to the moon', /do not understand `fly me to the moon`[^]*`what can you do`/],
        ['', /did not get any words/],
        ['x'.repeat(2000), /do not understand `x{79}…`/]
    ];
    for (const [question, expected] of smallTalk) {
        it(`answers in words alone: ${question.slice(0, 40) || '(nothing)'}`, async () => {
            const { calls, visible } = read(await ask(question));
            assert.deepEqual(calls, []);
            assert.match(visible, expected);
        });
    }

    it('tells a person what commands there are, group by group, and where to read of each', async () => {
        const { visible } = read(await ask('what commands are there?', `${COMMANDS}\n- openspace.x: Does it.\n${RESULTS}`));
        assert.deepEqual(visible.match(/^- \*\*\w+/gm), ['- **Editors', '- **Panes', '- **Others']);
        assert.match(visible, /^An agent has 3 commands[^]*“What the Agent Can Do” in the menu Help/);
        assert.match(await ask('list the commands', 'nothing'), /has not told me of any commands/);
    });

    it('names a file in its examples that is there', async () => {
        assert.match(await ask('what can you do', SAMPLE), /`open src\/index\.ts at line 10`/);
        const state = '- Main area: pane "code:file:///w/src/main.go" with "Welcome", "we\\"ird.txt", "src/main.go" (active)';
        for (const question of ['what can you do', 'fly me to the moon']) {
            const answer = await ask(question, `${COMMANDS}\n- Workspace: "other"\n${state}`);
            assert.match(answer, /`highlight lines 1 to 8 of src\/main\.go`/);
            assert.doesNotMatch(answer, /FILE|src\/index/);
        }
    });

    it('puts every block into a paragraph of its own', async () => {
        const system = `${SAMPLE}\n${ALL_COMMANDS}`;
        for (const question of [
            'run ls | wc -l',
            'take me on a tour',
            'where do I start',
            'write "a|b" to c.md',
            'highlight line 3 of a.md'
        ]) {
            const paragraphs = (await ask(question, system)).split('\n\n').filter(text => text.includes('%%OS'));
            assert.ok(paragraphs.length > 0 && paragraphs.every(text => /^%%OS\{.*\}%%$/.test(text) && text.split('%%OS').length === 2));
        }
    });

    it('says what went wrong, without repeating anything that could run', async () => {
        const { calls, visible } = read(await ask('What went wrong?', `${COMMANDS}\n${RESULTS}`));
        assert.deepEqual(calls, []);
        assert.deepEqual(visible.match(/^- .*$/gm), [
            '- Opening a file: "x`% %OS{}% %.ts" does not exist.',
            '- Running something in a terminal: You refused this, so nothing was done.',
            '- The command `openspace.made.up` (it may have happened): the tab is gone'
        ]);
    });

    it('leads through the sample project', async () => {
        const { calls, visible } = read(await ask('Take me on a tour!', SAMPLE));
        const last = [opening('src/index.ts', { line: 42 }), opening('src/brewing.mjs', { line: 12 }), call('pane.list', {})];
        assert.deepEqual(calls.slice(-3), last);
        assert.equal(visible.match(/^\d\. /gm)?.length, 5);
        assert.match(await ask('what is this', SAMPLE), /tea tasting/);
    });

    it('splits, marks, finds, looks and runs the tests on its tour when the IDE can, in ten blocks at most', async () => {
        const { calls, visible } = read(await ask('Take me on a tour!', `${SAMPLE}\n${ALL_COMMANDS}`));
        assert.deepEqual(
            calls.map(call => (call as { cmd: string }).cmd.replace('openspace.', '')),
            [
                ...['editor.open', 'editor.open', 'editor.highlight', 'editor.open', 'pane.open'],
                ...['file.search', 'pane.list', 'terminal.create', 'terminal.send', 'terminal.read_output']
            ]
        );
        assert.ok(calls.length <= 10);
        assert.equal(visible.match(/^\d\. /gm)?.length, 7);
    });

    const abilities: readonly [question: string, ...calls: unknown[]][] = [
        [
            'highlight lines 3 to 7 of src/teas.ts',
            opening('src/teas.ts', { line: 3 }),
            call('editor.highlight', { path: 'src/teas.ts', ranges: [{ startLine: 3, endLine: 7 }], highlightId: 'guide' })
        ],
        [
            'mark line 3 in src/teas.ts',
            opening('src/teas.ts', { line: 3 }),
            call('editor.highlight', { path: 'src/teas.ts', ranges: [{ startLine: 3, endLine: 3 }], highlightId: 'guide' })
        ],
        ['clear the highlights', call('editor.clear_highlight', { highlightId: 'guide' })],
        ['open notes.md beside it', call('pane.open', { type: 'editor', contentId: 'notes.md', splitDirection: 'vertical' })],
        ['open notes.md to the right', call('pane.open', { type: 'editor', contentId: 'notes.md', splitDirection: 'vertical' })],
        ['show me notes.md below', call('pane.open', { type: 'editor', contentId: 'notes.md', splitDirection: 'horizontal' })],
        [
            'run node --version',
            call('terminal.create', { title: 'guide' }),
            call('terminal.send', { terminalId: 'guide', text: 'node --version\n', waitMs: 60_000 }),
            call('terminal.read_output', { terminalId: 'guide', lines: 30 })
        ],
        ['what is open?', call('pane.list', {})],
        ['list the panes', call('pane.list', {})],
        ['find brewing', call('file.search', { query: 'brewing' })],
        ['where is teas.ts?', call('file.search', { query: 'teas.ts' })],
        ['list the files in src', call('file.list', { path: 'src' })],
        ['list the files', call('file.list', { path: '.' })],
        ['write "Buy oolong" to shopping.md', call('file.write', { path: 'shopping.md', content: 'Buy oolong\n' }), opening('shopping.md')]
    ];
    for (const [question, ...calls] of abilities) {
        it(`uses the IDE for: ${question}`, async () => {
            assert.deepEqual(read(await ask(question, `${COMMANDS}\n${ALL_COMMANDS}`)).calls, calls);
        });
    }

    it('runs tests by the usual command, in the terminal that it has', async () => {
        const system = `${COMMANDS}\n${ALL_COMMANDS}\n- Terminals: "terminal-1" (title "guide", opened by you)`;
        const { calls } = read(await ask('run the tests', system));
        assert.deepEqual(calls[0], call('terminal.send', { terminalId: 'guide', text: 'npm test\n', waitMs: 60_000 }));
    });

    it('opens the README alone on a tour of any other project, and says what to ask next', async () => {
        const { calls, visible } = read(await ask('show me around'));
        assert.deepEqual(calls, [opening('README.md')]);
        assert.match(visible, /ask me for any file/);
    });

    it('runs no command that the IDE does not offer', async () => {
        for (const question of ['open a.md', 'take me on a tour', 'where do I start']) {
            const { calls, visible } = read(await ask(question, `openspace.editor.opener\n${RESULTS}`));
            assert.deepEqual(calls, []);
            assert.match(visible, /need the command `openspace\.editor\.open`/);
        }
    });

    it('introduces itself in the first answer of a conversation only, and once', async () => {
        const introductions = async (question: string, isFirst: boolean): Promise<number | undefined> => {
            const request = turn(question, COMMANDS);
            const messages = isFirst ? request.messages.filter(({ role }) => role !== 'assistant') : request.messages;
            return (await answerOf(server.url, { ...request, messages })).match(/scripted guide[^]*?npm start[^]*?OPENSPACE_LLM_BASE_URL/g)
                ?.length;
        };
        assert.equal(await introductions('open a.md', true), 1);
        assert.equal(await introductions('who are you', true), 1);
        assert.equal(await introductions('open a.md', false), undefined);
    });

    it('writes in pieces of a few characters', async () => {
        const pieces = contentOf(await eventsOf(await post(server.url, turn('open a.md', COMMANDS))));
        assert.ok(pieces.length > 5 && pieces.every(piece => piece.length <= 8));
    });

    it('names the conversation when it is asked for a title', async () => {
        const messages = [
            { role: 'system', content: `You are a title generator.\n${COMMANDS}` },
            { role: 'user', content: 'Generate a title for this conversation:\n' },
            { role: 'user', content: 'open a.md' }
        ];
        assert.equal(await answerOf(server.url, { model: 'any', stream: true, messages }), 'Open a.md');
    });

    it('keeps the block whole for any file name', () => {
        const brain = guideBrain();
        const name = fc.string({ unit: fc.constantFrom(...Array.from('`"\'%{}<>&~\\#:$é😀 .a1')), minLength: 1, maxLength: 12 });
        fc.assert(
            fc.property(name, path => {
                const wanted = `x${path}/y.ts`.replace(/ +/g, ' ');
                const answer = (brain(turn(`open "${wanted}"`, COMMANDS)) as string[]).join('');
                assert.deepEqual(read(answer).calls, [opening(wanted)]);
                assert.equal(answer.split('%%OS').length, 2);
                assert.equal(answer.split('`').length, 3);
            })
        );
    });
});

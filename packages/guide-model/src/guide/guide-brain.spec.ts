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
        ['pls open src/index.ts', opening('src/index.ts')],
        ['could u plz show me src/index.ts:42 for me thx', opening('src/index.ts', { line: 42 })],
        ['I would like you to just open up notes.md', opening('notes.md')],
        ['go ahead and pull up the file notes.md', opening('notes.md')],
        ['can I have a look at notes.md', opening('notes.md')],
        ['i need to see notes.md, thank you!', opening('notes.md')],
        ['what’s in notes.md?', opening('notes.md')],
        ['what does notes.md say?', opening('notes.md')],
        ['cat notes.md', opening('notes.md')],
        ['switch to notes.md', opening('notes.md')],
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
        ['undo', /“OpenSpace: Undo Last Agent Action”.*Ctrl\+Z/],
        ['Please undo that!', /“OpenSpace: Undo Last Agent Action”/],
        ['take it back', /“OpenSpace: Undo Last Agent Action”/],
        ['close', /Which file\? Say, for example, `close FILE`/],
        ['could you close the tab please', /Which file\?/],
        ['stop', /“Agent” in the status bar/],
        ['delete notes.md', /cannot delete.*explorer/],
        ['split the editor', /Which file.*`open FILE beside it`/],
        ['run it', /Which command line\?.*`run npm test`/],
        ['run the linter', /Which command line\?/],
        ['close the terminal', /no terminal of mine/],
        ['what did it print?', /no terminal of mine/],
        ['please', /do not understand `please`/],
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

    it('lists what it can do in six lines, each of which it understands', async () => {
        const answer = await ask('fly me to the moon', `${SAMPLE}\n${ALL_COMMANDS}`);
        const lines = answer.match(/^- .*$/gm) ?? [];
        assert.ok(lines.length > 0 && lines.length <= 6, answer);
        for (const [, example] of lines.join('\n').matchAll(/`([^`]+)`/g)) {
            assert.doesNotMatch(await ask(example, `${SAMPLE}\n${ALL_COMMANDS}`), /do not understand|Which/, example);
        }
    });

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
        ['delete the highlight', call('editor.clear_highlight', { highlightId: 'guide' })],
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
        ['can you find me the file teas.ts?', call('file.search', { query: 'teas.ts' })],
        ['locate teas', call('file.search', { query: 'teas' })],
        ['search for files named teas', call('file.search', { query: 'teas' })],
        ['list the files in src', call('file.list', { path: 'src' })],
        ['list the files', call('file.list', { path: '.' })],
        ['pls list all files', call('file.list', { path: '.' })],
        ['which files are there?', call('file.list', { path: '.' })],
        ['what is in the folder src', call('file.list', { path: 'src' })],
        ["what's in src?", call('file.list', { path: 'src' })],
        ['show me the src folder', call('file.list', { path: 'src' })],
        ['list src', call('file.list', { path: 'src' })],
        ['what files are open?', call('pane.list', {})],
        ['show me the open tabs', call('pane.list', {})],
        ['close notes.md', call('editor.close', { path: 'notes.md' })],
        ['Could you close the file `src/index.ts` please', call('editor.close', { path: 'src/index.ts' })],
        [
            'open a.md and b.md side by side',
            opening('a.md'),
            call('pane.open', { type: 'editor', contentId: 'b.md', splitDirection: 'vertical' })
        ],
        ['compare a.md with b.md', opening('a.md'), call('pane.open', { type: 'editor', contentId: 'b.md', splitDirection: 'vertical' })],
        ['show b.md next to a.md', opening('a.md'), call('pane.open', { type: 'editor', contentId: 'b.md', splitDirection: 'vertical' })],
        ['open b.md in a split', call('pane.open', { type: 'editor', contentId: 'b.md', splitDirection: 'vertical' })],
        ['open b.md at the bottom', call('pane.open', { type: 'editor', contentId: 'b.md', splitDirection: 'horizontal' })],
        ['open a terminal', call('terminal.create', { title: 'guide' })],
        ['new terminal please', call('terminal.create', { title: 'guide' })],
        ['list the terminals', call('terminal.list', {})],
        ['close the terminal tests', call('terminal.close', { terminalId: 'tests' })],
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

    const running: readonly [question: string, commandLine: string][] = [
        ['please run ls', 'ls'],
        ['run the command ls -la in the terminal', 'ls -la'],
        ['in a terminal, run `ls`', 'ls'],
        ['type ls into the terminal', 'ls'],
        ['npm test', 'npm test'],
        ['git status', 'git status'],
        ['run all the tests', 'npm test'],
        ['run the build', 'npm run build'],
        ['which files contain oolong?', 'grep -rn oolong .'],
        ['search for "green tea" in the files', "grep -rn 'green tea' ."]
    ];
    for (const [question, commandLine] of running) {
        it(`runs ${commandLine} for: ${question}`, async () => {
            const { calls, visible } = read(await ask(question, `${COMMANDS}\n${ALL_COMMANDS}`));
            assert.deepEqual(calls[1], call('terminal.send', { terminalId: 'guide', text: `${commandLine}\n`, waitMs: 60_000 }));
            // Where the terminal stands, and whether it comes to the front, the guide does not know.
            assert.match(visible, /in the terminal “guide”/);
            assert.doesNotMatch(visible, /below/);
        });
    }

    it('closes what the person has in front, if only one file is, or all', async () => {
        const system = `${COMMANDS}\n${ALL_COMMANDS}\n- Main area: pane "main-1" with "a.md", "src/b.ts" (active, unsaved)`;
        const closing = (path: string): unknown => call('editor.close', { path });
        assert.deepEqual(read(await ask('close it', system)).calls, [closing('src/b.ts')]);
        assert.deepEqual(read(await ask('close all files', system)).calls, [closing('a.md'), closing('src/b.ts')]);
        assert.deepEqual(read(await ask('close it', `${system}, pane "main-2" with "c.ts" (active)`)).calls, []);
    });

    it('shows, reads and closes the terminal that it has', async () => {
        const system = `${COMMANDS}\n${ALL_COMMANDS}\n- Terminals: "terminal-1" (title "guide", opened by you)`;
        const calls = async (question: string): Promise<unknown[]> => read(await ask(question, system)).calls;
        assert.deepEqual(await calls('show the terminal'), [call('pane.open', { type: 'terminal', contentId: 'guide' })]);
        assert.deepEqual(await calls('open a new terminal'), [call('terminal.create', {})]);
        assert.deepEqual(await calls('what did it print?'), [call('terminal.read_output', { terminalId: 'guide', lines: 30 })]);
        assert.deepEqual(await calls('close the terminal'), [call('terminal.close', { terminalId: 'guide' })]);
    });

    it('looks what is there before a tour of any other project, and begins with what it finds', async () => {
        const system = `${COMMANDS}\n${ALL_COMMANDS}`;
        const listing = (...files: object[]): string =>
            `Results of your commands. More.\n\n1. openspace.file.list {"path":"."}: done\n--- 0a\n3 entries.\n${JSON.stringify({ path: '.', files })}\n--- 0a`;
        const follow = async (question: string, results: string): Promise<ReturnType<typeof read>> => {
            const request = turn(question, system);
            const messages = [...request.messages, { role: 'assistant', content: 'Let me look.' }, { role: 'user', content: results }];
            return read(await answerOf(server.url, { ...request, messages }));
        };
        const file = (name: string): object => ({ name, type: 'file' });
        for (const question of ['show me around', 'please give me a tour', 'where do I start?']) {
            assert.deepEqual(read(await ask(question, system)).calls, [call('file.list', { path: '.' })]);
            const found = await follow(question, listing({ name: 'src', type: 'directory' }, file('app.py'), file('readme.rst')));
            assert.deepEqual(found.calls, [opening('readme.rst')]);
            assert.match(found.visible, /ask me for any file/);
            const another = await follow(question, listing(file('.gitignore'), file('app.py'), file('notes.md')));
            assert.deepEqual(another.calls, [opening('notes.md')]);
            assert.match(another.visible, /no README.*`notes\.md`/);
            const folders = await follow(question, listing({ name: 'src', type: 'directory' }, file('.env')));
            assert.deepEqual(folders.calls, []);
            assert.match(folders.visible, /no README[^]*`list src`/);
            const nothing = await follow(question, listing());
            assert.deepEqual(nothing.calls, []);
            assert.match(nothing.visible, /empty/);
        }
        const refused = '1. openspace.file.list {"path":"."}: refused\n--- 0a\nThe person refused this.\n--- 0a';
        const { visible } = await follow('show me around', `Results of your commands.\n\n${refused}`);
        assert.match(visible, /did not work\. You refused this/);
    });

    it('opens the README alone on a tour of any other project when it cannot look, and says what to ask next', async () => {
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

    it('says how to connect a model once while it runs, and in later conversations in a few words, with the first answer only', () => {
        const brain = guideBrain();
        const answer = (question: string, isFirst: boolean): string => {
            const request = turn(question, COMMANDS);
            const messages = isFirst ? request.messages.filter(({ role }) => role !== 'assistant') : request.messages;
            return (brain({ ...request, messages }) as string[]).join('');
        };
        const counts = (text: string): unknown[] => [/scripted guide/g, /OPENSPACE_LLM_BASE_URL/g].map(each => text.match(each)?.length);
        assert.deepEqual(counts(answer('open a.md', false)), [undefined, undefined]);
        assert.deepEqual(counts(answer('open a.md', true)), [1, 1]);
        assert.deepEqual(counts(answer('open a.md', false)), [undefined, undefined]);
        const later = answer('open a.md', true);
        assert.deepEqual(counts(later), [1, undefined]);
        assert.match(later, /`how do I connect a model`/);
        assert.deepEqual(counts(answer('who are you', true)), [1, 1]);
        assert.deepEqual(counts(answer('how do I connect a model', true)), [1, 1]);
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

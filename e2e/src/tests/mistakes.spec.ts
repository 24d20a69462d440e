import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentCall } from '../application/agent-run';
import { expect, test } from '../application/openspace-test';

/** Every command that takes a path, with the arguments for one. */
const WITH_PATH: Readonly<Record<string, (path: string) => Record<string, unknown>>> = {
    'editor.open': path => ({ path, line: 2 }),
    'editor.scroll_to': path => ({ path, line: 2 }),
    'editor.highlight': path => ({ path, ranges: [{ startLine: 1, endLine: 2 }] }),
    'editor.read_file': path => ({ path }),
    'editor.close': path => ({ path }),
    'pane.open': path => ({ type: 'editor', contentId: path }),
    'file.read': path => ({ path }),
    'file.write': path => ({ path, content: 'x' }),
    'file.list': path => ({ path }),
    'terminal.create': path => ({ cwd: path })
};
const FOLDER_COMMANDS = ['file.list', 'terminal.create'];
const FILE_COMMANDS = Object.keys(WITH_PATH).filter(command => !FOLDER_COMMANDS.includes(command));
const LARGE_BYTES = 11 * 1024 * 1024;

interface Mistake {
    readonly path: string;
    readonly code: string;
    readonly says?: RegExp;
    readonly commands?: readonly string[];
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
    'a file that does not exist': {
        path: 'src/indx.ts',
        code: 'not-found',
        says: /src\/index\.ts/,
        // What does not exist can be written, and an editor of it may still be open.
        commands: Object.keys(WITH_PATH).filter(command => !['file.write', 'editor.close'].includes(command))
    },
    'a folder in place of a file': { path: 'src', code: 'not-a-file', commands: FILE_COMMANDS },
    'a file in place of a folder': { path: 'README.md', code: 'not-a-directory', commands: FOLDER_COMMANDS },
    'a path above the workspace': { path: '../outside', code: 'outside-workspace' },
    'a path elsewhere': { path: '/etc/hosts', code: 'outside-workspace' },
    'a link that leads out': { path: 'way-out', code: 'outside-workspace' },
    'a path of another kind': { path: 'file:///etc/hosts', code: 'invalid-path' },
    'a file with secrets': {
        path: '.env',
        code: 'sensitive-file',
        // Who does not want to be asked lets it be written, but never be read.
        commands: FILE_COMMANDS.filter(command => command !== 'file.write')
    },
    'a folder with secrets': { path: '.aws', code: 'sensitive-file', commands: FOLDER_COMMANDS },
    'a file that is no text': {
        path: 'picture.png',
        code: 'binary-file',
        says: /image\/png/,
        commands: FILE_COMMANDS.filter(command => command !== 'editor.close')
    },
    'a file that is too large': {
        path: 'large.txt',
        code: 'too-large',
        says: new RegExp(String(LARGE_BYTES)),
        commands: FILE_COMMANDS.filter(command => !['editor.close', 'file.write'].includes(command))
    }
};

/** Makes the files that are named above and that the sample project does not have. */
async function layOut(workspace: string): Promise<void> {
    const at = (name: string): string => join(workspace, name);
    await writeFile(at('picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]));
    await writeFile(at('large.txt'), Buffer.alloc(LARGE_BYTES, 'tea\n'));
    await symlink('/etc/hosts', at('way-out'));
}

test('a wrong path is answered with its reason by every command that takes one, and nothing opens', async ({ ide, run, application }) => {
    await layOut(application.workspace);
    for (const [what, { path, code, says = /./, commands = Object.keys(WITH_PATH) }] of Object.entries(MISTAKES)) {
        const results = await run(...commands.map((command): AgentCall => [command, WITH_PATH[command](path)]));
        expect(
            results.map((result, index) => [commands[index], result.code, says.test(result.error ?? '') ? 'said' : result.error]),
            what
        ).toEqual(commands.map(command => [command, code, 'said']));
    }
    await expect(ide.panes.tabs).toHaveCount(0);
    await expect(ide.terminals.all).toHaveCount(0);
    await expect(ide.toasts).toHaveCount(0);
    await expect(ide.dialogs).toHaveCount(0);
});

test('an id that nothing has is answered with those that there are', async ({ run }) => {
    const [opened, created] = await run(
        ['editor.highlight', { path: 'README.md', ranges: [{ startLine: 1, endLine: 1 }], highlightId: 'title' }],
        ['terminal.create', { title: 'kettle' }]
    );
    expect([opened.outcome, created.outcome]).toEqual(['done', 'done']);
    const results = await run(
        ['pane.close', { paneId: 'main-99' }],
        ['pane.focus', { paneId: 'main-99' }],
        ['pane.resize', { paneId: 'main-99', width: 20 }],
        ['pane.open', { type: 'terminal', contentId: 'pot' }],
        ['pane.open', { type: 'whiteboard', contentId: 'pot' }],
        ['terminal.send', { terminalId: 'pot', text: 'ls\n' }],
        ['terminal.read_output', { terminalId: 'pot' }],
        ['terminal.close', { terminalId: 'pot' }],
        ['editor.clear_highlight', { highlightId: 'pot' }],
        ['editor.close', { path: 'notes.md' }]
    );
    const names = { pane: 'README.md', type: 'editor, terminal', terminal: 'kettle', highlight: 'title', list: 'openspace.pane.list' };
    const expected: [string, string][] = [
        ['unknown-pane', names.pane],
        ['unknown-pane', names.pane],
        ['unknown-pane', names.pane],
        ['unknown-terminal', names.terminal],
        ['unknown-pane-type', names.type],
        ['unknown-terminal', names.terminal],
        ['unknown-terminal', names.terminal],
        ['unknown-terminal', names.terminal],
        ['unknown-highlight', names.highlight],
        ['not-open', names.list]
    ];
    expect(results.map(({ code, error }) => [code, error])).toEqual(expected.map(([code, name]) => [code, expect.stringContaining(name)]));
});

test('a terminal that was closed before is told from one that never was', async ({ run }) => {
    await run(['terminal.create', { title: 'kettle' }], ['terminal.close', { terminalId: 'kettle' }]);
    const results = await run(
        ['terminal.send', { terminalId: 'kettle', text: 'ls\n' }],
        ['terminal.read_output', { terminalId: 'kettle' }],
        ['pane.open', { type: 'terminal', contentId: 'kettle' }],
        ['terminal.close', { terminalId: 'kettle' }]
    );
    for (const told of results) {
        expect(told).toMatchObject({ outcome: 'failed', code: 'terminal-closed', error: expect.stringContaining('Create another one') });
    }
});

test('a line behind the last one becomes the last one, and that is said', async ({ ide, run }) => {
    const results = await run(
        ['editor.open', { path: 'src/index.ts', line: 999 }],
        ['editor.scroll_to', { path: 'src/index.ts', line: 999 }],
        ['editor.highlight', { path: 'src/index.ts', ranges: [{ startLine: 999, endLine: 1000 }] }],
        ['editor.read_file', { path: 'src/index.ts', startLine: 70, endLine: 999 }]
    );
    for (const { outcome, output } of results) {
        expect([outcome, output]).toEqual(['done', expect.stringMatching(/it has only 72 lines, not (999|1000)/)]);
    }
    await ide.editors.expectAtLine('index.ts', 72);
    expect(await ide.editors.highlightedLines()).toMatchObject([{ line: 72 }]);
});

test('every command refuses arguments that it does not know, and names those that it does', async ({ application, run }) => {
    const { commands } = await application.manifest();
    expect(commands).toHaveLength(20);
    for (const half of [commands.slice(0, 10), commands.slice(10)]) {
        const results = await run(
            ...half.map(({ id, example }): AgentCall => [id.replace('openspace.', ''), { ...example, surplus: true }])
        );
        expect(results.map(({ outcome, code, error }) => [outcome, code, error])).toEqual(
            half.map(({ id, arguments_schema: { properties } }) => [
                'refused',
                'invalid-arguments',
                expect.stringMatching(new RegExp(`^${id}: .*must not have "surplus".*\\{${Object.keys(properties).join('\\??, ')}\\??\\}`))
            ])
        );
    }
});

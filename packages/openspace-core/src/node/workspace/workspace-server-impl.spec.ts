import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Policy, WorkspaceTools } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import type { Answer, ApprovalQuestion, ConfirmationAnswer, WrittenFile } from '../../common';
import { PersonQuestions } from '../approval/person-questions';
import { CommandLedger } from '../ledger/command-ledger';
import type { DeliveredCommand } from '../ledger/delivered-command';
import { TabConnection } from '../tab/tab-connection';
import { bindGivenSettings, type GivenSettings } from '../testing/given-settings';
import { FileHistories } from '../undo/file-histories';
import { WorkspaceKernels } from './workspace-kernels';
import { WorkspaceServerImpl } from './workspace-server-impl';

/** The agent's command in which all operations happen. It does not end while a person is asked, and nobody stops it. */
const COMMAND: Partial<DeliveredCommand> = {
    ended: new Promise(() => undefined),
    stopped: new AbortController().signal,
    whileAsking: asked => asked
};

describe('The workspace server', () => {
    let folder: string;
    let server: WorkspaceServerImpl;
    let settings: GivenSettings;
    let questions: PersonQuestions;
    const { OPENSPACE_STATE_DIR: stateDirectory } = process.env;

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-server-'));
        const container = new Container();
        const tab: Partial<TabConnection> = {
            workspaceFolder: () => Promise.resolve(folder),
            identity: () => Promise.resolve({ tabId: 'tab' })
        };
        container.bind(TabConnection).toConstantValue(tab as TabConnection);
        const kernels: Partial<WorkspaceKernels> = { open: root => WorkspaceTools.open(root, new Policy({ limits: { writeBytes: 100 } })) };
        container.bind(WorkspaceKernels).toConstantValue(kernels as WorkspaceKernels);
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind<Pick<CommandLedger, 'runningCommand'>>(CommandLedger).toConstantValue({
            runningCommand: () => ({ sessionId: 'session', command: COMMAND as DeliveredCommand })
        });
        settings = bindGivenSettings(container);
        questions = container.get(PersonQuestions);
        process.env['OPENSPACE_STATE_DIR'] = `${folder}-state`;
        container.bind(FileHistories).toSelf().inSingletonScope();
        container.bind(WorkspaceServerImpl).toSelf();
        server = container.get(WorkspaceServerImpl);
    });

    afterEach(async () => {
        if (stateDirectory === undefined) {
            Reflect.deleteProperty(process.env, 'OPENSPACE_STATE_DIR');
        } else {
            process.env['OPENSPACE_STATE_DIR'] = stateDirectory;
        }
        await rm(folder, { recursive: true });
        await rm(`${folder}-state`, { recursive: true, force: true });
    });

    /** The person says this to every question; the questions are remembered. */
    const answering = (answer: ConfirmationAnswer): ApprovalQuestion[] => {
        const asked: ApprovalQuestion[] = [];
        questions.onDidAsk(({ question }) => {
            asked.push(question);
            setImmediate(() => questions.answer('tab', question.questionId, answer));
        });
        return asked;
    };

    const uri = (path: string): string => pathToFileURL(join(folder, path)).toString();
    const codeOf = (answer: Answer<unknown>): string | undefined => ('error' in answer ? answer.error.code : undefined);

    /** A written file without its hash. */
    const whatOf = (answer: Answer<WrittenFile>): unknown => {
        assert.ok('value' in answer);
        const { path, created, size } = answer.value;
        return { path, created, size };
    };

    it('writes a file with its missing folders', async () => {
        assert.deepEqual(whatOf(await server.writeFile('a/b/c.txt', 'text\n', 'operation')), { path: 'a/b/c.txt', created: true, size: 5 });
        assert.equal(await readFile(join(folder, 'a/b/c.txt'), 'utf8'), 'text\n');
    });

    it('keeps the byte order mark and the line ends of the text that stood there', async () => {
        await writeFile(join(folder, 'a.txt'), '\uFEFFone\r\ntwo\r\n');
        assert.deepEqual(whatOf(await server.writeFile('a.txt', 'new\ntext\n', 'operation')), { path: 'a.txt', created: false, size: 14 });
        assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), '\uFEFFnew\r\ntext\r\n');
        await writeFile(join(folder, 'b.txt'), 'one\ntwo\n');
        await server.writeFile('b.txt', 'new\r\ntext\n', 'operation');
        assert.equal(await readFile(join(folder, 'b.txt'), 'utf8'), 'new\r\ntext\n');
        await writeFile(join(folder, 'c.txt'), Buffer.from('\uFEFFone\n', 'utf16le'));
        await server.writeFile('c.txt', 'new\n', 'operation');
        assert.equal(await readFile(join(folder, 'c.txt'), 'utf16le'), '\uFEFFnew\n');
    });

    it('overwrites no other file than the one that is expected', async () => {
        await writeFile(join(folder, 'a.txt'), 'read');
        const read = await server.readFile('a.txt');
        const hash = ('value' in read && read.value.hash) || '';
        await writeFile(join(folder, 'a.txt'), 'mine');
        assert.equal(codeOf(await server.writeFile('a.txt', 'new', 'operation', { hash })), 'changed');
        assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), 'mine');
        await writeFile(join(folder, 'a.txt'), 'read');
        assert.equal(codeOf(await server.writeFile('a.txt', 'new', 'operation', { hash })), undefined);
    });

    it('overwrites no large file that was changed since it was read in parts', async () => {
        const path = join(folder, 'large.txt');
        await writeFile(path, 'This is a line.\n'.repeat(100_000));
        const modifiedMs = async (): Promise<number> => {
            const read = await server.readLines('large.txt', { startLine: 1, endLine: 1 });
            assert.ok('value' in read);
            return read.value.modifiedMs;
        };
        const before = await modifiedMs();
        await utimes(path, 1, 1);
        assert.equal(codeOf(await server.writeFile('large.txt', 'new', 'operation', { modifiedMs: before })), 'changed');
        assert.equal(codeOf(await server.writeFile('large.txt', 'new', 'operation', { modifiedMs: await modifiedMs() })), undefined);
        assert.equal(await readFile(path, 'utf8'), 'new');
    });

    it('leaves what is no text alone', async () => {
        await writeFile(join(folder, 'a.png'), Buffer.from([0x89, 0x50, 0, 0]));
        assert.equal(codeOf(await server.writeFile('a.png', 'text', 'operation')), 'binary-file');
    });

    it('judges a write through a document like any other', async () => {
        await writeFile(join(folder, 'a.txt'), 'old');
        assert.deepEqual(await server.locateForWrite('a.txt', 'new', 'operation'), {
            value: { path: 'a.txt', uri: uri('a.txt'), exists: true }
        });
        assert.deepEqual(await server.locateForWrite('x/new.txt', 'new', 'operation'), {
            value: { path: 'x/new.txt', uri: uri('x/new.txt'), exists: false }
        });
        assert.equal(codeOf(await server.locateForWrite('a.txt', 'x'.repeat(101), 'operation')), 'too-large');
        assert.equal(codeOf(await server.locateForWrite('.git/config', 'new', 'operation')), 'protected-path');
        assert.equal(codeOf(await server.locateForWrite('../a.txt', 'new', 'operation')), 'outside-workspace');
        assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), 'old');
    });

    it('asks once before an operation changes what runs or configures something, and does what the person says', async () => {
        const asked = answering({ allowed: true, scope: 'once' });
        assert.equal(codeOf(await server.locateForWrite('.vscode/tasks.json', '{}', 'one')), undefined);
        assert.equal(codeOf(await server.writeFile('.vscode/tasks.json', '{}', 'one')), undefined);
        assert.deepEqual(
            asked.map(({ questionId: _questionId, ...question }) => question),
            [
                {
                    kind: 'confirmation',
                    action: 'write',
                    text: '.vscode/tasks.json',
                    change: { lines: [{ kind: 'added', text: '{}' }], added: 1, removed: undefined, isCut: false },
                    reason: 'Files such as .vscode can run, configure or approve something by themselves later.',
                    place: folder,
                    scopes: ['session', 'workspace'],
                    pattern: '.vscode/tasks.json'
                }
            ]
        );
        await server.writeFile('.vscode/tasks.json', '{}', 'two');
        assert.equal(asked.length, 2);
        assert.equal(codeOf(await server.writeFile('.git/config', 'x', 'three')), 'protected-path');
        assert.equal(asked.length, 2);
    });

    it('shows the person what would change, but nothing of a file that agents may not see', async () => {
        const asked = answering({ allowed: false });
        await writeFile(join(folder, '.env'), 'SECRET=1');
        await writeFile(join(folder, '.bashrc'), 'one\ntwo\n');
        await server.writeFile('.bashrc', 'one\nthree\n', 'one');
        await server.locateForWrite('.env', 'SECRET=2', 'two');
        assert.deepEqual(
            asked.map(question => question.kind === 'confirmation' && question.change?.lines.map(({ kind, text }) => `${kind} ${text}`)),
            [['same one', 'removed two', 'added three'], ['added SECRET=2']]
        );
    });

    it("tells the agent the person's refusal and changes nothing", async () => {
        answering({ allowed: false, message: 'Use tasks of npm.' });
        const answer = await server.writeFile('.vscode/tasks.json', '{}', 'one');
        assert.ok('error' in answer && answer.error.refused);
        assert.equal(answer.error.code, 'not-confirmed');
        assert.match(answer.error.message, /The person says: "Use tasks of npm\."/);
        await assert.rejects(readFile(join(folder, '.vscode/tasks.json')), { code: 'ENOENT' });
    });

    it('asks no more about what the person allowed for the workspace, as far as the pattern goes', async () => {
        const asked = answering({ allowed: true, scope: 'workspace', pattern: '.vscode/**' });
        for (const path of ['.vscode/tasks.json', '.vscode/a/b.json', '.env', '.env']) {
            assert.equal(codeOf(await server.writeFile(path, '{}', `${path} ${asked.length}`)), undefined);
        }
        assert.deepEqual(
            asked.map(question => 'text' in question && question.text),
            ['.vscode/tasks.json', '.env', '.env']
        );
    });

    it('asks as much as the settings say', async () => {
        const asked = answering({ allowed: true, scope: 'once' });
        settings.change({ 'openspace.agent.confirmation': 'never' });
        assert.equal(codeOf(await server.writeFile('AGENTS.md', 'x', 'one')), undefined);
        assert.equal(asked.length, 0);
        settings.change({ 'openspace.agent.confirmation': 'always' });
        assert.equal(codeOf(await server.writeFile('a.txt', 'x', 'two')), undefined);
        assert.equal(asked.length, 1);
    });

    it('reads lines of a file that is too large to be read whole', async () => {
        const lines = Array.from({ length: 100_000 }, (_, index) => `This is line ${index + 1}.\n`);
        await writeFile(join(folder, 'large.txt'), lines.join(''));
        assert.equal(codeOf(await server.readFile('large.txt')), 'too-large');
        const read = async (startLine: number, endLine?: number): Promise<unknown[]> => {
            const answer = await server.readLines('large.txt', { startLine, ...(endLine === undefined ? {} : { endLine }) });
            assert.ok('value' in answer);
            const { content, totalLines, truncated } = answer.value;
            return [content, answer.value.startLine, totalLines, truncated];
        };
        assert.deepEqual(await read(40_000, 40_001), ['This is line 40000.\nThis is line 40001.\n', 40_000, 100_000, false]);
        assert.deepEqual(await read(99_999), ['This is line 99999.\nThis is line 100000.\n', 99_999, 100_000, false]);
        assert.deepEqual(await read(200_000, 300_000), ['This is line 100000.\n', 100_000, 100_000, false]);
        assert.equal((await read(1))[3], true);
    });

    it('compares every text that an editor can show for the agent with its file', async () => {
        const text = 'some text\n'.repeat(600_000);
        await writeFile(join(folder, 'large.txt'), text);
        const answer = await server.compareDocument(join(folder, 'large.txt'), text);
        assert.equal('value' in answer && answer.value.state, 'same');
        await writeFile(join(folder, 'large.txt'), text + text);
        const refusal = await server.compareDocument(join(folder, 'large.txt'), text);
        assert.match('error' in refusal ? refusal.error.message : '', /^"large\.txt" is open in an editor.* close the editor\.$/);
    });

    it('knows what a file is that holds the text of an editor, saved or not, also of a large one', async () => {
        const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
        const large = 'a line\n'.repeat(200_000);
        for (const [saved, shown, expected] of [
            ['one\r\ntwo\n', 'one\ntwo\n', 'one\r\ntwo\n'],
            ['\ufeffone', 'two', '\ufefftwo'],
            [large, large, large],
            [large, `${large}more`, `${large}more`]
        ]) {
            await writeFile(join(folder, 'a.txt'), saved);
            assert.deepEqual(await server.expectText('a.txt', shown), { value: { hash: hashOf(expected) } });
        }
        assert.equal(codeOf(await server.expectText('gone.txt', 'one')), 'not-found');
        assert.equal(codeOf(await server.expectText('.env', 'one')), 'sensitive-file');
    });

    it('knows the place of a file that is gone, as far as it may be known', async () => {
        await mkdir(join(folder, 'src'));
        assert.deepEqual(await server.locateEditor('./src/gone.ts'), {
            value: { path: 'src/gone.ts', uri: uri('src/gone.ts'), exists: false }
        });
        await symlink(tmpdir(), join(folder, 'out'));
        assert.equal(codeOf(await server.locateEditor('out/gone.ts')), 'outside-workspace');
        assert.equal(codeOf(await server.locateEditor('.env')), 'sensitive-file');
        assert.equal(codeOf(await server.locateEditor('src')), 'not-a-file');
    });
});

import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { LIMITS } from '@openspace/protocol';
import { OpenerService, QuickInputService } from '@theia/core/lib/browser';
import { CommandContribution, CommandRegistry, MessageService, type ContributionProvider } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import {
    CommandError,
    CommandRefusal,
    WorkspaceServer,
    type Answer,
    type ExpectedFile,
    type FileLocation,
    type FileSearch,
    type FileSearchResult,
    type FileText,
    type FolderListing,
    type WrittenFile
} from '../../common';
import { ArgumentForm } from '../command/argument-form';
import { ArgumentQuestion } from '../command/argument-question';
import { OrderedPicks } from '../command/ordered-picks';
import { checkArguments } from '../command/argument-check';
import {
    isOpenSpaceCommand,
    toCommandDefinition,
    type CommandOrigin,
    type CommandSuccess,
    type OpenSpaceCommand
} from '../command/openspace-command';
import { ResultDocuments } from '../command/result-documents';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { FileCommandContribution } from './file-command-contribution';
import { FileUndo } from './file-undo';
import { FileWriter } from './file-writer';
import { OpenDocuments, type OpenDocument } from './open-documents';
import { ReadTexts } from './read-texts';

const URI = 'file:///workspace/a.txt';
const TEXT: FileText = { path: 'a.txt', content: 'one\ntwo', lines: 2, size: 7 };

/** The backend's end, with answers that a test sets. */
class FakeWorkspace implements WorkspaceServer {
    text: Answer<FileText> = { value: TEXT };
    searched: FileSearch[] = [];
    found: Answer<FileSearchResult> = { value: { results: ['a.txt'], truncated: true } };

    readonly written: [string, string][] = [];
    /** Of the file as it is saved. */
    hash = 'hash at first';
    location: Answer<FileLocation> = { value: { path: 'a.txt', uri: URI, exists: true } };

    locateFile(): never {
        throw new Error('not used here');
    }

    locateEditor(): Promise<Answer<FileLocation>> {
        return Promise.resolve(this.location);
    }

    locateForWrite(): Promise<Answer<FileLocation>> {
        return Promise.resolve(this.location);
    }

    writeFile(path: string, content: string, _operationId: string, expected?: ExpectedFile): Promise<Answer<WrittenFile>> {
        if (expected?.hash !== undefined && expected.hash !== this.hash) {
            return Promise.resolve({ error: { code: 'changed', message: 'Read it again, then repeat the call.', refused: false } });
        }
        this.written.push([path, content]);
        this.hash = `hash of ${content}`;
        return Promise.resolve({ value: { path, created: false, size: content.length, hash: this.hash, remembered: true } });
    }

    compareDocument(): never {
        throw new Error('not used here');
    }

    saveDocument(): never {
        throw new Error('not used here');
    }

    expectText(_path: string, text: string): Promise<Answer<ExpectedFile>> {
        const isSaved = 'value' in this.text && this.text.value.content === text;
        return Promise.resolve({ value: { hash: isSaved ? this.hash : `hash of ${text}` } });
    }

    locateFolder(): never {
        throw new Error('not used here');
    }

    readFile(): Promise<Answer<FileText>> {
        return Promise.resolve('value' in this.text ? { value: { ...this.text.value, hash: this.hash } } : this.text);
    }

    readLines(): never {
        throw new Error('not used here');
    }

    listFiles(path: string): Promise<Answer<FolderListing>> {
        return Promise.resolve({
            value: { path: path === '.' ? '' : path, files: [{ name: 'a.txt', type: 'file', size: 7 }], truncated: false }
        });
    }

    searchFiles(search: FileSearch): Promise<Answer<FileSearchResult>> {
        this.searched.push(search);
        return Promise.resolve(this.found);
    }
}

/** The documents that a test says are open, with the text in them. */
class FakeDocument implements OpenDocument {
    readOnly = false;
    canSave = true;
    /** What stands there after the person has typed while the file was saved. */
    typedWhileSaved?: string;
    /** What another program wrote right after the file was saved. */
    writtenByAnother?: string;
    savedText: string;
    protected readonly read = new Map<string, string>();

    constructor(
        public text: string,
        saved = text
    ) {
        this.savedText = saved;
    }

    get version(): string {
        return this.text;
    }

    get unsaved(): boolean {
        return this.text !== this.savedText;
    }

    noteRead(reader: string): void {
        this.read.set(reader, this.text);
    }

    readState(reader: string): 'current' | 'outdated' | 'never' {
        const seen = this.read.get(reader);
        return seen === undefined ? 'never' : seen === this.text ? 'current' : 'outdated';
    }

    replace(text: string): void {
        this.text = text;
    }

    replaceSaved(text: string): Promise<string> {
        if (!this.canSave) {
            return Promise.reject(new CommandError('changed', 'It was changed.'));
        }
        this.savedText = text;
        this.text = this.typedWhileSaved ?? text;
        if (this.writtenByAnother !== undefined) {
            this.savedText = this.text = this.writtenByAnother;
        }
        return Promise.resolve(text);
    }
}

/** A person who gives these answers, one after the other; undefined is Escape. */
class AnsweringPerson {
    readonly asked: string[] = [];
    readonly told: string[] = [];

    constructor(protected readonly answers: (string | undefined)[]) {}

    input(options: { prompt?: string }): Promise<string | undefined> {
        this.asked.push(options.prompt ?? '');
        return Promise.resolve(this.answers.shift());
    }

    info(text: string): Promise<undefined> {
        this.told.push(text);
        return Promise.resolve(undefined);
    }

    show(_title: string, text: string): Promise<void> {
        this.told.push(text);
        return Promise.resolve();
    }

    warn(text: string): Promise<undefined> {
        this.told.push(`warning: ${text}`);
        return Promise.resolve(undefined);
    }
}

/** Notes what can be taken back. */
class RecordedUndo {
    readonly noted: unknown[] = [];

    noteFile({ by }: CommandOrigin): void {
        this.noted.push(by);
    }

    noteDocument({ by }: CommandOrigin, ...texts: string[]): Promise<void> {
        this.noted.push([by, ...texts]);
        return Promise.resolve();
    }
}

interface Scene {
    readonly commands: CommandRegistry;
    readonly workspace: FakeWorkspace;
    readonly person: AnsweringPerson;
    readonly documents: Map<string, FakeDocument>;
    readonly undo: RecordedUndo;
}

function setUp(answers: (string | undefined)[] = [], form?: Pick<ArgumentForm, 'ask' | 'decide'>): Scene {
    const container = new Container();
    const workspace = new FakeWorkspace();
    const person = new AnsweringPerson(answers);
    container.bind(WorkspaceServer).toConstantValue(workspace);
    container.bind(QuickInputService).toConstantValue(person);
    container.bind(MessageService).toConstantValue(person as Partial<MessageService> as MessageService);
    const documents = new Map<string, FakeDocument>();
    const openDocuments: OpenDocuments = { find: uri => Promise.resolve(documents.get(uri)) };
    container.bind(OpenDocuments).toConstantValue(openDocuments);
    container.bind(ReadTexts).toSelf().inSingletonScope();
    const undo = new RecordedUndo();
    container.bind<Pick<FileUndo, 'noteFile' | 'noteDocument'>>(FileUndo).toConstantValue(undo);
    container.bind(FileWriter).toSelf();
    container.bind(WorkspaceFiles).toSelf();
    [PathChoices, OrderedPicks].forEach(part => container.bind<unknown>(part).toConstantValue({}));
    if (form) {
        container.bind<Pick<ArgumentForm, 'ask' | 'decide'>>(ArgumentForm).toConstantValue(form);
    } else {
        container.bind(ArgumentForm).toSelf();
    }
    const opener = {
        open: (uri: { toString(): string }) => Promise.resolve(documents.set(uri.toString(), new FakeDocument(TEXT.content)))
    };
    container.bind<unknown>(OpenerService).toConstantValue({ getOpener: () => Promise.resolve(opener) });
    container.bind(ArgumentQuestion).toSelf();
    container.bind(ResultDocuments).toConstantValue(person as Partial<ResultDocuments> as ResultDocuments);
    container.bind(FileCommandContribution).toSelf();
    const noContributions: ContributionProvider<CommandContribution> = { getContributions: () => [] };
    const commands = new CommandRegistry(noContributions);
    container.get(FileCommandContribution).registerCommands(commands);
    return { commands, workspace, person, documents, undo };
}

describe('The file commands', () => {
    const declared: OpenSpaceCommand[] = setUp().commands.commands.filter(isOpenSpaceCommand);

    for (const command of declared) {
        it(`${command.id} keeps the contract of a command`, () => {
            assert.match(command.id, /^openspace\.[a-z]+\.[a-z_]+$/);
            assert.equal(command.argumentsSchema.additionalProperties, false);
            for (const [name, property] of Object.entries(command.argumentsSchema.properties)) {
                assert.ok('description' in property, `${name} is not described`);
            }
            checkArguments(command.id, command.argumentsSchema, command.example);
            assert.equal(toCommandDefinition(command).handler, 'FileCommandContribution');
        });
    }

    it('answer with what was read', async () => {
        const { commands } = setUp();
        const success = await commands.executeCommand<CommandSuccess>('openspace.file.read', { path: 'a.txt' });
        assert.deepEqual(success, { success: true, output: 'Read a.txt, 2 lines.', ...TEXT, truncated: false, unsavedInEditor: false });
    });

    it('cut what is too long for one answer to an agent at a line end, and say how to go on', async () => {
        const { commands, workspace } = setUp();
        const content = Array.from({ length: 9000 }, (_, index) => `line ${index + 1}`).join('\n');
        workspace.text = { value: { ...TEXT, content, lines: 9000, size: content.length } };
        const read = (origin?: CommandOrigin): Promise<CommandSuccess | undefined> =>
            commands.executeCommand<CommandSuccess>('openspace.file.read', { path: 'a.txt' }, origin);
        const sent = await read({ by: 'agent', sessionId: 's1', callId: 'call' });
        const [, last] = /\nline (\d+)$/.exec(String(sent?.['content'])) ?? [];
        assert.ok(String(sent?.['content']).length <= LIMITS.answerCharacters && sent?.['truncated'] === true);
        assert.match(String(sent.output), new RegExp(`cut after line ${last} of 9000; .*read_file and startLine ${Number(last) + 1}\\.`));
        assert.equal((await read())?.['content'], content);
    });

    it('pass a refusal on as a refusal', async () => {
        const { commands, workspace } = setUp();
        workspace.text = { error: { code: 'sensitive-file', message: 'No.', refused: true } };
        await assert.rejects(commands.executeCommand('openspace.file.read', { path: '.env' }), CommandRefusal);
    });

    it('say that an editor has text that is not saved', async () => {
        const { commands, documents } = setUp();
        documents.set(URI, new FakeDocument('mine', 'one'));
        const success = await commands.executeCommand<CommandSuccess>('openspace.file.read', { path: 'a.txt' });
        assert.equal(success?.['unsavedInEditor'], true);
        assert.match(String(success.output), /openspace\.editor\.read_file/);
    });

    it('list the root under its usual name', async () => {
        const { commands } = setUp();
        const success = await commands.executeCommand<CommandSuccess>('openspace.file.list', { path: '.' });
        assert.deepEqual([success?.output, success?.['path']], ['1 entry in the workspace root.', '.']);
    });

    it('hand the patterns of a search on', async () => {
        const { commands, workspace } = setUp();
        const search = { query: 'a', includePattern: '*.txt', excludePattern: 'b*' };
        const success = await commands.executeCommand<CommandSuccess>('openspace.file.search', search);
        assert.deepEqual(workspace.searched, [search]);
        assert.equal(success?.output, 'Found more than 1 file for "a".');
    });

    it('ask a person at the palette for each argument, and leave out what stays empty', async () => {
        const { commands, workspace, person } = setUp(['notes', '', '']);
        await commands.executeCommand('openspace.file.search');
        assert.deepEqual(workspace.searched, [{ query: 'notes' }]);
        assert.equal(person.asked.length, 3);
        assert.match(person.asked[1] ?? '', /includePattern \(optional\)/);
        assert.deepEqual(person.told, ['Found more than 1 file for "notes".\n\ntruncated: yes\n\nresults:\na.txt']);
    });

    it('do nothing when the person presses Escape', async () => {
        const { commands, workspace, person } = setUp(['notes', undefined]);
        assert.equal(await commands.executeCommand('openspace.file.search'), undefined);
        assert.deepEqual([workspace.searched, person.told], [[], []]);
    });

    it('tell the person why a command did not happen', async () => {
        const { commands, workspace, person } = setUp(['notes', '[', '']);
        workspace.found = { error: { code: 'invalid-pattern', message: 'That is no pattern.', refused: false } };
        await commands.executeCommand('openspace.file.search');
        assert.deepEqual(person.told, ['warning: That is no pattern.']);
    });
});

describe('Writing a file', () => {
    const session = (sessionId: string): CommandOrigin => ({ by: 'agent', sessionId, callId: 'call' });
    const write = (commands: CommandRegistry, content: string, origin = session('s1')): Promise<CommandSuccess | undefined> =>
        commands.executeCommand<CommandSuccess>('openspace.file.write', { path: 'a.txt', content }, origin);

    it('goes to the disk when the file is not open', async () => {
        const { commands, workspace } = setUp();
        const success = await write(commands, 'new');
        assert.deepEqual(workspace.written, [['a.txt', 'new']]);
        assert.deepEqual(success, {
            success: true,
            output: 'Wrote a.txt, 3 bytes.',
            path: 'a.txt',
            created: false,
            size: 3,
            inEditor: false,
            saved: true
        });
    });

    it('goes through the open document, and is saved when nothing was unsaved', async () => {
        const { commands, workspace, documents } = setUp();
        const document = new FakeDocument('old');
        documents.set(URI, document);
        const success = await write(commands, 'néw');
        assert.deepEqual([document.text, document.savedText, workspace.written], ['néw', 'néw', []]);
        assert.deepEqual([success?.['inEditor'], success?.['saved'], success?.['size']], [true, true, 4]);
    });

    it('does not count as reading what the person types while the file is saved, and says so', async () => {
        const { commands, documents, undo } = setUp();
        const document = new FakeDocument('old');
        documents.set(URI, document);
        document.typedWhileSaved = 'old and typed';
        const success = await write(commands, 'new');
        assert.deepEqual([document.savedText, document.readState('session s1')], ['new', 'never']);
        assert.match(String(success?.output), /^Wrote a\.txt, 3 bytes, but its editor has .* what the person typed/);
        assert.deepEqual([success?.['saved'], success?.['typedMeanwhile']], [true, true]);
        assert.deepEqual(undo.noted, [['agent', 'a.txt', 'old', 'new']]);
        await assert.rejects(write(commands, 'newer'), { code: 'unsaved-changes' });
    });

    it('is refused when the person has saved and closed what they typed while the file was saved', async () => {
        const { commands, documents, workspace } = setUp();
        const document = new FakeDocument('old');
        document.typedWhileSaved = 'old and typed';
        documents.set(URI, document);
        workspace.text = { value: { ...TEXT, content: 'new' } };
        await write(commands, 'new');
        documents.clear();
        workspace.hash = 'hash of what the person typed';
        await assert.rejects(write(commands, 'newer'), { code: 'changed' });
        assert.deepEqual(workspace.written, []);
    });

    it('does not say that the person typed when another program wrote the file meanwhile, nor counts that as read', async () => {
        const { commands, documents } = setUp();
        const document = new FakeDocument('old');
        document.noteRead('session s1');
        document.writtenByAnother = 'of another program';
        documents.set(URI, document);
        const success = await write(commands, 'new');
        assert.deepEqual([success?.output, success?.['typedMeanwhile']], ['Wrote a.txt, 3 bytes.', undefined]);
        await assert.rejects(write(commands, 'newer'), { code: 'changed' });
    });

    it('is refused while there is unsaved text that this session has not read', async () => {
        const { commands, documents } = setUp();
        const document = new FakeDocument('typed', 'old');
        documents.set(URI, document);
        document.noteRead('session s2');
        await assert.rejects(write(commands, 'new'), { code: 'unsaved-changes', advice: /openspace\.editor\.read_file/ });
        document.noteRead('session s1');
        document.text = 'typed more';
        await assert.rejects(write(commands, 'new'), { code: 'unsaved-changes' });
        assert.deepEqual([document.text, document.savedText], ['typed more', 'old']);
    });

    it('stays unsaved beside unsaved text that was read, and may be repeated', async () => {
        const { commands, documents } = setUp();
        const document = new FakeDocument('typed', 'old');
        documents.set(URI, document);
        document.noteRead('session s1');
        const success = await write(commands, 'typed and new');
        await write(commands, 'typed and newer');
        assert.deepEqual([document.text, document.savedText, success?.['saved']], ['typed and newer', 'old', false]);
        assert.match(String(success?.output), /not saved/);
        assert.match(success?.remark ?? '', /not saved/);
    });

    it('is refused when the closed file does not hold what the session wrote beside unsaved text, and only then', async () => {
        const { commands, documents, workspace } = setUp();
        const document = new FakeDocument('typed', TEXT.content);
        documents.set(URI, document);
        document.noteRead('session s1');
        await write(commands, 'typed and new');
        documents.clear();
        await assert.rejects(write(commands, 'newer'), { code: 'changed' });
        workspace.hash = 'hash of typed and new';
        await write(commands, 'newer');
        assert.deepEqual(workspace.written, [['a.txt', 'newer']]);
    });

    it('is refused when the person changed and saved the text since this session read it', async () => {
        const { commands, workspace, documents } = setUp();
        const document = new FakeDocument('one\ntwo');
        documents.set(URI, document);
        await commands.executeCommand('openspace.file.read', { path: 'a.txt' }, session('s1'));
        document.text = 'one\ntwo and a half';
        document.savedText = document.text;
        await assert.rejects(write(commands, 'one\n2'), { code: 'changed', advice: /Read it again/ });
        workspace.text = { value: { ...TEXT, content: document.text } };
        await commands.executeCommand('openspace.file.read', { path: 'a.txt' }, session('s1'));
        await write(commands, 'one\n2');
        await write(commands, 'one\n2\n3');
        assert.equal(document.savedText, 'one\n2\n3');
    });

    it('is refused when the person changed the closed file since this session read or wrote it, and only then', async () => {
        const { commands, workspace } = setUp();
        const read = (): Promise<unknown> => commands.executeCommand('openspace.file.read', { path: 'a.txt' }, session('s1'));
        await write(commands, 'never read');
        workspace.hash = 'hash of what the person wrote';
        await assert.rejects(write(commands, 'new'), { code: 'changed', message: /Read it again/ });
        await write(commands, 'from a session that has not read it', session('s2'));
        await read();
        await write(commands, 'new');
        workspace.hash = 'hash of what the person wrote';
        await assert.rejects(write(commands, 'newer'), { code: 'changed' });
        await read();
        await write(commands, 'newer');
        assert.deepEqual(
            workspace.written.map(([, text]) => text),
            ['never read', 'from a session that has not read it', 'new', 'newer']
        );
    });

    it('is refused after a reading that was cut, until the rest was read', async () => {
        const { commands, workspace, documents } = setUp();
        const content = 'some text\n'.repeat(9000);
        workspace.text = { value: { ...TEXT, content, lines: 9000, size: content.length } };
        const read = (origin: CommandOrigin): Promise<unknown> => commands.executeCommand('openspace.file.read', { path: 'a.txt' }, origin);
        await read(session('s1'));
        await assert.rejects(write(commands, 'short'), { code: 'partly-read', advice: /Read the rest with openspace\.editor\.read_file/ });
        await write(commands, 'from a session that has read nothing', session('s2'));

        const document = new FakeDocument(content, 'old');
        documents.set(URI, document);
        await read(session('s3'));
        assert.equal(document.readState('session s3'), 'never');
        workspace.text = { value: TEXT };
        await read(session('s1'));
        documents.clear();
        await write(commands, 'short');
    });

    it('may make anew what the session knows to be gone', async () => {
        const { commands, workspace } = setUp();
        await write(commands, 'first');
        workspace.hash = 'none';
        workspace.text = { error: { code: 'not-found', message: 'No such file.', refused: false } };
        await assert.rejects(write(commands, 'second'), { code: 'changed' });
        await assert.rejects(commands.executeCommand('openspace.file.read', { path: 'a.txt' }, session('s1')), { code: 'not-found' });
        await write(commands, 'second');
    });

    it('is remembered so that it can be taken back', async () => {
        const { commands, documents, undo } = setUp();
        await write(commands, 'new');
        documents.set(URI, new FakeDocument('old'));
        await write(commands, 'new');
        assert.deepEqual(undo.noted, ['agent', ['agent', 'a.txt', 'old', 'new']]);
    });

    it('touches no document when the backend refuses the path', async () => {
        const { commands, workspace, documents } = setUp();
        const document = new FakeDocument('old');
        documents.set(URI, document);
        workspace.location = { error: { code: 'protected-path', message: 'No.', refused: true } };
        await assert.rejects(write(commands, 'new'), CommandRefusal);
        assert.equal(document.text, 'old');
    });

    it('says when the document cannot be changed or saved', async () => {
        const { commands, documents } = setUp();
        const document = new FakeDocument('old');
        documents.set(URI, document);
        document.readOnly = true;
        await assert.rejects(write(commands, 'new'), { code: 'permission-denied' });
        assert.equal(document.text, 'old');
        document.readOnly = false;
        document.canSave = false;
        await assert.rejects(write(commands, 'new'), { code: 'changed' });
    });
});

describe('A person who writes a file', () => {
    /** Writes a text to `a.txt`, and gives this one of the answers to the question what is to become of the text that is there. */
    const write = async (answer: number | undefined, text?: Answer<FileText>): Promise<Scene & { asked: string[] }> => {
        const asked: string[] = [];
        const scene = setUp([], {
            ask: () => Promise.resolve({ path: 'a.txt', content: 'new' }),
            decide: (_, question, answers) => {
                asked.push(question);
                return Promise.resolve(answer === undefined ? undefined : answers[answer]);
            }
        });
        scene.workspace.text = text ?? scene.workspace.text;
        await scene.commands.executeCommand('openspace.file.write');
        return { ...scene, asked };
    };

    it('is asked before a text is replaced, and Enter alone replaces nothing', async () => {
        for (const answer of [0, undefined]) {
            const { asked, documents, workspace, person } = await write(answer);
            assert.deepEqual([asked, person.told], [['a.txt exists (2 lines, 7 bytes).'], []]);
            assert.deepEqual([documents.size, workspace.written], [0, []]);
        }
    });

    it('replaces it in its editor, which can undo it', async () => {
        const { documents, person } = await write(1);
        assert.equal(documents.get(URI)?.savedText, 'new');
        assert.match(person.told[0] ?? '', /^Wrote a.txt, 3 bytes. Undo in its editor/);
    });

    it('is asked about a file that may hold secrets, too, which no editor shows then', async () => {
        const refused = { error: { code: 'sensitive-file', message: 'It may hold secrets.', refused: true } };
        const kept = await write(0, refused);
        assert.match(kept.asked[0] ?? '', /^a\.txt may hold secrets, so what stands there is not shown/);
        assert.deepEqual([kept.workspace.written, kept.person.told], [[], []]);
        const { documents, workspace } = await write(1, refused);
        assert.deepEqual([documents.size, workspace.written], [0, [['a.txt', 'new']]]);
    });

    it('is not asked about a file that is new or empty', async () => {
        const missing = { error: { code: 'not-found', message: 'It does not exist.', refused: false } };
        for (const text of [missing, { value: { ...TEXT, content: '', size: 0, lines: 0 } }]) {
            const { asked, workspace } = await write(undefined, text);
            assert.deepEqual([asked, workspace.written], [[], [['a.txt', 'new']]]);
        }
    });

    it('is told what stands in the way before anything is asked', async () => {
        const { asked, person } = await write(1, { error: { code: 'binary-file', message: 'It is no text.', refused: false } });
        assert.deepEqual([asked, person.told], [[], ['warning: It is no text.']]);
    });
});

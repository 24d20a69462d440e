import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { QuickInputService } from '@theia/core/lib/browser';
import { CommandContribution, CommandRegistry, MessageService, type ContributionProvider } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import {
    CommandRefusal,
    WorkspaceServer,
    type Answer,
    type FileSearch,
    type FileSearchResult,
    type FileText,
    type FolderListing
} from '../../common';
import { ArgumentForm } from '../command/argument-form';
import { checkArguments } from '../command/argument-check';
import { isOpenSpaceCommand, toCommandDefinition, type CommandSuccess, type OpenSpaceCommand } from '../command/openspace-command';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { FileCommandContribution } from './file-command-contribution';

const TEXT: FileText = { path: 'a.txt', content: 'one\ntwo', lines: 2, size: 7, truncated: false };

/** The backend's end, with answers that a test sets. */
class FakeWorkspace implements WorkspaceServer {
    text: Answer<FileText> = { value: TEXT };
    searched: FileSearch[] = [];

    locateFile(): never {
        throw new Error('not used here');
    }

    locateFolder(): never {
        throw new Error('not used here');
    }

    readFile(): Promise<Answer<FileText>> {
        return Promise.resolve(this.text);
    }

    listFiles(path: string): Promise<Answer<FolderListing>> {
        return Promise.resolve({
            value: { path: path === '.' ? '' : path, files: [{ name: 'a.txt', type: 'file', size: 7 }], truncated: false }
        });
    }

    searchFiles(search: FileSearch): Promise<Answer<FileSearchResult>> {
        this.searched.push(search);
        return Promise.resolve({ value: { results: ['a.txt'], truncated: true } });
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

    warn(text: string): Promise<undefined> {
        this.told.push(`warning: ${text}`);
        return Promise.resolve(undefined);
    }
}

function setUp(answers: (string | undefined)[] = []): { commands: CommandRegistry; workspace: FakeWorkspace; person: AnsweringPerson } {
    const container = new Container();
    const workspace = new FakeWorkspace();
    const person = new AnsweringPerson(answers);
    container.bind(WorkspaceServer).toConstantValue(workspace);
    container.bind(QuickInputService).toConstantValue(person);
    container.bind(MessageService).toConstantValue(person as Partial<MessageService> as MessageService);
    container.bind(WorkspaceFiles).toSelf();
    container.bind(ArgumentForm).toSelf();
    container.bind(FileCommandContribution).toSelf();
    const noContributions: ContributionProvider<CommandContribution> = { getContributions: () => [] };
    const commands = new CommandRegistry(noContributions);
    container.get(FileCommandContribution).registerCommands(commands);
    return { commands, workspace, person };
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
        assert.deepEqual(success, { success: true, output: 'Read a.txt, 2 lines.', ...TEXT });
    });

    it('say that only a part was read', async () => {
        const { commands, workspace } = setUp();
        workspace.text = { value: { ...TEXT, truncated: true, size: 9_000_000 } };
        const success = await commands.executeCommand<CommandSuccess>('openspace.file.read', { path: 'a.txt' });
        assert.match(success?.output ?? '', /the beginning of a\.txt, which has 9000000 bytes/);
    });

    it('pass a refusal on as a refusal', async () => {
        const { commands, workspace } = setUp();
        workspace.text = { error: { code: 'sensitive-file', message: 'No.', refused: true } };
        await assert.rejects(commands.executeCommand('openspace.file.read', { path: '.env' }), CommandRefusal);
    });

    it('list the root under its usual name', async () => {
        const { commands } = setUp();
        const success = await commands.executeCommand<CommandSuccess>('openspace.file.list', { path: '.' });
        assert.equal(success?.output, '1 entries in the workspace root.');
    });

    it('hand the patterns of a search on', async () => {
        const { commands, workspace } = setUp();
        const search = { query: 'a', includePattern: '*.txt', excludePattern: 'b*' };
        const success = await commands.executeCommand<CommandSuccess>('openspace.file.search', search);
        assert.deepEqual(workspace.searched, [search]);
        assert.equal(success?.output, 'More than 1 files match "a".');
    });

    it('ask a person at the palette for each argument, and leave out what stays empty', async () => {
        const { commands, workspace, person } = setUp(['notes', '', '']);
        await commands.executeCommand('openspace.file.search');
        assert.deepEqual(workspace.searched, [{ query: 'notes' }]);
        assert.equal(person.asked.length, 3);
        assert.match(person.asked[1] ?? '', /includePattern \(optional\)/);
        assert.deepEqual(person.told, ['More than 1 files match "notes".']);
    });

    it('do nothing when the person presses Escape', async () => {
        const { commands, workspace, person } = setUp(['notes', undefined]);
        assert.equal(await commands.executeCommand('openspace.file.search'), undefined);
        assert.deepEqual([workspace.searched, person.told], [[], []]);
    });

    it('tell the person why a command did not happen', async () => {
        const { commands, workspace, person } = setUp(['.env']);
        workspace.text = { error: { code: 'sensitive-file', message: 'That file is secret.', refused: true } };
        await commands.executeCommand('openspace.file.read');
        assert.deepEqual(person.told, ['warning: That file is secret.']);
    });
});

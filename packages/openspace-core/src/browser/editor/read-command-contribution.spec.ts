import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { CommandContribution, CommandRegistry, type ContributionProvider } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { CommandError, type FileLines, type FileText, type LineRange } from '../../common';
import { ArgumentForm } from '../command/argument-form';
import type { CommandOrigin, CommandSuccess } from '../command/openspace-command';
import { ResultDocuments } from '../command/result-documents';
import { OpenDocuments, type OpenDocument } from '../file/open-documents';
import { ReadTexts } from '../file/read-texts';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { MessageService } from '@theia/core/lib/common';
import { ReadCommandContribution } from './read-command-contribution';

const AGENT: CommandOrigin = { by: 'agent', sessionId: 'session', callId: 'call' };

describe('Reading a file', () => {
    let read: (range?: Partial<LineRange>) => Promise<CommandSuccess | undefined>;
    let texts: ReadTexts;
    let text: string;
    let isLarge: boolean;
    let asked: LineRange[];
    let document: Partial<OpenDocument> | undefined;

    beforeEach(() => {
        asked = [];
        document = undefined;
        text = 'one\ntwo\nthree\n';
        const files: Pick<WorkspaceFiles, 'locateEditor' | 'readFile' | 'readLines' | 'expectText'> = {
            locateEditor: path => Promise.resolve({ path, uri: `file:///workspace/${path}`, exists: true }),
            readFile: (path): Promise<FileText> =>
                isLarge
                    ? Promise.reject(new CommandError('too-large', 'Read some of its lines.'))
                    : Promise.resolve({ path, content: text, lines: 3, size: text.length, hash: 'hash' }),
            expectText: (_, shown) => Promise.resolve({ hash: `hash of ${shown}` }),
            readLines: (_, range): Promise<FileLines> => {
                asked.push(range);
                const lines = text.split(/(?<=\n)/);
                const content = lines.slice(range.startLine - 1, range.endLine).join('');
                const counted = { startLine: range.startLine, totalLines: lines.length };
                return Promise.resolve({ content, ...counted, truncated: false, version: 'v', modifiedMs: 7 });
            }
        };
        const container = new Container();
        container.bind<unknown>(WorkspaceFiles).toConstantValue(files);
        container.bind<unknown>(OpenDocuments).toConstantValue({ find: () => Promise.resolve(document) });
        container.bind(ReadTexts).toSelf().inSingletonScope();
        [PathChoices, ArgumentForm, ResultDocuments, MessageService].forEach(part => container.bind<unknown>(part).toConstantValue({}));
        container.bind(ReadCommandContribution).toSelf();
        const noContributions: ContributionProvider<CommandContribution> = { getContributions: () => [] };
        const commands = new CommandRegistry(noContributions);
        container.get(ReadCommandContribution).registerCommands(commands);
        texts = container.get(ReadTexts);
        read = range => commands.executeCommand<CommandSuccess>('openspace.editor.read_file', { path: 'a.txt', ...range }, AGENT);
    });

    it('takes the lines of a small file from the whole', async () => {
        isLarge = false;
        const success = await read({ startLine: 2, endLine: 3 });
        assert.deepEqual([success?.output, success?.['content'], asked], ['Read a.txt, lines 2 to 3 of 4.', 'two\nthree', []]);
        await read();
        assert.deepEqual(texts.expectedOf('session session', 'a.txt'), { hash: 'hash' });
    });

    it('reads only the lines that were asked for of a large one, whichever comes first', async () => {
        isLarge = true;
        await assert.rejects(read(), { code: 'too-large' });
        const success = await read({ startLine: 2, endLine: 1 });
        assert.deepEqual([success?.output, success?.['content']], ['Read a.txt, lines 1 to 2 of 3.', 'one\ntwo']);
        await read({ endLine: 1 });
        assert.equal(texts.expectedOf('session session', 'a.txt'), undefined);
        await read({ startLine: 2 });
        assert.deepEqual(asked, [{ startLine: 1, endLine: 2 }, { startLine: 1, endLine: 1 }, { startLine: 2 }]);
        assert.deepEqual(texts.expectedOf('session session', 'a.txt'), { modifiedMs: 7 });
    });

    it('remembers what its editor shows, saved or not, also of a large one', async () => {
        isLarge = true;
        document = { text: 'shown', version: 'v', unsaved: true, noteRead: () => undefined };
        assert.equal((await read())?.['content'], 'shown');
        assert.deepEqual(texts.expectedOf('session session', 'a.txt'), { hash: 'hash of shown' });
    });

    it('says where the lines of a large file were cut, and knows when the rest was read', async () => {
        isLarge = true;
        text = 'x'.repeat(30_000) + '\n' + 'y'.repeat(30_000) + '\nend';
        const success = await read({ startLine: 1 });
        assert.match(String(success?.output), /cut after line 1 of 3; read the rest with .* startLine 2\.$/);
        assert.equal(texts.wasCut('session session', 'a.txt'), true);
        await read({ startLine: 2 });
        assert.equal(texts.wasCut('session session', 'a.txt'), false);
    });
});

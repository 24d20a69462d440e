import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { CommandError, DocumentServer, type ReplacedDocument } from '../../common';
import { DocumentService } from './document-service';
import { OpenDocuments, type OpenDocument } from './open-documents';

/** A text in an editor, saved or not. */
class TestDocument implements OpenDocument {
    readOnly = false;
    readonly readers: string[] = [];
    /** Happens while the file is saved. */
    meanwhile: () => void = () => undefined;

    constructor(
        public text: string,
        public unsaved: boolean
    ) {}

    get version(): string {
        return `version of ${this.text}`;
    }

    noteRead(reader: string): void {
        this.readers.push(`${reader} read ${this.text}`);
    }

    readState(): 'never' {
        return 'never';
    }

    replace(text: string): void {
        this.text = text;
    }

    replaceSaved(text: string): Promise<string> {
        this.text = text;
        this.meanwhile();
        return Promise.resolve(text);
    }
}

describe('A document that a program at a door replaces', () => {
    let document: TestDocument;
    let service: DocumentService;

    const replace = (version = document.version): Promise<ReplacedDocument> =>
        service.replaceDocument({ uri: 'file:///a.txt', path: 'a.txt', version, text: 'new', sessionId: 'door', callId: 'call' });
    const errorCode = (answer: ReplacedDocument): string | undefined => ('error' in answer ? answer.error.code : undefined);

    beforeEach(() => {
        const container = new Container();
        container.bind(DocumentServer).toConstantValue({});
        container.bind<OpenDocuments>(OpenDocuments).toConstantValue({ find: () => Promise.resolve(document) });
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind(DocumentService).toSelf();
        service = container.get(DocumentService);
    });

    for (const unsaved of [false, true]) {
        it(`is ${unsaved ? 'left unsaved as it was' : 'saved'}, and known to the program then`, async () => {
            document = new TestDocument('old', unsaved);
            assert.deepEqual(await replace(), { version: 'version of new', saved: !unsaved, before: 'old', after: 'new' });
            assert.deepEqual(document.readers, ['session door read new']);
        });
    }

    it('stays as it is when the text is another one by now, or may not be changed', async () => {
        document = new TestDocument('old', false);
        assert.equal(errorCode(await replace('version of older')), 'changed');
        document.readOnly = true;
        assert.equal(errorCode(await replace()), 'permission-denied');
        document.readOnly = false;
        document.replaceSaved = () => Promise.reject(new CommandError('too-large', 'Too much.'));
        assert.equal(errorCode(await replace()), 'failed');
        assert.deepEqual([document.text, document.readers], ['old', []]);
    });

    it('is not known to the program when the person typed in it while it was saved, and cannot be replaced again', async () => {
        document = new TestDocument('old', false);
        document.meanwhile = () => (document.text = 'old and typed');
        const answer = await replace();
        assert.deepEqual(answer, { version: 'version of old', saved: true, before: 'old', after: 'new' });
        assert.deepEqual(document.readers, []);
        assert.equal(errorCode(await replace(answer.version)), 'changed');
    });
});

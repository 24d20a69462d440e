import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import {
    UndoServer,
    type ActivityEntry,
    type Answer,
    type FileLocation,
    type RememberedWrite,
    type RevertConflict,
    type RevertedFile,
    type RevertPlan,
    type ShownText
} from '../../common';
import { ActivityService } from '../activity/activity-service';
import type { CommandOrigin } from '../command/openspace-command';
import { ActionUndo } from '../undo/action-undo';
import { FileUndo } from './file-undo';
import { OpenDocuments, type OpenDocument } from './open-documents';
import { RevertedEditors } from './reverted-editors';

const URI = 'file:///workspace/a.txt';
const CALL: CommandOrigin = { by: 'agent', sessionId: 'session', callId: 'call' };
const CONFLICT: RevertConflict = { kind: 'conflict', path: 'a.txt', uri: URI, wanted: 'before', now: 'mine' };

/** The backend's end: takes the word "agent" back, or makes it again. */
class FakeUndoServer implements UndoServer {
    readonly log: string[] = [];
    writes: RememberedWrite[] = [];
    conflict = false;
    /** What happens while the backend makes a plan. */
    meanwhile: () => void = () => undefined;
    /** The file was made by the agent. */
    isMade = false;

    rememberedWrites(): Promise<readonly RememberedWrite[]> {
        return Promise.resolve(this.writes);
    }

    noteWrite(...told: string[]): Promise<void> {
        this.log.push(`note ${told.join(' ')}`);
        return Promise.resolve();
    }

    locateWritten(): Promise<Answer<FileLocation>> {
        return Promise.resolve({ value: { path: 'a.txt', uri: URI, exists: true } });
    }

    revertFile(_callId: string, undone: boolean): Promise<Answer<RevertedFile | RevertConflict>> {
        this.log.push(`revert ${undone}`);
        const effect = this.isMade ? 'removed' : 'changed';
        return Promise.resolve({ value: this.conflict ? CONFLICT : { kind: 'reverted', path: 'a.txt', uri: URI, effect } });
    }

    planRevert(_callId: string, undone: boolean, { text: now }: ShownText): Promise<Answer<RevertPlan | RevertConflict>> {
        this.meanwhile();
        if (this.conflict) {
            return Promise.resolve({ value: CONFLICT });
        }
        const content = undone ? now.replace('agent', 'before') : now.replace('before', 'agent');
        return Promise.resolve({ value: { kind: 'planned', path: 'a.txt', ...(this.isMade ? {} : { content }) } });
    }

    settleRevert(_callId: string, undone: boolean, now: string, result: string): Promise<void> {
        this.log.push(`settle ${undone}: ${now} > ${result}`);
        return Promise.resolve();
    }
}

/** A text in an editor. */
class TestDocument implements OpenDocument {
    readOnly = false;
    saved = 0;
    /** What stands there after the person has typed while the file was saved. */
    typedWhileSaved?: string;
    /** What another program wrote right after the file was saved. */
    writtenByAnother?: string;

    constructor(
        public text: string,
        public unsaved: boolean
    ) {}

    get version(): string {
        return this.text;
    }

    noteRead(): void {
        throw new Error('nobody reads it');
    }

    readState(): never {
        throw new Error('nobody asks');
    }

    replace(text: string): void {
        this.text = text;
        this.unsaved = true;
    }

    replaceSaved(text: string): Promise<string> {
        this.saved++;
        this.text = this.typedWhileSaved ?? text;
        this.unsaved = this.typedWhileSaved !== undefined;
        this.text = this.writtenByAnother ?? this.text;
        return Promise.resolve(text);
    }
}

describe('The undo of a written file', () => {
    let server: FakeUndoServer;
    let activity: Emitter<readonly ActivityEntry[]>;
    let loaded: Emitter<void>;
    let undo: ActionUndo;
    let files: FileUndo;
    let document: TestDocument | undefined;
    let editors: string[];

    beforeEach(() => {
        server = new FakeUndoServer();
        document = undefined;
        editors = [];
        const container = new Container();
        container.bind(UndoServer).toConstantValue(server);
        [activity, loaded] = [new Emitter(), new Emitter()];
        container
            .bind<Pick<ActivityService, 'entries' | 'onDidChange' | 'onDidLoad'>>(ActivityService)
            .toConstantValue({ entries: [], onDidChange: activity.event, onDidLoad: loaded.event });
        container.bind<OpenDocuments>(OpenDocuments).toConstantValue({ find: () => Promise.resolve(document) });
        container.bind<RevertedEditors>(RevertedEditors).toConstantValue({
            showConflict: ({ wanted }) => Promise.resolve(void editors.push(`conflict with ${wanted}`)),
            close: () => Promise.resolve(void editors.push('closed'))
        });
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind(ActionUndo).toSelf().inSingletonScope();
        container.bind(FileUndo).toSelf().inSingletonScope();
        undo = container.get(ActionUndo);
        files = container.get(FileUndo);
        files.noteFile(CALL);
    });

    it('happens on the disk when the file is not open', async () => {
        assert.deepEqual(await undo.setUndone('call', true), { done: ['Changed a.txt back.'], left: [] });
        assert.deepEqual((await undo.setUndone('call', false)).done, ['Changed a.txt again.']);
        assert.deepEqual(server.log, ['revert true', 'revert false']);
    });

    it('happens in the document where there is one, and is saved only if nothing was unsaved', async () => {
        document = new TestDocument('agent', false);
        await undo.setUndone('call', true);
        assert.deepEqual([document.text, document.saved], ['before', 1]);
        document = new TestDocument('before and mine', true);
        await undo.setUndone('call', false);
        assert.deepEqual([document.text, document.saved], ['agent and mine', 0]);
        assert.deepEqual(server.log, ['settle true: agent > before', 'settle false: before and mine > agent and mine']);
    });

    it('keeps what the person types while it is planned', async () => {
        const typed = (document = new TestDocument('agent', true));
        server.meanwhile = () => {
            typed.text += ' and mine';
            server.meanwhile = () => undefined;
        };
        await undo.setUndone('call', true);
        assert.equal(typed.text, 'before and mine');
        server.meanwhile = () => (typed.text += '.');
        await assert.rejects(undo.setUndone('call', false), { code: 'in-use' });
        assert.equal(typed.text, 'before and mine...');
    });

    it('knows what it saved although the person types meanwhile, and tells of it', async () => {
        document = new TestDocument('agent', false);
        document.typedWhileSaved = 'agent and mine';
        const { done } = await undo.setUndone('call', true);
        assert.deepEqual(done, ['Changed a.txt back. Its editor still has the text of before, with what you typed meanwhile.']);
        assert.deepEqual(server.log, ['settle true: agent > before']);
    });

    it('does not tell the person of typing when another program writes the file meanwhile', async () => {
        document = new TestDocument('agent', false);
        document.writtenByAnother = 'of another program';
        assert.deepEqual((await undo.setUndone('call', true)).done, ['Changed a.txt back.']);
    });

    it('changes nothing in a conflict and shows both texts', async () => {
        server.conflict = true;
        await assert.rejects(undo.setUndone('call', true), { code: 'conflict', message: /You changed the same lines of a\.txt/ });
        document = new TestDocument('mine', true);
        await assert.rejects(undo.setUndone('call', true), { code: 'conflict' });
        assert.deepEqual(
            [document.text, undo.stateOf('call'), editors],
            ['mine', 'done', ['conflict with before', 'conflict with before']]
        );
    });

    it('closes the editor of a file that goes, but not over unsaved text', async () => {
        server.isMade = true;
        document = new TestDocument('agent', true);
        await assert.rejects(undo.setUndone('call', true), { code: 'unsaved-changes' });
        assert.deepEqual([server.log, editors], [[], []]);
        document.unsaved = false;
        assert.deepEqual((await undo.setUndone('call', true)).done, ['Removed a.txt.']);
        assert.deepEqual([server.log, editors], [['revert true'], ['closed']]);
    });

    it('is known of what a program wrote through a door, once the activity tells its end, and of all its files', async () => {
        const entry: ActivityEntry = {
            ...{ callId: 'door', revision: 1, sessionId: 's', commandId: 'tools.write', operation: 'write', client: 'tools' },
            ...{ risk: 'write', state: 'running', askedAt: 0 }
        };
        files.onStart();
        await new Promise(resolve => undo.onDidChange(resolve));
        server.writes = ['door', 'door#2'].map(writeId => ({ callId: 'door', writeId, path: 'a.txt', undone: false }));
        activity.fire([entry]);
        assert.equal(undo.stateOf('door'), undefined);
        activity.fire([{ ...entry, state: 'done' }]);
        await new Promise(resolve => undo.onDidChange(resolve));
        assert.equal(
            undo.findLast(() => true),
            'door'
        );
        await undo.setUndone('door', true);
        assert.deepEqual(server.log, ['revert true', 'revert true']);
        server.writes.push({ callId: 'meanwhile', writeId: 'meanwhile', path: 'a.txt', undone: false });
        loaded.fire();
        await new Promise(resolve => undo.onDidChange(resolve));
        assert.equal(undo.stateOf('meanwhile'), 'done');
    });

    it('is known of what was written in another window, and once of what was written in this one', async () => {
        const entry: ActivityEntry = {
            ...{ callId: 'elsewhere', revision: 1, sessionId: 's', commandId: 'openspace.file.write', client: 'chat' },
            ...{ risk: 'write', state: 'done', askedAt: 0 }
        };
        files.onStart();
        await new Promise(resolve => undo.onDidChange(resolve));
        server.writes = ['call', 'elsewhere'].map(callId => ({ callId, writeId: callId, path: 'a.txt', undone: false }));
        activity.fire([{ ...entry, callId: 'call' }, entry]);
        await new Promise(resolve => undo.onDidChange(resolve));
        await undo.setUndone('elsewhere', true);
        await undo.setUndone('call', true);
        assert.deepEqual(server.log, ['revert true', 'revert true']);
    });

    it('is known of what was undone in another window', async () => {
        server.writes = [{ callId: 'call', writeId: 'call', path: 'a.txt', undone: true }];
        await files.restore();
        assert.equal(undo.stateOf('call'), 'undone');
    });

    it('is known of before a reload, and of texts that changed in their documents', async () => {
        server.writes = [
            { callId: 'earlier', writeId: 'earlier', path: 'a.txt', undone: true },
            { callId: 'earlier', writeId: 'earlier#2', path: 'b.txt', undone: true }
        ];
        files.onStart();
        await new Promise(resolve => undo.onDidChange(resolve));
        assert.equal(undo.stateOf('earlier'), 'undone');
        assert.equal((await undo.setUndone('earlier', false)).done.length, 2);
        assert.deepEqual(server.log.splice(0), ['revert false', 'revert false']);
        await files.noteDocument({ ...CALL, callId: 'other' }, 'a.txt', 'one', 'two');
        await files.noteDocument({ ...CALL, callId: 'none' }, 'a.txt', 'one', 'one');
        await files.noteDocument({ by: 'person' }, 'a.txt', 'one', 'two');
        assert.deepEqual([undo.stateOf('other'), undo.stateOf('none'), server.log], ['done', undefined, ['note other a.txt one two']]);
    });
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Policy, WorkspaceTools } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import * as fc from 'fast-check';
import { UndoServer, WorkspaceServer, type Answer, type DocumentClient, type DocumentView, type SyncClient } from '../../common';
import { shuffled } from '../../common/testing/shuffled';
import { ActionConfirmation } from '../approval/action-confirmation';
import { CommandLedger } from '../ledger/command-ledger';
import { TabConnection } from '../tab/tab-connection';
import { TabDocuments } from '../tab/tab-documents';
import { TabRegistry } from '../tab/tab-registry';
import { bindGivenSettings } from '../testing/given-settings';
import { isOverwritten, overwrittenText, personsLine, sharedText, withLine } from '../testing/shared-text';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { WorkspaceServerImpl } from '../workspace/workspace-server-impl';
import { FileHistories } from './file-histories';
import { UndoServerImpl } from './undo-server-impl';
import { UnsavedElsewhere } from './unsaved-elsewhere';

describe('The undo server', () => {
    let folder: string;
    let workspace: WorkspaceServer;
    let undo: UndoServer;
    let histories: FileHistories;
    /** Another window shows the same folder, with this document of every file. */
    let openElsewhere: (document: () => Promise<DocumentView | undefined>) => void;
    let calls = 0;

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-undo-'));
        const container = new Container();
        const tab: Partial<TabConnection> = {
            workspaceFolder: () => Promise.resolve(folder),
            identity: () => Promise.resolve({ tabId: 'tab', workspaceUri: FileUri.create(folder).toString() })
        };
        container.bind(TabConnection).toConstantValue(tab as TabConnection);
        const kernels: Partial<WorkspaceKernels> = { open: root => WorkspaceTools.open(root, new Policy()) };
        container.bind(WorkspaceKernels).toConstantValue(kernels as WorkspaceKernels);
        container.bind(ILogger).toConstantValue(new MockLogger());
        const running: Partial<ReturnType<CommandLedger['runningCommand']>> = { sessionId: 'session' };
        const ledger = { runningCommand: (callId: string) => (callId.startsWith('call') ? running : undefined) };
        container.bind(CommandLedger).toConstantValue(ledger as Partial<CommandLedger> as CommandLedger);
        bindGivenSettings(container);
        const confirmation: Partial<ActionConfirmation> = { confirm: () => Promise.resolve() };
        container.rebind(ActionConfirmation).toConstantValue(confirmation as ActionConfirmation);
        [FileHistories, TabDocuments, TabRegistry, UnsavedElsewhere].forEach(part =>
            container.bind<object>(part).toSelf().inSingletonScope()
        );
        container.bind(WorkspaceServer).to(WorkspaceServerImpl);
        container.bind(UndoServer).to(UndoServerImpl);
        workspace = container.get(WorkspaceServer);
        undo = container.get(UndoServer);
        histories = container.get(FileHistories);
        openElsewhere = document => {
            const client: Partial<SyncClient> = {};
            container
                .get(TabRegistry)
                .connect({ tabId: 'other', workspaceUri: FileUri.create(folder).toString(), client: client as SyncClient });
            const documents: Partial<DocumentClient> = { findDocument: document };
            container.get(TabDocuments).connect('other', documents as DocumentClient);
        };
    });
    afterEach(() => rm(folder, { recursive: true }));

    const at = (path: string): string => join(folder, path);
    const agentWrites = async (path: string, content: string): Promise<string> => {
        const callId = `call ${++calls}`;
        assert.ok('value' in (await workspace.writeFile(path, content, callId)));
        return callId;
    };
    const outcomeOf = async (answer: Promise<Answer<{ kind: string; effect?: string }>>): Promise<string> => {
        const told = await answer;
        return 'error' in told ? told.error.code : (told.value.effect ?? told.value.kind);
    };

    const textOf = async (path: string): Promise<string | undefined> => (existsSync(at(path)) ? readFile(at(path), 'utf8') : undefined);
    /** The person's own doing. */
    const placeFile = async (path: string, text: string | undefined): Promise<void> => {
        if (text === undefined) {
            await rm(at(path), { force: true });
        } else {
            await mkdir(dirname(at(path)), { recursive: true });
            await writeFile(at(path), text);
        }
    };

    it('takes a new file away with its folders, and makes it again', async () => {
        const callId = await agentWrites('docs/deep/plan.md', '# Plan\n');
        assert.deepEqual(await undo.rememberedWrites(), [{ callId, writeId: callId, path: 'docs/deep/plan.md', undone: false }]);
        assert.equal(await outcomeOf(undo.revertFile(callId, true)), 'removed');
        assert.deepEqual(await readdir(folder), []);
        assert.deepEqual(await undo.rememberedWrites(), [{ callId, writeId: callId, path: 'docs/deep/plan.md', undone: true }]);
        assert.equal(await outcomeOf(undo.revertFile(callId, false)), 'created');
        assert.equal(await readFile(at('docs/deep/plan.md'), 'utf8'), '# Plan\n');
    });

    it('brings a text back byte for byte, with its mode, and keeps what the person changed elsewhere in it', async () => {
        const before = Buffer.from('\uFEFFone\r\ntwo\nthree\r\nfour\r\nfive\r\n');
        await writeFile(at('a.txt'), before);
        await chmod(at('a.txt'), 0o751);
        const callId = await agentWrites('a.txt', '1\n2\n');
        await undo.revertFile(callId, true);
        assert.deepEqual(await readFile(at('a.txt')), before);
        assert.equal((await stat(at('a.txt'))).mode & 0o777, 0o751);
        await undo.revertFile(callId, false);
        const other = await agentWrites('a.txt', '1\n2\n3\n4\n5\n');
        await writeFile(at('a.txt'), '\uFEFFmine\r\n1\r\n2\r\n3\r\n4\r\n5\r\n');
        assert.equal(await outcomeOf(undo.revertFile(other, true)), 'changed');
        assert.equal(await readFile(at('a.txt'), 'utf8'), '\uFEFFmine\r\n1\r\n2\r\n');
    });

    it('changes nothing when the person changed the same lines, and shows both texts', async () => {
        await writeFile(at('a.txt'), 'one\n');
        const callId = await agentWrites('a.txt', 'two\n');
        await writeFile(at('a.txt'), 'two and mine\n');
        assert.deepEqual(await undo.revertFile(callId, true), {
            value: { kind: 'conflict', path: 'a.txt', uri: FileUri.create(at('a.txt')).toString(), wanted: 'one\n', now: 'two and mine\n' }
        });
        assert.equal(await readFile(at('a.txt'), 'utf8'), 'two and mine\n');
        assert.equal(await outcomeOf(undo.planRevert(callId, true, { text: 'two and mine\n', unsaved: false })), 'conflict');
        assert.deepEqual(
            (await undo.rememberedWrites()).map(({ undone }) => undone),
            [false]
        );
    });

    it('plans what a document is to become, and knows it once it is done', async () => {
        const callId = `call ${++calls}`;
        await undo.noteWrite(callId, 'a.txt', '1\n2\n3\n', '1\n2\nthree\n');
        assert.deepEqual(await undo.planRevert(callId, true, { text: 'mine\n2\nthree\n', unsaved: false }), {
            value: { kind: 'planned', path: 'a.txt', content: 'mine\n2\n3\n' }
        });
        await undo.settleRevert(callId, true, 'mine\n2\nthree\n', 'mine\n2\n3\n');
        await writeFile(at('a.txt'), 'mine\n2\n3\n');
        assert.equal(await outcomeOf(undo.revertFile(callId, false)), 'changed');
        assert.equal(await readFile(at('a.txt'), 'utf8'), 'mine\n2\nthree\n');
    });

    it('leaves a write alone that stands in unsaved text of another window, where it can still be undone', async () => {
        await writeFile(at('a.txt'), 'one\n');
        const callId = `call ${++calls}`;
        await undo.noteWrite(callId, 'a.txt', 'one\nmine\n', 'two\nmine\n');
        let unsaved = true;
        openElsewhere(() => Promise.resolve({ text: 'two\nmine\n', version: '1', unsaved, readState: 'never' }));
        assert.equal(await outcomeOf(undo.revertFile(callId, true)), 'unsaved-changes');
        assert.equal(await outcomeOf(undo.planRevert(callId, true, { text: 'one\n', unsaved: false })), 'unsaved-changes');
        assert.deepEqual(
            (await undo.rememberedWrites()).map(({ undone }) => undone),
            [false]
        );
        assert.deepEqual(await undo.planRevert(callId, true, { text: 'two\nmine\n', unsaved: true }), {
            value: { kind: 'planned', path: 'a.txt', content: 'one\nmine\n' }
        });
        unsaved = false;
        await writeFile(at('a.txt'), 'two\nmine\n');
        assert.equal(await outcomeOf(undo.revertFile(callId, true)), 'changed');
        assert.equal(await readFile(at('a.txt'), 'utf8'), 'one\nmine\n');
    });

    it('leaves a file alone when another window does not say what it has of it', async () => {
        const callId = await agentWrites('a.txt', 'text\n');
        openElsewhere(() => Promise.reject(new Error('It cannot tell.')));
        assert.equal(await outcomeOf(undo.revertFile(callId, true)), 'in-use');
        assert.ok(existsSync(at('a.txt')));
    });

    it('remembers neither what a person wrote nor what changed nothing', async () => {
        await writeFile(at('a.txt'), 'same');
        await workspace.writeFile('a.txt', 'same', 'call same');
        await workspace.writeFile('b.txt', 'mine', 'of a person');
        await undo.noteWrite('of a person', 'a.txt', 'one', 'two');
        await undo.noteWrite('call same', 'a.txt', 'one', 'one');
        assert.deepEqual(await undo.rememberedWrites(), []);
        assert.equal(await outcomeOf(undo.revertFile('of a person', true)), 'forgotten');
    });

    it('brings back a file that agents may not read, or takes it away, and tells nobody but the person what stood there', async () => {
        await writeFile(at('.env'), '\uFEFFKEY=secret\r\n');
        const answer = await workspace.writeFile('.env', 'KEY=other\n', 'call secret');
        assert.doesNotMatch(JSON.stringify([answer, await undo.rememberedWrites()]), /KEY/);
        assert.equal(await outcomeOf(undo.revertFile('call secret', true)), 'changed');
        assert.equal(await readFile(at('.env'), 'utf8'), '\uFEFFKEY=secret\r\n');
        const made = await agentWrites('.aws/deep/credentials', 'KEY=new\n');
        assert.equal(await outcomeOf(undo.revertFile(made, true)), 'removed');
        assert.deepEqual(await readdir(folder), ['.env']);
    });

    it('does not read what a link leads to that stands in the place of the file', async () => {
        await writeFile(at('.env'), 'KEY=secret\n');
        const callId = await agentWrites('a.txt', 'text\n');
        await rm(at('a.txt'));
        await symlink('.env', at('a.txt'));
        assert.equal(await outcomeOf(undo.revertFile(callId, true)), 'changed');
        assert.equal(await readFile(at('.env'), 'utf8'), 'KEY=secret\n');
    });

    it('brings back whatever can be written, also what is too large to be read', async () => {
        const large = `${'x'.repeat(99)}\n`.repeat(20_000);
        await writeFile(at('large.txt'), large);
        const callId = await agentWrites('large.txt', `${large}more\n`);
        assert.equal(await outcomeOf(undo.revertFile(callId, true)), 'changed');
        assert.equal(await readFile(at('large.txt'), 'utf8'), large);
        histories.record({ callId: 'door', workspace: folder, path: 'large.txt', before: 'small\n', after: large });
        assert.equal(await outcomeOf(undo.revertFile('door', true)), 'changed');
        assert.equal(await readFile(at('large.txt'), 'utf8'), 'small\n');
    });

    it('does not forget all the rest for a text that is too long', async () => {
        const callId = await agentWrites('a.txt', 'text\n');
        const half = 'x'.repeat(20 * 1024 * 1024);
        assert.ok(!histories.record({ callId: 'long', workspace: folder, path: 'b.txt', before: `${half}.`, after: half }));
        assert.deepEqual(
            (await undo.rememberedWrites()).map(write => write.callId),
            [callId]
        );
    });

    it('does not hold up a write over a text that is too large to be kept', async () => {
        await writeFile(at('huge.txt'), 'x'.repeat(10 * 1024 * 1024 + 1));
        await agentWrites('huge.txt', 'small\n');
        assert.equal(await readFile(at('huge.txt'), 'utf8'), 'small\n');
        assert.deepEqual(await undo.rememberedWrites(), []);
    });

    it('writes nowhere that a write may not go', async () => {
        const callId = await agentWrites('sub/a.txt', 'text');
        const outside = await mkdtemp(join(tmpdir(), 'openspace-outside-'));
        await writeFile(join(outside, 'a.txt'), 'text');
        await rm(at('sub'), { recursive: true });
        await symlink(outside, at('sub'));
        assert.equal(await outcomeOf(undo.revertFile(callId, true)), 'outside-workspace');
        assert.ok(existsSync(join(outside, 'a.txt')));
        await rm(outside, { recursive: true });
    });

    it('leaves real files exactly as the person alone would have made them, in whatever order, and makes all of it again', async () => {
        const event = fc.record({
            kind: fc.constantFrom(...(['agent edits', 'agent overwrites', 'undo', 'redo'] as const), ...PERSONS_EVENTS),
            file: fc.nat(FILES.length - 1),
            value: fc.nat(9).map(String),
            call: fc.nat()
        });
        const workspaces = folder;
        await fc.assert(
            fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 10 }), fc.infiniteStream(fc.nat()), async (events, chances) => {
                folder = await mkdtemp(join(workspaces, 'run-'));
                // What the person alone would have made of each file, or the line that they wrote into what only the agent had made.
                const alone = new Map(FILES.map(path => [path, { text: textAtFirst(path), isMixed: false }]));
                for (const [path, { text }] of alone) {
                    await placeFile(path, text);
                }
                const written: string[] = [];
                for (const [index, { kind, file, value, call }] of events.entries()) {
                    // Never the same twice, so that no edit takes back another by chance.
                    const mine = `${value} of ${index}`;
                    const path = FILES[file] ?? '';
                    const now = await textOf(path);
                    const own = alone.get(path) ?? { text: undefined, isMixed: false };
                    if (kind === 'agent edits') {
                        written.push(await agentWrites(path, withLine(now ?? sharedText('0', '0'), 'agent', value)));
                    } else if (kind === 'agent overwrites') {
                        written.push(await agentWrites(path, overwrittenText(value)));
                    } else if (kind === 'undo' || kind === 'redo') {
                        const chosen = written.at(call % Math.max(1, written.length));
                        await (chosen && undo.revertFile(chosen, kind === 'undo'));
                    } else if (kind === 'person deletes') {
                        await placeFile(path, undefined);
                        alone.set(path, { text: undefined, isMixed: false });
                    } else if (kind === 'person writes all') {
                        const text = `--- mine\nperson ${mine}\n`;
                        await placeFile(path, text);
                        alone.set(path, { text, isMixed: false });
                    } else if (now !== undefined) {
                        const isMixed = own.text === undefined || own.isMixed || isOverwritten(now);
                        await placeFile(path, withLine(now, 'person', mine));
                        alone.set(path, { text: withLine(own.text ?? '', 'person', mine), isMixed });
                    }
                }
                const known = new Set((await undo.rememberedWrites()).map(({ writeId }) => writeId));
                const calls = written.filter(callId => known.has(callId));
                for (const callId of shuffled(calls, chances)) {
                    await undo.revertFile(callId, false);
                }
                const before = new Map(await Promise.all(FILES.map(async path => [path, await textOf(path)] as const)));
                const undoAll = async (): Promise<void> => {
                    for (const callId of shuffled(calls, chances)) {
                        assert.ok('value' in (await undo.revertFile(callId, true)));
                    }
                    for (const [path, { text, isMixed }] of alone) {
                        const now = await textOf(path);
                        assert.equal(isMixed ? personsLine(now ?? '') : now, isMixed ? personsLine(text ?? '') : text, path);
                    }
                };
                await undoAll();
                for (const callId of shuffled(calls, chances)) {
                    assert.ok('value' in (await undo.revertFile(callId, false)));
                }
                assert.deepEqual(new Map(await Promise.all(FILES.map(async path => [path, await textOf(path)] as const))), before);
                await undoAll();
            }),
            { numRuns: 60 }
        );
        folder = workspaces;
    });
});

const FILES = ['one.txt', 'two.txt', 'new.txt', 'docs/deep/new.txt'];
const PERSONS_EVENTS = ['person edits', 'person deletes', 'person writes all'] as const;
const textAtFirst = (path: string): string | undefined => (path.endsWith('new.txt') ? undefined : sharedText('0', '0'));

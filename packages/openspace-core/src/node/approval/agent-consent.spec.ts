import assert from 'node:assert/strict';
import type { CommandCall } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalQuestion, ConsentAnswer } from '../../common';
import { bindGivenSettings, type GivenSettings } from '../testing/given-settings';
import { AgentConsent } from './agent-consent';
import { PersonQuestions } from './person-questions';

const ALLOW: ConsentAnswer = { allowed: true, remember: false };
const CANCEL: ConsentAnswer = { allowed: false, remember: false };

describe('AgentConsent', () => {
    const { OPENSPACE_STATE_DIR: stateDirectory } = process.env;
    let folder: string;
    let consent: AgentConsent;
    let questions: PersonQuestions;
    let settings: GivenSettings;
    let asked: ApprovalQuestion[];

    /** A backend that starts with what the one before left. */
    const start = (): void => {
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        settings = bindGivenSettings(container, { 'openspace.agent.consent': 'ask' });
        consent = container.get(AgentConsent);
        questions = container.get(PersonQuestions);
        asked = [];
        questions.onDidAsk(({ question }) => asked.push(question));
    };
    const call = (sessionId: string): CommandCall => ({ callId: 'call', sessionId, commandId: 'openspace.pane.list', args: {} });
    const tab = (workspace = '/tea') => ({ tabId: 'tab', workspaceUri: FileUri.create(workspace).toString() });
    /** Whether the agent may act, when the person says this to every question. */
    const may = async (answer: ConsentAnswer | undefined, sessionId = 'session', workspace?: string): Promise<boolean> => {
        const listener = questions.onDidAsk(({ question }) => {
            assert.ok(answer, 'the person was asked');
            setImmediate(() => questions.answer('tab', question.questionId, answer));
        });
        const refusal = await consent.obtain(call(sessionId), tab(workspace));
        listener.dispose();
        assert.ok(refusal === undefined || (refusal.outcome === 'refused' && refusal.result.code === 'no-consent'));
        return refusal === undefined;
    };

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-consent-'));
        process.env['OPENSPACE_STATE_DIR'] = join(folder, 'state');
        start();
    });
    afterEach(async () => {
        if (stateDirectory === undefined) {
            Reflect.deleteProperty(process.env, 'OPENSPACE_STATE_DIR');
        } else {
            process.env['OPENSPACE_STATE_DIR'] = stateDirectory;
        }
        await rm(folder, { recursive: true });
    });

    it('asks before the first action in a workspace only, and again after a restart', async () => {
        assert.equal(await may(ALLOW), true);
        assert.equal(await may(undefined, 'another'), true);
        assert.deepEqual(
            asked.map(question => [question.kind, 'workspace' in question && question.workspace]),
            [['consent', '/tea']]
        );
        assert.equal(await may(CANCEL, 'session', '/coffee'), false);
        start();
        assert.equal(await may(CANCEL), false);
    });

    it('remembers for the workspace what the person does not want to be asked again, where only the person can read it', async () => {
        assert.equal(await may({ allowed: true, remember: true }), true);
        assert.equal(await may({ allowed: false, remember: true }, 'session', '/coffee'), false);
        start();
        assert.equal(await may(undefined), true);
        assert.equal(await may(undefined, 'session', '/coffee'), false);
        const file = join(folder, 'state', 'approvals.json');
        assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
            workspaces: { '/tea': { consent: 'allow' }, '/coffee': { consent: 'refuse' } }
        });
        assert.equal((await stat(file)).mode & 0o777, 0o600);
    });

    it('asks when what it remembers cannot be read', async () => {
        await may({ allowed: true, remember: true });
        for (const content of ['{', '{"workspaces":{"/tea":{"consent":"yes"}}}', '[]']) {
            await writeFile(join(folder, 'state', 'approvals.json'), content);
            start();
            assert.equal(await may(CANCEL), false);
        }
    });

    it('refuses the rest of the turn once the person said no, and asks again at the next message', async () => {
        assert.equal(await may(CANCEL), false);
        assert.equal(await may(undefined), false);
        consent.reconsider('session');
        assert.equal(await may(ALLOW), true);
    });

    it('says where a lasting refusal is taken back, and asks again once it is', async () => {
        await may(CANCEL);
        const once = await consent.obtain(call('session'), tab());
        assert.doesNotMatch(once?.result.error ?? '', /openspace\.agent\.consent/);
        assert.equal(consent.standing(tab()), undefined);
        consent.reconsider('session');
        await may({ allowed: false, remember: true });
        assert.equal(consent.standing(tab()), 'refuse');
        const refusal = await consent.obtain(call('another'), tab());
        assert.match(refusal?.result.error ?? '', /"Ask Me Again Before Agent Acts".*setting openspace\.agent\.consent/);
        let changes = 0;
        consent.onDidChange(() => changes++);
        consent.askAgain(tab());
        assert.deepEqual([consent.standing(tab()), changes], [undefined, 1]);
        assert.equal(await may(ALLOW), true);
        assert.deepEqual(asked.length, 3);
    });

    it('follows the setting at once, whatever was answered before or is being asked', async () => {
        await may({ allowed: true, remember: true });
        settings.change({ 'openspace.agent.consent': 'refuse' });
        assert.equal(await may(undefined), false);
        settings.change({ 'openspace.agent.consent': 'ask' });
        const waiting = consent.obtain(call('session'), tab());
        await new Promise(resolve => setImmediate(resolve));
        assert.equal(questions.openIn('tab').length, 1);
        settings.change({ 'openspace.agent.consent': 'allow' });
        assert.equal(await waiting, undefined);
        assert.deepEqual(questions.openIn('tab'), []);
    });

    it('lets one answer settle what several sessions ask, also in other tabs', async () => {
        const waiting = [consent.obtain(call('one'), tab()), consent.obtain(call('two'), { ...tab(), tabId: 'other' })];
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual([questions.openIn('tab').length, questions.openIn('other').length], [1, 1]);
        questions.answer('tab', asked[0].questionId, ALLOW);
        assert.deepEqual(await Promise.all(waiting), [undefined, undefined]);
        assert.deepEqual(questions.openIn('other'), []);
    });

    it('takes an answer only from the tab that was asked', async () => {
        const waiting = consent.obtain(call('session'), tab());
        await new Promise(resolve => setImmediate(resolve));
        questions.answer('other', asked[0].questionId, ALLOW);
        questions.answer('tab', asked[0].questionId, CANCEL);
        assert.equal((await waiting)?.outcome, 'refused');
    });

    it('ends a question whose session was stopped', async () => {
        const waiting = consent.obtain(call('session'), tab());
        await new Promise(resolve => setImmediate(resolve));
        questions.endSession('session', 'stopped');
        assert.equal((await waiting)?.result.code, 'stopped');
        assert.deepEqual(questions.openIn('tab'), []);
    });

    describe('for programs at the doors', () => {
        /** Whether a program may act, when the person says this to every question. */
        const mayProgram = async (client: string, answer: ConsentAnswer | undefined): Promise<boolean> => {
            const listener = questions.onDidAsk(({ question }) => {
                assert.ok(answer, 'the person was asked');
                setImmediate(() => questions.answer('tab', question.questionId, answer));
            });
            const refusal = await consent.obtain(call('door'), tab(), { client, isConversation: false });
            listener.dispose();
            return refusal === undefined;
        };
        const forGood = (allowed: boolean): ConsentAnswer => ({ allowed, remember: true });

        it('holds a yes for the program that asked, for no other and not for the chat', async () => {
            assert.equal(await mayProgram('kettle', forGood(true)), true);
            start();
            assert.equal(await mayProgram('kettle', undefined), true);
            assert.equal(await mayProgram('loud', CANCEL), false);
            assert.equal(await may(CANCEL), false);
            settings.change({ 'openspace.agent.consent': 'ask' });
            assert.equal(await mayProgram('kettle', CANCEL), false);
        });

        it('holds a no for the program that asked, also for good', async () => {
            assert.equal(await mayProgram('loud', forGood(false)), false);
            start();
            assert.equal(await mayProgram('loud', undefined), false);
            assert.equal(await mayProgram('kettle', ALLOW), true);
            assert.equal(await may(ALLOW), true);
        });

        it('takes no yes to the chat for one to a program', async () => {
            assert.equal(await may(forGood(true)), true);
            assert.equal(await mayProgram('kettle', CANCEL), false);
            assert.equal(await mayProgram('__proto__', CANCEL), false);
        });
    });

    it('asks for programs again when the setting changes, also when the person wanted none of their questions', async () => {
        const ask = (client: string) => consent.obtain(call('door'), tab(), { client, isConversation: false });
        const refusing = questions.onDidAsk(({ question }) =>
            setImmediate(() => questions.answer('tab', question.questionId, { ...CANCEL, mute: true }))
        );
        await ask('loud');
        const refusal = await ask('another name');
        assert.equal(refusal?.result.code, 'no-consent');
        assert.equal(refusal.advice, 'Do not try again.');
        assert.equal(asked.length, 1);
        settings.change({ 'openspace.agent.consent': 'ask' });
        await ask('another name');
        assert.equal(asked.length, 2);
        refusing.dispose();
    });

    it("asks again after the person's next message also when a tool of the conversation was refused", async () => {
        const caller = { client: 'opencode', connection: 'a', isConversation: true };
        const isAllowed = async (): Promise<boolean> => (await consent.obtain(call('session'), tab(), caller)) === undefined;
        const refusing = questions.onDidAsk(({ question }) =>
            setImmediate(() => questions.answer('tab', question.questionId, asked.length === 1 ? CANCEL : ALLOW))
        );
        assert.deepEqual([await isAllowed(), await isAllowed(), asked.length], [false, false, 1]);
        assert.ok(asked.every(question => !('client' in question)));
        consent.reconsider('session');
        assert.ok(await isAllowed());
        refusing.dispose();
    });
});

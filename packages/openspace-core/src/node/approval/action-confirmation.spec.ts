import assert from 'node:assert/strict';
import { ILogger } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalQuestion, ChangePreview, ConfirmationAnswer } from '../../common';
import { CommandLedger, type RunningCommand } from '../ledger/command-ledger';
import type { DeliveredCommand } from '../ledger/delivered-command';
import type { OutsideCaller } from '../ledger/outside-caller';
import { bindGivenSettings, type GivenSettings } from '../testing/given-settings';
import { ActionConfirmation, type JudgedAction } from './action-confirmation';
import { PersonQuestions } from './person-questions';

const SESSION: ConfirmationAnswer = { allowed: true, scope: 'session', pattern: 'rm *' };
const REFUSE: ConfirmationAnswer = { allowed: false };

const REMOVE: JudgedAction = {
    decision: 'ask',
    action: 'run',
    text: 'rm x',
    reason: 'It removes files.',
    place: '/tea',
    pattern: 'rm x',
    isCoveredBy: patterns => patterns.includes('rm *')
};

describe('ActionConfirmation', () => {
    const { OPENSPACE_STATE_DIR: stateDirectory } = process.env;
    let folder: string;
    let confirmation: ActionConfirmation;
    let settings: GivenSettings;
    let asked: ApprovalQuestion[];
    let answer: ConfirmationAnswer;
    let running: RunningCommand | undefined;
    let operations = 0;

    const command: Pick<DeliveredCommand, 'ended' | 'stopped' | 'whileAsking'> = {
        stopped: new AbortController().signal,
        ended: new Promise(() => undefined),
        whileAsking: ended => ended
    };
    /** Whether the person is asked when this caller wants it in the session `chat`. */
    const isAsked = async (caller?: OutsideCaller, judged = REMOVE): Promise<boolean> => {
        running = { command: command as DeliveredCommand, sessionId: 'chat', ...(caller ? { caller } : {}) };
        const before = asked.length;
        const context = { tabId: 'tab', workspace: '/tea', operationId: String(++operations) };
        await confirmation.confirm(judged, context).catch(() => undefined);
        return asked.length > before;
    };

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-confirmation-'));
        process.env['OPENSPACE_STATE_DIR'] = join(folder, 'state');
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        settings = bindGivenSettings(container);
        container.bind<Pick<CommandLedger, 'runningCommand'>>(CommandLedger).toConstantValue({ runningCommand: () => running });
        confirmation = container.get(ActionConfirmation);
        asked = [];
        const questions = container.get(PersonQuestions);
        questions.onDidAsk(({ question }) => {
            asked.push(question);
            setImmediate(() => questions.answer('tab', question.questionId, answer));
        });
        answer = SESSION;
    });
    afterEach(async () => {
        if (stateDirectory === undefined) {
            Reflect.deleteProperty(process.env, 'OPENSPACE_STATE_DIR');
        } else {
            process.env['OPENSPACE_STATE_DIR'] = stateDirectory;
        }
        await rm(folder, { recursive: true, force: true });
    });

    it('asks again what was approved for longer, once the person takes that back', async () => {
        for (const scope of ['session', 'workspace'] as const) {
            answer = { allowed: true, scope, pattern: 'rm *' };
            assert.ok(!confirmation.hasApproved('/tea'), scope);
            assert.ok(await isAsked());
            assert.ok(!(await isAsked()));
            assert.ok(confirmation.hasApproved('/tea'), scope);
            assert.ok(!confirmation.hasApproved('/coffee'), scope);
            confirmation.askAgain('/tea');
            assert.ok(await isAsked(), scope);
            confirmation.askAgain('/tea');
        }
    });

    it('asks a conversation once for what the person allows it for its session, by block and by tool', async () => {
        assert.ok(await isAsked());
        assert.ok(!(await isAsked()));
        assert.ok(!(await isAsked({ client: 'opencode', connection: 'a', isConversation: true })));
    });

    it('gives nobody the approvals of a session that it only names', async () => {
        assert.ok(await isAsked());
        answer = REFUSE;
        assert.ok(await isAsked({ client: 'opencode', connection: 'b', isConversation: false }));
        assert.ok(await isAsked({ client: 'opencode', isConversation: false }));
    });

    it('lets a program that keeps a connection have approvals of its own', async () => {
        const program = { client: 'program', connection: 'b', isConversation: false };
        assert.ok(await isAsked(program));
        assert.ok(!(await isAsked(program)));
        assert.ok(await isAsked({ ...program, connection: 'c' }));
        assert.ok(await isAsked());
    });

    it('offers a program without a connection no session, and keeps none for it', async () => {
        const program = { client: 'program', isConversation: false };
        assert.ok(await isAsked(program));
        assert.deepEqual(asked[0]?.kind === 'confirmation' && asked[0].scopes, ['workspace']);
        assert.ok(await isAsked(program));
    });

    it("asks about a person's own command as such, and speaks to the person of the refusal", async () => {
        answer = REFUSE;
        const context = { tabId: 'tab', workspace: '/tea', operationId: 'own' };
        running = undefined;
        await assert.rejects(confirmation.confirm(REMOVE, context), {
            message: 'You refused this, so nothing was done.',
            advice: undefined
        });
        running = { command: command as DeliveredCommand, sessionId: 'chat' };
        await assert.rejects(confirmation.confirm(REMOVE, context), { message: /^The person refused this/, advice: /ask the person/ });
        assert.deepEqual(
            asked.map(question => question.kind === 'confirmation' && question.isOwn),
            [true, undefined]
        );
    });

    it('takes what was allowed for longer to hold in the folder where it was, and in no other', async () => {
        const elsewhere = { ...REMOVE, place: '/tea/precious' };
        const longer = [SESSION, { ...SESSION, scope: 'workspace' }] as const;
        for (const [index, given] of longer.entries()) {
            answer = given;
            const judged = { ...REMOVE, place: `/tea/build-${index}` };
            assert.ok(await isAsked(undefined, judged));
            answer = REFUSE;
            assert.ok(!(await isAsked(undefined, judged)));
            assert.ok(await isAsked(undefined, elsewhere));
        }
    });

    it('asks again about what an earlier IDE kept without a place, and keeps the rest of it', async () => {
        const state = join(folder, 'state');
        await mkdir(state);
        const kept = { workspaces: { '/tea': { consent: 'allow', run: ['rm *'] } } };
        await writeFile(join(state, 'approvals.json'), JSON.stringify(kept));
        answer = { ...SESSION, scope: 'workspace' };
        assert.ok(await isAsked());
        assert.deepEqual(JSON.parse(await readFile(join(state, 'approvals.json'), 'utf8')), {
            workspaces: { '/tea': { consent: 'allow', run: [{ pattern: 'rm *', place: '/tea' }] } }
        });
        assert.ok(!(await isAsked()));
    });

    it('asks about what is harmless or approved when something else may happen, and offers to allow it once', async () => {
        answer = { allowed: true, scope: 'once' };
        const harmless: JudgedAction = { ...REMOVE, decision: 'allow', findDoubt: () => Promise.resolve('A program may read it.') };
        assert.ok(await isAsked(undefined, harmless));
        const [question] = asked;
        assert.ok(question.kind === 'confirmation');
        assert.deepEqual([question.reason, question.scopes, question.pattern], ['A program may read it.', [], undefined]);
        assert.ok(!(await isAsked(undefined, { ...harmless, findDoubt: () => Promise.resolve(undefined) })));
    });

    it('refuses what the person stops while it is looked into, at once, and asks nothing about it afterwards', async () => {
        const looks = { doubt: new Deferred<string | undefined>(), change: new Deferred<ChangePreview>() };
        const slow = [
            { ...REMOVE, decision: 'allow', findDoubt: () => looks.doubt.promise },
            { ...REMOVE, findChange: () => looks.change.promise }
        ] as const;
        for (const judged of slow) {
            const stop = new AbortController();
            running = { command: { ...command, stopped: stop.signal } as DeliveredCommand, sessionId: 'chat' };
            const confirmed = confirmation.confirm(judged, { tabId: 'tab', workspace: '/tea', operationId: String(++operations) });
            stop.abort();
            await assert.rejects(confirmed, { code: 'stopped' });
        }
        looks.doubt.resolve('A program may read it.');
        looks.change.reject(new Error('It is gone.'));
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual(asked, []);
    });

    it('offers to allow only once what hides something from whoever reads it', async () => {
        answer = { allowed: true, scope: 'once' };
        for (const hidden of ['rm "\u202ex"', 'rm x\u200b', 'rm \u001b[2Jx']) {
            await isAsked(undefined, { ...REMOVE, pattern: hidden });
        }
        assert.deepEqual(
            asked.map(question => question.kind === 'confirmation' && [question.scopes, question.pattern]),
            asked.map(() => [[], undefined])
        );
        assert.equal(asked.length, 3);
    });

    it('asks no more for programs outside the chat once the person says so, until the setting about it changes', async () => {
        const program = { client: 'program', connection: 'b', isConversation: false };
        answer = { allowed: false, mute: true };
        assert.ok(await isAsked(program));
        assert.ok(!(await isAsked({ ...program, client: 'another', connection: 'c' })));
        assert.ok(await isAsked({ ...program, isConversation: true }));
        assert.ok(await isAsked());
        settings.change({ 'openspace.agent.confirmation': 'always' });
        assert.ok(await isAsked(program));
    });
});

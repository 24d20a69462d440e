import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { ApprovalServer, type ApprovalQuestion, type ConfirmationAnswer, type ConsentAnswer } from '@openspace/core/lib/common';
import { DialogOverlayService } from '@theia/core/lib/browser';
import { CommandRegistry, ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { mock } from 'node:test';
import { ApprovalDialogs } from './approval-dialogs';

const QUESTION: Omit<Extract<ApprovalQuestion, { kind: 'confirmation' }>, 'questionId'> = {
    kind: 'confirmation',
    action: 'run',
    text: 'rm -rf build',
    reason: 'It removes files.',
    place: '/tea',
    scopes: ['session', 'workspace'],
    pattern: 'rm -rf build'
};

describe('Questions about the agent', () => {
    let answered: [string, ConfirmationAnswer | ConsentAnswer][];
    let dialogs: ApprovalDialogs;
    /** The next answer is lost with its connection. */
    let isCut: boolean;
    let open: ApprovalQuestion[];

    const button = (name: string): HTMLButtonElement => {
        const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
        assert.ok(found, name);
        return found;
    };
    const press = (target: HTMLElement): void => {
        target.dispatchEvent(new window.MouseEvent('pointerdown', { bubbles: true }));
    };
    /** The end of a press that began anywhere. */
    const release = (target: HTMLElement): void => {
        target.dispatchEvent(new window.MouseEvent('click', { bubbles: true, detail: 1 }));
    };
    const click = (name: string): void => {
        press(button(name));
        release(button(name));
    };
    const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
    const ask = (questionId: string, question: object = {}): void => dialogs.onQuestion({ ...QUESTION, ...question, questionId });
    const read = (): void => mock.timers.tick(600);

    beforeEach(() => {
        mock.timers.enable({ apis: ['setTimeout'] });
        [answered, open, isCut] = [[], [], false];
        const container = new Container();
        container.resolve(DialogOverlayService).initialize();
        container.bind<Partial<ApprovalServer>>(ApprovalServer).toConstantValue({
            openQuestions: () => Promise.resolve(open),
            answer: (questionId, answer) => {
                if (isCut) {
                    isCut = false;
                    return Promise.reject(new Error('connection closed'));
                }
                return Promise.resolve(void answered.push([questionId, answer]));
            }
        });
        container.bind(ILogger).toConstantValue(new MockLogger());
        container
            .bind<Pick<CommandRegistry, 'getCommand'>>(CommandRegistry)
            .toConstantValue({ getCommand: id => (id === 'openspace.editor.open' ? { id, label: 'Open File at Line' } : undefined) });
        dialogs = container.resolve(ApprovalDialogs);
    });
    afterEach(async () => {
        ['a', 'b'].forEach(questionId => dialogs.onQuestionClosed(questionId, false));
        await settle();
        mock.timers.reset();
    });

    it('cannot be approved before they could be read, but refused at once', async () => {
        ask('a');
        for (const name of ['Allow once', 'Allow for this session', 'Allow for this workspace']) {
            assert.ok(button(name).disabled, name);
            click(name);
        }
        await settle();
        assert.deepEqual(answered, []);
        click('Refuse');
        await settle();
        assert.deepEqual(answered, [['a', { allowed: false }]]);
    });

    it('take a second click for nothing when the next one comes up under it', async () => {
        ask('a');
        ask('b');
        read();
        click('Allow once');
        await settle();
        click('Allow once');
        await settle();
        assert.deepEqual(answered, [['a', { allowed: true, scope: 'once' }]]);
        read();
        click('Allow once');
        await settle();
        assert.equal(answered.length, 2);
    });

    it('take a click for nothing that was meant for one that went away', async () => {
        ask('a');
        ask('b');
        read();
        dialogs.onQuestionClosed('a', false);
        await settle();
        click('Allow once');
        await settle();
        assert.deepEqual(answered, []);
    });

    it('are not approved by a press that began before they could be', async () => {
        ask('a');
        press(button('Allow once'));
        read();
        release(button('Allow once'));
        await settle();
        assert.deepEqual(answered, []);
    });

    it('can be approved for longer only with a pattern', () => {
        ask('a');
        const pattern = document.querySelector<HTMLInputElement>('input.openspace-approval-code');
        assert.ok(pattern);
        pattern.value = ' ';
        pattern.dispatchEvent(new window.Event('input'));
        read();
        assert.deepEqual([button('Allow once').disabled, button('Allow for this session').disabled], [false, true]);
    });

    it('are asked again when the answer was lost on its way, and do not keep the others from being asked', async () => {
        open = ['a', 'b'].map(questionId => ({ ...QUESTION, questionId }));
        ask('a');
        isCut = true;
        click('Refuse');
        await settle();
        assert.ok(document.querySelector('[role=alertdialog]'));
        click('Refuse');
        await settle();
        click('Refuse');
        await settle();
        assert.deepEqual(answered, [
            ['a', { allowed: false }],
            ['b', { allowed: false }]
        ]);
    });

    it('of a program outside the chat can be the last ones that it asks', async () => {
        ask('a');
        assert.equal(document.querySelector('input[type=checkbox]'), null);
        click('Refuse');
        await settle();
        ask('b', { client: 'loud' });
        document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
        click('Refuse');
        await settle();
        assert.deepEqual(answered, [
            ['a', { allowed: false }],
            ['b', { allowed: false, mute: true }]
        ]);
    });

    it('of a program that wants to act at all can be the last ones too', async () => {
        dialogs.onQuestion({ kind: 'consent', questionId: 'a', workspace: '/tea' });
        assert.equal(document.querySelectorAll('input[type=checkbox]').length, 1);
        click('Cancel');
        await settle();
        dialogs.onQuestion({ kind: 'consent', questionId: 'b', workspace: '/tea', client: 'loud' });
        [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].at(-1)?.click();
        click('Refuse');
        await settle();
        assert.deepEqual(answered, [
            ['a', { allowed: false, remember: false }],
            ['b', { allowed: false, remember: false, mute: true }]
        ]);
    });

    it('of a program say what it wants to do first, in words', async () => {
        const shown = (): string | undefined => document.querySelector('.openspace-approval')?.textContent ?? undefined;
        const wants = { commandId: 'openspace.editor.open', target: { kind: 'file', path: 'src/a.ts', line: 7 } } as const;
        dialogs.onQuestion({ kind: 'consent', questionId: 'a', workspace: '/tea', client: 'loud', wants });
        assert.match(shown() ?? '', /What it wants to do first: Open File at Line: src\/a\.ts:7/);
        click('Refuse');
        await settle();
        const run = { commandId: 'door', operation: 'exec', target: { kind: 'command', text: 'rm -rf build' } } as const;
        dialogs.onQuestion({ kind: 'consent', questionId: 'b', workspace: '/tea', client: 'loud', wants: run });
        assert.match(shown() ?? '', /What it wants to do first: Run Command: rm -rf build/);
    });

    it('that a program abandoned stay until they are closed, with nothing to decide but whether it may ask again', async () => {
        ask('a', { client: 'loud' });
        read();
        dialogs.onQuestionClosed('a', true);
        await settle();
        assert.match(document.body.textContent, /does not wait for your answer any more/);
        click('Allow once');
        await settle();
        assert.deepEqual(answered, []);
        const inputs = [...document.querySelectorAll('input')];
        assert.deepEqual(
            inputs.filter(({ disabled }) => !disabled).map(({ type }) => type),
            ['checkbox']
        );
        inputs.at(-1)?.click();
        click('Close');
        await settle();
        assert.deepEqual(answered, [['a', { allowed: false, mute: true }]]);
    });

    it('that a program abandoned before they were shown are never shown', async () => {
        ask('a');
        ask('b', { client: 'loud' });
        dialogs.onQuestionClosed('b', true);
        click('Refuse');
        await settle();
        assert.equal(document.querySelector('[role=alertdialog]'), null);
    });

    it("about a person's own command do not speak of an agent", async () => {
        ask('a');
        assert.match(document.body.textContent, /Message to the agent/);
        click('Refuse');
        await settle();
        ask('b', { isOwn: true });
        assert.doesNotMatch(document.body.innerHTML, /the agent/);
        click('Refuse');
        await settle();
        assert.deepEqual(answered.at(-1), ['b', { allowed: false }]);
    });

    it('keep the shortcuts of the IDE from opening something over them', async () => {
        const seen: string[] = [];
        const listen = ({ key }: KeyboardEvent): unknown => seen.push(key);
        const type = (): void => {
            for (const init of [{ key: 'F1' }, { key: 'p', ctrlKey: true }, { key: 'a' }, { key: 'Tab' }]) {
                document.body.dispatchEvent(new window.KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
            }
        };
        document.addEventListener('keydown', listen, true);
        try {
            ask('a');
            type();
            assert.deepEqual(seen.splice(0), ['a', 'Tab']);
            click('Refuse');
            await settle();
            type();
            assert.deepEqual(seen, ['F1', 'p', 'a', 'Tab']);
        } finally {
            document.removeEventListener('keydown', listen, true);
        }
    });

    it('tell how long a command is that may have to be scrolled', async () => {
        ask('a', { text: 'x'.repeat(400) });
        assert.match(document.body.textContent, /Length: 400 characters/);
        dialogs.onQuestionClosed('a', false);
        await settle();
        ask('b', { text: 'one\ntwo' });
        assert.match(document.body.textContent, /Length: 2 lines, 7 characters/);
    });

    it('whether the agent may act at all cannot be approved before it could be read either', async () => {
        dialogs.onQuestion({ kind: 'consent', questionId: 'a', workspace: '/tea' });
        click('Allow');
        await settle();
        assert.deepEqual(answered, []);
        read();
        click('Allow');
        await settle();
        assert.deepEqual(answered, [['a', { allowed: true, remember: false }]]);
    });
});

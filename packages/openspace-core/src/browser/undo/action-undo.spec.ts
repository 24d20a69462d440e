import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { CommandError, MOST_UNDOABLE_ACTIONS } from '../../common';
import type { CommandOrigin } from '../command/openspace-command';
import { ActionUndo } from './action-undo';
import type { UndoStep } from './undo-step';

const call = (callId: string): CommandOrigin => ({ by: 'agent', sessionId: 'session', callId });

describe('The undo of actions', () => {
    let undo: ActionUndo;
    let log: string[];
    beforeEach(() => {
        undo = new ActionUndo();
        log = [];
    });

    const last = (): string | undefined => undo.findLast(() => true);
    const step = (name: string): UndoStep => ({
        setUndone: undone => {
            log.push(`${undone ? 'undo' : 'redo'} ${name}`);
            return Promise.resolve(`${name}.`);
        }
    });
    const failing = (name: string): UndoStep => ({ setUndone: () => Promise.reject(new CommandError('no', `${name} stays.`)) });

    it('takes the steps of an action back from the last to the first, and makes them again in their order', async () => {
        undo.record(call('one'), step('a'), step('b'));
        undo.record(call('one'), step('c'));
        assert.deepEqual(await undo.setUndone('one', true), { done: ['c.', 'b.', 'a.'], left: [] });
        assert.equal(undo.stateOf('one'), 'undone');
        await undo.setUndone('one', false);
        assert.equal(undo.stateOf('one'), 'done');
        assert.deepEqual(log, ['undo c', 'undo b', 'undo a', 'redo a', 'redo b', 'redo c']);
    });

    it('knows the last action that can be undone, also one of before a reload, and nothing that a person did', async () => {
        undo.record({ by: 'person' }, step('mine'));
        undo.record(call('nothing'));
        assert.equal(last(), undefined);
        undo.record(call('two'), step('b'));
        undo.restore(
            [
                { callId: 'one', step: step('a'), undone: false },
                { callId: 'two', step: step('again'), undone: false }
            ],
            []
        );
        assert.equal(last(), 'two');
        assert.equal(
            undo.findLast(callId => callId !== 'two'),
            'one'
        );
        await undo.setUndone('two', true);
        assert.equal(last(), 'one');
        await undo.setUndone('one', true);
        assert.equal(last(), undefined);
        assert.deepEqual(log, ['undo b', 'undo a']);
    });

    it('knows what was undone in another window, and made again there, but not less of what was undone here in part', async () => {
        undo.record(call('one'), step('a'));
        undo.record(call('two'), step('b'), failing('c'));
        const tell = (...undone: readonly [callId: string, undone: boolean][]): void =>
            undo.restore(
                undone.map(([callId, isUndone]) => ({ callId, step: step('again'), undone: isUndone })),
                []
            );
        tell(['one', true], ['two', false], ['two', false]);
        assert.deepEqual([undo.stateOf('one'), undo.stateOf('two'), last()], ['undone', 'done', 'two']);
        await undo.setUndone('two', true);
        tell(['one', false], ['two', true], ['two', false]);
        assert.deepEqual([undo.stateOf('one'), undo.stateOf('two'), last()], ['done', 'undone', 'one']);
    });

    it('knows what happened while the page was cut off in its place among the others', async () => {
        undo.record(call('one'), step('one'));
        undo.record(call('newest'), step('newest'));
        const missed = ['forgotten by the activity', 'two'].map(callId => ({ callId, step: step(callId), undone: false }));
        undo.restore(missed, ['one', 'two']);
        for (let next = last(); next !== undefined; next = last()) {
            await undo.setUndone(next, true);
        }
        assert.deepEqual(log, ['undo newest', 'undo two', 'undo one', 'undo forgotten by the activity']);
    });

    it('tells what stays, and fails when nothing of an action can be taken back', async () => {
        undo.record(call('one'), step('a'), failing('b'));
        assert.deepEqual(await undo.setUndone('one', true), { done: ['a.'], left: ['b stays.'] });
        assert.equal(undo.stateOf('one'), 'undone');
        undo.record(call('two'), failing('c'));
        await assert.rejects(undo.setUndone('two', true), { message: 'c stays.' });
        assert.equal(undo.stateOf('two'), 'done');
        await assert.rejects(undo.setUndone('three', true), { code: 'forgotten' });
    });

    it('tells what of an action nobody can take back', async () => {
        undo.recordLasting(call('one'), 'It ran.');
        assert.deepEqual([undo.stateOf('one'), undo.reasonAgainst('one'), last()], [undefined, 'It ran.', undefined]);
        await assert.rejects(undo.setUndone('one', true), { code: 'forgotten' });
        undo.record(call('one'), step('a'));
        assert.equal(last(), 'one');
        assert.deepEqual(await undo.setUndone('one', true), { done: ['a.'], left: ['It ran.'] });
        assert.deepEqual(await undo.setUndone('one', false), { done: ['a.'], left: [] });
        undo.recordLasting({ by: 'person' }, 'It ran.');
        assert.equal(undo.reasonAgainst('two'), undefined);
    });

    it('remembers a bounded number of actions', () => {
        for (let index = 0; index <= MOST_UNDOABLE_ACTIONS; index++) {
            undo.record(call(`call ${index}`), step('a'));
        }
        assert.deepEqual([undo.stateOf('call 0'), undo.stateOf('call 1'), last()], [undefined, 'done', `call ${MOST_UNDOABLE_ACTIONS}`]);
    });
});

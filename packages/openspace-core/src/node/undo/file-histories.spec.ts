import assert from 'node:assert/strict';
import { MOST_UNDOABLE_ACTIONS, MOST_UNDOABLE_WRITES_OF_FILE } from '../../common';
import { FileHistories } from './file-histories';

const WORKSPACE = '/tea';

describe('What is remembered of the writes of agents', () => {
    let histories: FileHistories;
    beforeEach(() => (histories = new FileHistories()));

    const write = (callId: string, path: string, count: number): void => {
        histories.record({ callId, workspace: WORKSPACE, path, before: `text ${count}`, after: `text ${count + 1}` });
    };
    const isKept = (callId: string): boolean => histories.find(WORKSPACE, callId) !== undefined;

    it('are the last of each file, whatever becomes of the others', () => {
        write('other', 'other.ts', 0);
        for (let count = 0; count <= MOST_UNDOABLE_WRITES_OF_FILE; count++) {
            write(`call ${count}`, 'a.ts', count);
        }
        assert.deepEqual(['call 0', 'call 1', 'other'].map(isKept), [false, true, true]);
        const { history } = histories.find(WORKSPACE, 'call 1') ?? assert.fail();
        assert.deepEqual(history.plan('call 1', true, `text ${MOST_UNDOABLE_WRITES_OF_FILE + 1}`), {
            state: `text ${MOST_UNDOABLE_WRITES_OF_FILE + 1}`
        });
    });

    it('are the last of all files', () => {
        for (let count = 0; count <= MOST_UNDOABLE_ACTIONS; count++) {
            write(`call ${count}`, `${count}.ts`, count);
        }
        assert.deepEqual(['call 0', 'call 1'].map(isKept), [false, true]);
        assert.equal(histories.callsIn(WORKSPACE).length, MOST_UNDOABLE_ACTIONS);
    });
});

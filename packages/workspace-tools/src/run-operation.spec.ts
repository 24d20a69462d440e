import { strict as assert } from 'node:assert';
import { FinishedOperation } from './operation';
import { systemError } from './pinned-entry';
import { runOperation } from './run-operation';
import { refusalOf } from './test/test-workspace';

describe('runOperation', () => {
    it('lets no error of the system out, with or without an audit, and notes what it became', async () => {
        for (const [systemCode, code, outcome] of [
            ['ENAMETOOLONG', 'invalid-path', 'refused'],
            ['EMFILE', 'failed', 'failed'],
            ['EXDEV', 'failed', 'failed']
        ] as const) {
            const finished: FinishedOperation[] = [];
            const audit = { started: () => undefined, finished: (operation: FinishedOperation) => void finished.push(operation) };
            const operate = (): Promise<never> => Promise.reject(systemError(systemCode));
            const { cause } = await refusalOf(code, runOperation('stat', { path: 'a.txt' }, {}, operate));
            assert.match(String(cause), new RegExp(systemCode));
            await refusalOf(code, runOperation('stat', { path: 'a.txt' }, { audit }, operate));
            assert.deepEqual(
                finished.map(operation => [operation.code, operation.outcome]),
                [[code, outcome]]
            );
        }
    });
});

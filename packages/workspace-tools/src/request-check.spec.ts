import { strict as assert } from 'node:assert';
import Ajv from 'ajv';
import { editRequestSchema } from './edit/edit-request';
import { OPERATIONS } from './operation-table';
import { checkRequest } from './request-check';
import { quickest } from './test/quickest';

describe('The check of a request', () => {
    it('goes by valid schemas', () => {
        const ajv = new Ajv({ discriminator: true });
        for (const [name, { requestSchema }] of Object.entries(OPERATIONS)) {
            assert.equal(ajv.validateSchema(requestSchema), true, `${name}: ${ajv.errorsText()}`);
        }
    });

    it('does not go through long texts', () => {
        const oldText = 'eine Zeile mit Umlauten: äöü – und mehr\n'.repeat(100_000);
        const scanMs = quickest(() => Buffer.byteLength(oldText));
        const checkMs = quickest(() => checkRequest(editRequestSchema, { path: 'a.txt', oldText, newText: '' }));
        assert.ok(checkMs < scanMs, `${checkMs} ms, where going through the text takes ${scanMs} ms`);
    });
});

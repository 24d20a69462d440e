import { strict as assert } from 'node:assert';
import { exampleArguments } from './example-arguments';

describe('Arguments of an example', () => {
    it('are those that a command needs, with values that its schema allows', () => {
        const properties = {
            path: { type: 'string' },
            line: { type: 'integer' },
            area: { enum: ['main', 'bottom'] },
            color: { type: 'string', default: 'green' },
            title: { type: ['string', 'null'], examples: ['tests'] },
            column: { type: 'integer' }
        };
        const required = ['path', 'line', 'area', 'color', 'title', 'undescribed'];
        assert.deepEqual(exampleArguments({ type: 'object', properties, required, additionalProperties: false }), {
            path: '…',
            line: 1,
            area: 'main',
            color: 'green',
            title: 'tests',
            undescribed: '…'
        });
    });
});

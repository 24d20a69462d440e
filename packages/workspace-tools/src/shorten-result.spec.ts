import assert from 'node:assert/strict';
import { shortenResult } from './shorten-result';

describe('shortenResult', () => {
    it('leaves a result alone that is short enough', () => {
        const result = { success: true, output: 'Opened.', data: { line: 3 } };
        assert.equal(shortenResult(result, JSON.stringify(result).length), result);
    });

    it('drops the data and cuts the texts of a larger one, and keeps the rest', () => {
        const result = { success: false, code: 'too-large', executionTime: 7, error: 'y'.repeat(5000), data: 'x'.repeat(5000) };
        const kept = { success: false, code: 'too-large', executionTime: 7, error: 'y'.repeat(1000) };
        assert.deepEqual(JSON.parse(JSON.stringify(shortenResult(result, 4000))), kept);
    });
});

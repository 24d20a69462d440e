import assert from 'node:assert/strict';
import { judgedWrite } from './judged-write';

describe('A write that the person is asked about', () => {
    it('can be allowed for longer by its path', () => {
        const judged = judgedWrite('.husky/pre-commit', '/tea', undefined);
        assert.deepEqual([judged.text, judged.pattern], ['.husky/pre-commit', '.husky/pre-commit']);
        assert.ok(judged.isCoveredBy(['.husky/*']));
    });

    it('shows what hides or turns around in its path, and can then be allowed only once', () => {
        const judged = judgedWrite('.husky/\u202etxt.daer\u202c\u200b/pre-commit', '/tea', undefined);
        assert.equal(judged.text, '.husky/\\u{202e}txt.daer\\u{202c}\\u{200b}/pre-commit');
        assert.equal(judged.pattern, undefined);
    });
});

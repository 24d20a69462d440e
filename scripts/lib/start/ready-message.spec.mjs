import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseNotice, parseReadyMessage } from './ready-message.mjs';

describe('A message of the backend', () => {
    const parts = { url: 'http://a', hubUrl: 'http://b', hubTokenFile: '/c', opencodeUrl: 'http://d', workspace: '/e' };

    it('becomes the promised object, in the promised order and with nothing else', () => {
        const ready = parseReadyMessage({ more: 1, ...Object.fromEntries(Object.entries(parts).reverse()), type: 'openspace-ready' });
        assert.equal(JSON.stringify(ready), JSON.stringify(parts));
    });

    it('holds null for a part that could not be started', () => {
        const { opencodeUrl, ...others } = parts;
        assert.ok(opencodeUrl);
        assert.equal(parseReadyMessage({ type: 'openspace-ready', ...others }).opencodeUrl, null);
    });

    it('is not a ready message without an address to open or of another type', () => {
        for (const message of [undefined, null, 'openspace-ready', { type: 'openspace-ready' }, { ...parts, type: 'other' }]) {
            assert.equal(parseReadyMessage(message), undefined);
        }
    });

    it('can be a notice', () => {
        assert.equal(parseNotice({ type: 'openspace-notice', message: 'Hello.' }), 'Hello.');
        assert.equal(parseNotice({ type: 'openspace-notice' }), undefined);
        assert.equal(parseNotice({ type: 'other', message: 'Hello.' }), undefined);
    });
});

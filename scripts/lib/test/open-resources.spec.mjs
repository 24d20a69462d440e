import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { OpenResources } from './open-resources.mjs';

describe('The resources that tests leave open', () => {
    it('are told with the part that left them, unless they have ended since or would end by themselves', () => {
        let open = ['TTYWrap', 'Timeout'];
        const resources = new OpenResources(() => open);
        const part = (name, after) => {
            resources.begin();
            open = after;
            resources.end(name);
        };
        part('Tidy', ['TTYWrap', 'Timeout']);
        part('Serving', ['TTYWrap', 'Timeout', 'TCPServerWrap', 'TCPSocketWrap']);
        part('Watching', ['TTYWrap', 'Timeout', 'TCPServerWrap', 'FSEventWrap']);
        part('Waiting', ['TTYWrap', 'Timeout', 'Timeout', 'TCPServerWrap']);
        open = ['TTYWrap', 'Timeout', 'TCPServerWrap'];
        assert.deepEqual(resources.left(), ['Serving (TCPServerWrap)', 'Waiting (Timeout)']);
    });
});

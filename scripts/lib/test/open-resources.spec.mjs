import assert from 'node:assert/strict';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';
import { OpenResources } from './open-resources.mjs';

describe('The resources that tests leave open', () => {
    it('are told with the part that left them, unless they have ended since or would end by themselves', () => {
        let open = ['TTYWrap', 'Timeout'];
        const resources = new OpenResources(() => open);
        const part = (name, after) => {
            resources.begin(name);
            open = after;
            resources.end();
        };
        part('Tidy', ['TTYWrap', 'Timeout']);
        part('Serving', ['TTYWrap', 'Timeout', 'TCPServerWrap', 'TCPSocketWrap']);
        part('Watching', ['TTYWrap', 'Timeout', 'TCPServerWrap', 'FSEventWrap']);
        open = ['TTYWrap', 'Timeout', 'TCPServerWrap'];
        assert.deepEqual(resources.left(), ['Serving (TCPServerWrap)']);
    });

    it('are, of the timers, those that still run and keep the process alive', async () => {
        const resources = new OpenResources(() => []);
        const timers = { setTimeout, setInterval };
        resources.follow(timers);
        const part = (name, use) => {
            resources.begin(name);
            const used = use();
            resources.end();
            return used;
        };
        part('Cleared', () => clearTimeout(timers.setTimeout(() => undefined, 60_000)));
        part('Let go', () => timers.setTimeout(() => undefined, 60_000).unref());
        const over = part('Over', () => promisify(timers.setTimeout)(1));
        const fired = part('Fired', () => new Promise(resolve => timers.setTimeout(resolve, 1)));
        const repeated = part('Repeating', () => timers.setInterval(() => undefined, 60_000));
        await Promise.all([over, fired]);
        assert.deepEqual(resources.left(), ['Repeating (Timeout)']);
        clearInterval(repeated);
        assert.deepEqual(resources.left(), []);
    });
});

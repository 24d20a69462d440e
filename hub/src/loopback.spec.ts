import assert from 'node:assert/strict';
import { isLoopback } from './loopback';

describe('isLoopback', () => {
    it('knows the names of this machine for itself', () => {
        for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '::1']) {
            assert.ok(isLoopback(host), host);
        }
    });

    it('takes everything else as reachable by others', () => {
        for (const host of ['0.0.0.0', '::', '192.168.0.1', '127.0.0.1.example', '5.127.0.0.1', '127.example', 'localhost.example', '']) {
            assert.ok(!isLoopback(host), host);
        }
    });
});

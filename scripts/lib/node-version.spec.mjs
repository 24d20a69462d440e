import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { satisfies } from './node-version.mjs';

describe('The check of the Node version', () => {
    it('accepts the version itself and newer ones', () => {
        for (const version of ['v20.19.0', 'v20.19.1', 'v20.20.0', 'v22.0.0', 'v100.1.1']) {
            assert.equal(satisfies(version, '>=20.19.0'), true, version);
        }
    });

    it('refuses older versions, also where their digits look larger', () => {
        for (const version of ['v20.18.99', 'v20.9.0', 'v18.20.8', 'v9.99.99']) {
            assert.equal(satisfies(version, '>=20.19.0'), false, version);
        }
    });
});

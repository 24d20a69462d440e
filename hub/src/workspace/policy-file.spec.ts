import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../startup-error';
import { readPolicyFile } from './policy-file';

describe('readPolicyFile', () => {
    let folder: string;
    beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'openspace-policy-'))));
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    const read = (content: string) => {
        writeFileSync(join(folder, 'policy.json'), content);
        return readPolicyFile(join(folder, 'policy.json'));
    };

    it('reads more sensitive files, tighter limits and whether commands may use the network', () => {
        assert.deepEqual(read('{"sensitiveFiles": ["*.kdbx"], "limits": {"readBytes": 1000}}'), {
            sensitivePatterns: ['*.kdbx'],
            limits: { readBytes: 1000 }
        });
        assert.equal(read('{"network": true}').network, true);
        assert.deepEqual(read('{}'), { sensitivePatterns: [], limits: {} });
    });

    for (const [content, what] of [
        ['', /cannot be read/],
        ['[]', /not valid/],
        ['{"sensitiveFiles": "*.kdbx"}', /not valid/],
        ['{"sensitiveFiles": ["{a"]}', /not valid/],
        ['{"allow": ["*"]}', /not valid: .* with nothing but sensitiveFiles, limits, network, /],
        ['{"limits": {"readBytes": 99999999999}}', /not valid: .* The limits are readBytes \(at most \d+\), /],
        ['{"limits": {"readBytes": 0}}', /not valid/],
        ['{"limits": {"toString": 1}}', /not valid/],
        ['{"network": "yes"}', /not valid/]
    ] as const) {
        it(`says what is wrong with ${content === '' ? 'an empty file' : content}`, () => {
            assert.throws(
                () => read(content),
                (error: unknown) => error instanceof StartupError && what.test(error.message)
            );
        });
    }

    it('says that there is no such file', () => {
        assert.throws(() => readPolicyFile(join(folder, 'none')), /cannot be read/);
    });
});

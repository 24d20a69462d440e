import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { openBackendLog } from './backend-log.mjs';

describe("The backend's log", () => {
    const folder = temporaryFolder();
    const unexpected = problem => assert.fail(problem);

    it('is appended to, and private', () => {
        const file = join(folder, 'logs', 'ide.log');
        openBackendLog(file, unexpected)('one\n');
        openBackendLog(file, unexpected)('two\n');
        assert.equal(readFileSync(file, 'utf8'), 'one\ntwo\n');
        assert.equal(statSync(file).mode & 0o777, 0o600);
        assert.equal(statSync(join(folder, 'logs')).mode & 0o777, 0o700);
    });

    it('starts afresh when it has become large, and keeps the old one', () => {
        const file = join(folder, 'large.log');
        writeFileSync(file, 'x'.repeat(5_000_001));
        openBackendLog(file, unexpected)('new\n');
        assert.equal(readFileSync(file, 'utf8'), 'new\n');
        assert.equal(statSync(`${file}.1`).size, 5_000_001);
    });

    it('is done without, after one message, when it cannot be written', () => {
        writeFileSync(join(folder, 'file'), '');
        const problems = [];
        const log = openBackendLog(join(folder, 'file', 'ide.log'), problem => problems.push(problem));
        log('one');
        log('two');
        assert.equal(problems.length, 1);
        assert.match(problems[0], /cannot be written/);
    });
});

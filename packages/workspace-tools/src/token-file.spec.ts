import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadToken, readToken } from './token-file';

describe('loadToken', () => {
    let folder: string;
    let file: string;

    beforeEach(() => {
        folder = mkdtempSync(join(tmpdir(), 'openspace-token-'));
        file = join(folder, 'state', 'openspace', 'hub.token');
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const write = (content: string, mode = 0o600): void => {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content, { mode });
        chmodSync(file, mode);
    };

    it('closes the state directory to others, and no other folder that a person puts a token in', () => {
        const configured = process.env.OPENSPACE_STATE_DIR;
        try {
            for (const [state, mode] of [
                [dirname(file), 0o700],
                [folder, 0o755]
            ] as const) {
                process.env.OPENSPACE_STATE_DIR = state;
                mkdirSync(dirname(file), { recursive: true });
                chmodSync(dirname(file), 0o755);
                loadToken(file);
                assert.equal(statSync(dirname(file)).mode & 0o777, mode);
            }
        } finally {
            if (configured === undefined) {
                delete process.env.OPENSPACE_STATE_DIR;
            } else {
                process.env.OPENSPACE_STATE_DIR = configured;
            }
        }
    });

    it('creates a token of 256 bits that only its owner can read', () => {
        const token = loadToken(file);
        assert.equal(Buffer.from(token, 'base64url').length, 32);
        assert.equal(statSync(file).mode & 0o777, 0o600);
        assert.equal(statSync(dirname(file)).mode & 0o777, 0o700);
        assert.equal(statSync(dirname(dirname(file))).mode & 0o777, 0o700);
    });

    it('leaves nothing but the token file behind', () => {
        loadToken(file);
        assert.deepEqual(readdirSync(dirname(file)), ['hub.token']);
    });

    it('gives a different token to every file and the same one every time', () => {
        const token = loadToken(file);
        assert.equal(loadToken(file), token);
        assert.equal(readFileSync(file, 'utf8').trim(), token);
        assert.notEqual(loadToken(join(folder, 'other.token')), token);
    });

    it("takes a person's own token", () => {
        write(`${'k'.repeat(64)}\n`);
        assert.equal(loadToken(file), 'k'.repeat(64));
    });

    it('refuses a file that others can read and says how to mend it', () => {
        for (const mode of [0o640, 0o604, 0o620]) {
            write('k'.repeat(64), mode);
            assert.throws(() => loadToken(file), { message: /Others can .* chmod 600/ });
        }
    });

    it('refuses a short or empty token', () => {
        for (const content of ['', 'secret\n', 'k'.repeat(42)]) {
            write(content);
            assert.throws(() => loadToken(file), { message: /too short.*Delete the file/ });
        }
    });

    it('refuses a token that no header can carry', () => {
        write(`${'k'.repeat(30)} ${'k'.repeat(30)}`);
        assert.throws(() => loadToken(file), { message: /characters that a header cannot carry/ });
    });

    it('refuses folders and pipes at once', () => {
        mkdirSync(file, { recursive: true });
        assert.throws(() => loadToken(file), { message: /not a regular file/ });
        const pipe = join(folder, 'pipe');
        execFileSync('sh', ['-c', 'mkfifo -m 600 "$0"', pipe]);
        assert.throws(() => loadToken(pipe), { message: /not a regular file/ });
    });

    it('says what to do when the place cannot be used', () => {
        writeFileSync(join(folder, 'plain'), '');
        assert.throws(() => loadToken(join(folder, 'plain', 'hub.token')), { message: /cannot be used.*choose another one/ });
    });
});

describe('readToken', () => {
    it('reads the token of another server and never makes one', () => {
        const folder = mkdtempSync(join(tmpdir(), 'openspace-token-'));
        try {
            const file = join(folder, 'hub.token');
            assert.throws(() => readToken(file), { message: /hub\.token does not exist\. Start the server/ });
            assert.deepEqual(readdirSync(folder), []);
            const token = loadToken(file);
            assert.equal(readToken(file), token);
        } finally {
            rmSync(folder, { recursive: true });
        }
    });
});

import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makePrivateDirectory, stateDirectory } from './state-directory';
import { systemErrorCode } from './workspace-error';

const TOKEN_BYTES = 32;
/** 256 bits in base64url; a token of a person's own must be as long. */
const TOKEN_LENGTH = Math.ceil((TOKEN_BYTES * 8) / 6);
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * The token in the file, so that a restarted server accepts the same one. A missing file is created with a new token, readable by
 * its owner only; of several processes that start at once, all get the same token. The IDE backend and the Hub load theirs so.
 *
 * @throws when the file cannot be used or would not keep the token secret; the message tells a person what to do
 */
export function loadToken(file: string): string {
    return explaining(file, () => {
        if (resolve(dirname(file)) === resolve(stateDirectory())) {
            makePrivateDirectory(dirname(file));
        }
        return findToken(file) ?? createToken(file);
    });
}

/**
 * The token in the file of a server that someone else runs; no file is created.
 *
 * @throws like {@link loadToken}, and when the file is missing
 */
export function readToken(file: string): string {
    const token = explaining(file, () => findToken(file));
    if (token === undefined) {
        throw new TokenFileError(`The token file ${file} does not exist. Start the server that creates it.`);
    }
    return token;
}

/** A reason that a person can mend. */
class TokenFileError extends Error {}

function explaining<T>(file: string, load: () => T): T {
    try {
        return load();
    } catch (error) {
        if (error instanceof TokenFileError) {
            throw error;
        }
        throw new Error(`The token file ${file} cannot be used: ${String(error)}. Mend its place, or choose another one.`, {
            cause: error
        });
    }
}

function createToken(file: string): string {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // The file appears under its name only when it is complete; `link` fails if another process was faster.
    const draft = `${file}.${randomBytes(8).toString('hex')}`;
    try {
        writeFileSync(draft, `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true });
        linkSync(draft, file);
    } catch (error) {
        if (systemErrorCode(error) !== 'EEXIST') {
            throw error;
        }
    } finally {
        rmSync(draft, { force: true });
    }
    const token = findToken(file);
    if (token === undefined) {
        throw new TokenFileError(`The token file ${file} vanished while it was created. Start again.`);
    }
    return token;
}

function findToken(file: string): string | undefined {
    let descriptor: number;
    try {
        // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') {
            return undefined;
        }
        throw error;
    }
    try {
        checkAccess(file, descriptor);
        return checkToken(file, readFileSync(descriptor, 'utf8').trim());
    } finally {
        closeSync(descriptor);
    }
}

function checkAccess(file: string, descriptor: number): void {
    const status = fstatSync(descriptor);
    if (!status.isFile()) {
        throw new TokenFileError(`The token file ${file} is not a regular file. Remove it, or choose another one.`);
    }
    if ((status.mode & 0o077) !== 0) {
        throw new TokenFileError(
            `Others can read the token file ${file}. Delete it, so that a new token is created, or run: chmod 600 ${file}`
        );
    }
}

function checkToken(file: string, token: string): string {
    if (token.length < TOKEN_LENGTH) {
        throw new TokenFileError(
            `The token in ${file} is too short: it needs at least ${TOKEN_LENGTH} characters. Delete the file, so that a new token is created.`
        );
    }
    if (!TOKEN.test(token)) {
        throw new TokenFileError(
            `The token in ${file} has characters that a header cannot carry. Delete the file, so that a new token is created.`
        );
    }
    return token;
}

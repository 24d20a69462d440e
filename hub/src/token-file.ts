import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from './startup-error';

const TOKEN_BYTES = 32;
/** 256 bits in base64url; a token of a person's own must be as long. */
const TOKEN_LENGTH = Math.ceil((TOKEN_BYTES * 8) / 6);
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * The token in the file, so that a restarted Hub accepts the same one. A missing file is created with a new token, readable by its
 * owner only; of several Hubs that start at once, all get the same token.
 *
 * @throws {StartupError} when the file cannot be used or would not keep the token secret
 */
export function loadToken(file: string): string {
    try {
        return readToken(file) ?? createToken(file);
    } catch (error) {
        if (error instanceof StartupError) {
            throw error;
        }
        throw new StartupError(`The token file ${file} cannot be used: ${String(error)}. Name another one with --token-file.`);
    }
}

function createToken(file: string): string {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // The file appears under its name only when it is complete; `link` fails if another Hub was faster.
    const draft = `${file}.${randomBytes(8).toString('hex')}`;
    try {
        writeFileSync(draft, `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
        linkSync(draft, file);
    } catch (error) {
        if (!hasCode(error, 'EEXIST')) {
            throw error;
        }
    } finally {
        rmSync(draft, { force: true });
    }
    const token = readToken(file);
    if (token === undefined) {
        throw new StartupError(`The token file ${file} vanished while it was created. Start the Hub again.`);
    }
    return token;
}

function readToken(file: string): string | undefined {
    let descriptor: number;
    try {
        // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    } catch (error) {
        if (hasCode(error, 'ENOENT')) {
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
        throw new StartupError(`The token file ${file} is not a regular file. Name another one with --token-file.`);
    }
    if ((status.mode & 0o077) !== 0) {
        throw new StartupError(
            `Others can read the token file ${file}. Delete it, so that a new token is created, or run: chmod 600 ${file}`
        );
    }
}

function checkToken(file: string, token: string): string {
    if (token.length < TOKEN_LENGTH) {
        throw new StartupError(
            `The token in ${file} is too short: it needs at least ${TOKEN_LENGTH} characters. Delete the file, so that a new token is created.`
        );
    }
    if (!TOKEN.test(token)) {
        throw new StartupError(
            `The token in ${file} has characters that a header cannot carry. Delete the file, so that a new token is created.`
        );
    }
    return token;
}

function hasCode(error: unknown, code: string): boolean {
    return error instanceof Error && 'code' in error && error.code === code;
}

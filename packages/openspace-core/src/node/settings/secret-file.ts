import { homedir } from 'node:os';
import { isAbsolute, normalize } from 'node:path';
import { open } from 'node:fs/promises';

/** A key is much shorter; what is larger is another file. */
const LARGEST_BYTES = 8 * 1024;

/** The absolute path that a setting names, `~` for the home directory; undefined when it names none. */
export function secretFilePath(text: string): string | undefined {
    const path = text.replace(/^~(?=\/|$)/, homedir());
    return isAbsolute(path) ? normalize(path) : undefined;
}

/**
 * The key or password in a file: its one line.
 * @throws Error that tells a person what is wrong with the file and which setting names it; what the file holds is not shown
 */
export async function readSecretFile(text: string, setting: string): Promise<string> {
    const wrong = (what: string): Error => new Error(`The setting ${setting} names ${what}. Name a file that holds nothing but the key.`);
    const path = secretFilePath(text);
    if (path === undefined) {
        throw wrong('no absolute path');
    }
    let content: string;
    try {
        content = await readBeginning(path);
    } catch (error) {
        throw wrong(`a file that cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`);
    }
    const secret = content.trim();
    if (secret === '' || !/^[\x21-\x7e]+$/.test(secret) || content.length > LARGEST_BYTES) {
        throw wrong('a file that does not hold one line with a key');
    }
    return secret;
}

async function readBeginning(path: string): Promise<string> {
    const file = await open(path, 'r');
    try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(LARGEST_BYTES + 1), 0, LARGEST_BYTES + 1, 0);
        return buffer.toString('utf8', 0, bytesRead);
    } finally {
        await file.close();
    }
}

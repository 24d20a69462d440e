import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { posix } from 'node:path';
import { systemErrorCode } from '../workspace-error';

/** What stands in a text for bytes that are none. */
const REPLACEMENT = '\ufffd';

/** What is known of an entry from a look at its directory. */
export type SurveyedEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** An entry whose name is not valid UTF-8: no text names it, nor what lies below it, so nothing can be mounted there. */
export type UnnamedEntry = Dirent<Buffer>;

/** What a look at the entries of a directory finds: something that commands must be kept from, or folders to look into. */
type LookAt = (
    directory: string,
    entries: readonly SurveyedEntry[]
) => { readonly isSpecial: boolean; readonly folders: readonly string[] };

/** Whether a path was read of bytes that are no text, as far as it tells: then it leads nowhere. */
export function mayBeUnnamed(path: string): boolean {
    return path.includes(REPLACEMENT);
}

/** The entries of a directory, apart by whether a text can name them. One that is gone or closed to us has none. */
export async function entriesByName(path: string): Promise<{ named: readonly SurveyedEntry[]; unnamed: readonly UnnamedEntry[] }> {
    const named = await readdir(path, { withFileTypes: true }).catch(noneWhenGone);
    if (!named.some(({ name }) => mayBeUnnamed(name))) {
        return { named, unnamed: [] };
    }
    const entries = await bytesOf(Buffer.from(path));
    return { named: entries.filter(({ name }) => isUtf8(name)).map(withText), unnamed: entries.filter(({ name }) => !isUtf8(name)) };
}

/**
 * Whether some of the entries of a directory, or what lies below them, is something that commands must be kept from.
 * @param path of the directory
 * @param directory the same from the workspace root, as far as texts can tell
 */
export async function holdSpecial(path: Buffer, directory: string, entries: readonly UnnamedEntry[], lookAt: LookAt): Promise<boolean> {
    const { isSpecial, folders } = lookAt(directory, entries.map(withText));
    if (isSpecial) {
        return true;
    }
    for (const { name } of entries.filter(entry => folders.includes(entry.name.toString()))) {
        const inner = Buffer.concat([path, Buffer.from('/'), name]);
        if (await holdSpecial(inner, posix.join(directory, name.toString()), await bytesOf(inner), lookAt)) {
            return true;
        }
    }
    return false;
}

function bytesOf(path: Buffer): Promise<UnnamedEntry[]> {
    return readdir(path, { withFileTypes: true, encoding: 'buffer' }).catch(noneWhenGone);
}

function withText(entry: UnnamedEntry): SurveyedEntry {
    return {
        name: entry.name.toString(),
        isDirectory: () => entry.isDirectory(),
        isFile: () => entry.isFile(),
        isSymbolicLink: () => entry.isSymbolicLink()
    };
}

function noneWhenGone(error: unknown): never[] {
    throwUnlessGone(error);
    return [];
}

/** An entry may be removed meanwhile, closed to us and so to the command, or lie deeper than a path can tell. */
export function throwUnlessGone(error: unknown): void {
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG'].includes(systemErrorCode(error) ?? '')) {
        throw error;
    }
}

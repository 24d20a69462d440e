import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { mayBeUnnamed } from '../may-be-unnamed';
import { throwUnlessGone } from '../throw-unless-gone';
import { EnterFolder, isClosed } from './open-folder';

/** What is known of an entry from a look at its directory. */
export type SurveyedEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** An entry whose name is not valid UTF-8: no text names it, nor what lies below it, so nothing can be mounted there. */
export type UnnamedEntry = Dirent<Buffer>;

/** The entries of a directory, apart by whether a text can name them; undefined when it stays closed to us. One that is gone has none. */
export async function entriesByName(
    enter: EnterFolder,
    path: string
): Promise<{ readonly named: readonly SurveyedEntry[]; readonly unnamed: readonly UnnamedEntry[] } | undefined> {
    const named = await list(enter, path, () => readdir(path, { withFileTypes: true }));
    if (!named?.some(({ name }) => mayBeUnnamed(name))) {
        return named && { named, unnamed: [] };
    }
    const entries = await entriesAsBytes(enter, Buffer.from(path));
    return (
        entries && { named: entries.filter(({ name }) => isUtf8(name)).map(withText), unnamed: entries.filter(({ name }) => !isUtf8(name)) }
    );
}

/** All entries of a directory; undefined when it stays closed to us. One that is gone has none. */
export function entriesAsBytes(enter: EnterFolder, path: Buffer): Promise<UnnamedEntry[] | undefined> {
    return list(enter, path, () => readdir(path, { withFileTypes: true, encoding: 'buffer' }));
}

/** What a list of a folder shows; undefined when it stays closed. One that is gone has nothing. */
async function list<T>(enter: EnterFolder, path: string | Buffer, entries: () => Promise<T[]>): Promise<T[] | undefined> {
    try {
        return (await enter(path)) ? await entries() : undefined;
    } catch (error) {
        if (isClosed(error)) {
            return undefined;
        }
        throwUnlessGone(error);
        return [];
    }
}

/** An entry as a text shows it, with other characters in the place of bytes that are none. */
export function withText(entry: UnnamedEntry): SurveyedEntry {
    return {
        name: entry.name.toString(),
        isDirectory: () => entry.isDirectory(),
        isFile: () => entry.isFile(),
        isSymbolicLink: () => entry.isSymbolicLink()
    };
}

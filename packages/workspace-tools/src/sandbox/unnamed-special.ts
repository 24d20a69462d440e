import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import type { TurnTaking } from '../turn-taking';
import type { EnterFolder } from './open-folder';
import { SurveyedEntry, UnnamedEntry, entriesAsBytes, withText } from './unnamed-entries';

/** An entry without a name that commands must be kept from, or that holds something of the kind. */
export interface UnnamedSpecial {
    /** Its path as a text, which others may share. */
    readonly path: string;
    readonly name: Buffer;
    /** Those that lie in it, with no other one in between. */
    readonly inner: readonly UnnamedSpecial[];
}

/** A folder on the way to what has no name. */
interface SearchedFolder {
    readonly path: Buffer;
    /** The same from the workspace root, as far as texts can tell. */
    readonly directory: string;
    /** Whether it cannot be changed as a whole. */
    readonly isProtected: boolean;
}

/** Looks where no text leads for what commands must be kept from. */
export class UnnamedSearch {
    /** @param lookAt tells whether some of the entries are special, and the folders among them to look into: which of them are protected */
    constructor(
        private readonly enter: EnterFolder,
        private readonly turns: TurnTaking,
        private readonly lookAt: (
            folder: SearchedFolder,
            entries: readonly SurveyedEntry[]
        ) => { readonly isSpecial: boolean; readonly folders: ReadonlyMap<string, boolean> }
    ) {}

    /**
     * @param found takes what has no name
     * @returns whether some of the entries of a folder, or what lies below them, is special
     */
    async find(folder: SearchedFolder, entries: readonly UnnamedEntry[], found: UnnamedSpecial[]): Promise<boolean> {
        const { isSpecial, folders } = this.lookAt(folder, entries.map(withText));
        let holdsSpecial = isSpecial;
        for (const entry of entries) {
            await this.turns.nextIfOver();
            const text = entry.name.toString();
            const path = Buffer.concat([folder.path, Buffer.from('/'), entry.name]);
            const isNamed = isUtf8(entry.name);
            const inner: UnnamedSpecial[] = isNamed ? found : [];
            const isProtected = entry.isDirectory() ? folders.get(text) : undefined;
            const holds =
                isProtected !== undefined &&
                (await this.findBelow({ path, directory: posix.join(folder.directory, text), isProtected }, inner));
            const isOne = holds || (isSpecial && !isNamed && this.lookAt(folder, [withText(entry)]).isSpecial);
            if (isOne && !isNamed) {
                found.push({ path: path.toString(), name: entry.name, inner });
            }
            holdsSpecial ||= isOne;
        }
        return holdsSpecial;
    }

    /** A folder that stays closed may hold anything. */
    private async findBelow(folder: SearchedFolder, found: UnnamedSpecial[]): Promise<boolean> {
        const entries = await entriesAsBytes(this.enter, folder.path);
        return entries === undefined || this.find(folder, entries, found);
    }
}

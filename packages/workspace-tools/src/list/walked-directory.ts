import { closeSync, constants, lstatSync, readSync } from 'node:fs';
import { DirectoryMemory } from '../directory-memory';
import { orGone } from '../or-gone';
import { Pin, PinnedEntry } from '../pinned-entry';
import { DirectoryContent, DirectoryReader, FoundEntry } from './directory-reader';

/** So much of a file is read at once. */
const READ_BYTES = 64 * 1024;

const NOTHING: DirectoryContent = { entries: [], areSorted: true };

/** Where a directory lies below the one that a walk began in. */
interface Place {
    /** A path to look for it at, which someone may have led elsewhere. */
    readonly accessPath: string;
    /** Where it really is, if it is the one that is meant. */
    readonly realPath: string;
    /** From the workspace root. */
    readonly path: string;
}

/**
 * A directory on the way of a walk. What is told of it comes from a descriptor whose real path is the expected one, so that no swap of
 * a directory for a link leads elsewhere; or it was told before and is told again, when the directory there is the same and unchanged.
 * So it is held only when it has to be looked into.
 */
export class WalkedDirectory {
    private isLost = false;

    private constructor(
        private readonly pin: Pin,
        private readonly place: Place,
        /** Levels that its entries lie below the directory where the walk began, from 1. */
        readonly depth: number,
        private pinned?: PinnedEntry
    ) {}

    /** The directory where a walk begins, which the caller holds. */
    static first(pin: Pin, pinned: PinnedEntry, path: string): WalkedDirectory {
        return new WalkedDirectory(pin, { accessPath: pinned.accessPath, realPath: pinned.realPath, path }, 1, pinned);
    }

    /** A directory in this one. The caller closes it. */
    below(name: string, path: string): WalkedDirectory {
        // Where it is held, the way from there is the shortest.
        const { accessPath } = this.pinned ?? this.place;
        const place = { accessPath: `${accessPath}/${name}`, realPath: `${this.place.realPath}/${name}`, path };
        return new WalkedDirectory(this.pin, place, this.depth + 1);
    }

    /** Its path from the workspace root. */
    get path(): string {
        return this.place.path;
    }

    /** What is in it; nothing when it is gone or something else has taken its place. */
    content(reader: DirectoryReader): DirectoryContent {
        const known = this.pinned ? undefined : reader.recall(this.place.accessPath, this.place.path);
        if (known) {
            return known;
        }
        const pinned = this.hold();
        return pinned ? reader.entriesOf(pinned, this.place.path) : NOTHING;
    }

    /** Size and time of change of one of its entries; undefined when that is gone. */
    describe({ name }: FoundEntry): { size: number; modifiedMs: number } | undefined {
        const pinned = this.hold();
        const stats = pinned && orGone(() => lstatSync(`${pinned.accessPath}/${name}`));
        return stats && { size: stats.size, modifiedMs: stats.mtimeMs };
    }

    /**
     * What the first 64 KiB of a file in it say, which is not read again while it stays as it is; undefined when there is none. Links are
     * not followed.
     * @param parse of the content, what is remembered
     */
    readFile<T>(name: string, memory: DirectoryMemory<T>, parse: (content: Buffer) => T): T | undefined {
        const path = `${this.path}/${name}`;
        const stats = memory.knows(path) ? orGone(() => lstatSync(`${(this.pinned ?? this.place).accessPath}/${name}`)) : undefined;
        const known = stats && memory.recall(path, stats);
        if (known !== undefined) {
            return known;
        }
        const directory = this.hold();
        const file = directory && orGone(() => this.pin.sync(`${directory.accessPath}/${name}`, { followLinks: false }));
        try {
            const content = file?.stats.isFile() ? orGone(() => readPinned(file)) : undefined;
            const found = content && parse(content);
            if (file && found !== undefined) {
                memory.remember(path, file.stats, found);
            }
            return found;
        } finally {
            file?.close();
        }
    }

    /** Lets it go. */
    close(): void {
        this.pinned?.close();
    }

    /** This very directory; undefined when it is not there any more. */
    private hold(): PinnedEntry | undefined {
        if (!this.pinned && !this.isLost) {
            const found = orGone(() => this.pin.sync(this.place.accessPath, { followLinks: false, directory: true }));
            this.isLost = found?.realPath !== this.place.realPath;
            if (this.isLost) {
                found?.close();
            } else {
                this.pinned = found;
            }
        }
        return this.pinned;
    }
}

function readPinned(file: PinnedEntry): Buffer {
    const descriptor = file.open(constants.O_RDONLY);
    try {
        const content = Buffer.alloc(Math.min(file.stats.size, READ_BYTES));
        return content.subarray(0, readSync(descriptor, content, 0, content.length, 0));
    } finally {
        closeSync(descriptor);
    }
}

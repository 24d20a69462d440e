import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ShellLocation } from './shell-location';

/** A larger index is not looked at. */
const LARGEST_INDEX_BYTES = 64 * 1024 * 1024;
const HEADER_BYTES = 12;
/** Times, numbers, mode, owner and size of an entry, then its SHA-1 and its flags. */
const FLAGS_OFFSET = 60;
const EXTENDED = 0x4000;
/** The part of the flags that tells how long a name is, or that it is as long or longer. */
const NAME_LENGTH = 0xfff;

/**
 * Whether git, wherever a command line may be, works on the repository of the workspace, or on the one that surrounds it. A folder
 * below it may be a repository of its own, with a configuration that anyone could write.
 */
export function isOwnRepository(location: ShellLocation): boolean {
    const { workspaceRoot, directories } = location;
    if (workspaceRoot === undefined) {
        return directories !== undefined;
    }
    const isOwn = (directory: string): boolean => location.once(`own repository ${directory}`, () => isOwnFolder(workspaceRoot, directory));
    return directories?.every(isOwn) ?? false;
}

/** Whether git tracks what is sensitive in the workspace, or that cannot be told. */
export function mayTrackSensitive(location: ShellLocation): boolean {
    return location.once(
        'tracks sensitive',
        () => trackedFiles(location)?.some(path => location.policy.judgeRead(path).decision === 'deny') ?? true
    );
}

function isOwnFolder(root: string, directory: string): boolean {
    const folder = join(root, directory);
    if (directory.startsWith('..') || directory.split('/').includes('.git')) {
        return false;
    }
    if (relative(root, folder) === '') {
        return existsSync(join(root, '.git')) || !existsSync(join(root, 'HEAD'));
    }
    // A folder with a HEAD in it may be a repository without a work tree.
    return !existsSync(join(folder, '.git')) && !existsSync(join(folder, 'HEAD')) && isOwnFolder(root, dirname(relative(root, folder)));
}

/**
 * The files that git tracks in the workspace, from the root of the repository; none without a known workspace.
 * Undefined when they cannot be told, without a repository, or when the repository is larger than the workspace.
 */
function trackedFiles({ workspaceRoot }: ShellLocation): string[] | undefined {
    if (workspaceRoot === undefined) {
        return [];
    }
    const git = join(workspaceRoot, '.git');
    if (!existsSync(git)) {
        return undefined; // Without one, git compares and searches whatever it is told to.
    }
    try {
        const folder = lstatSync(git).isDirectory()
            ? git
            : resolve(
                  workspaceRoot,
                  readFileSync(git, 'utf8')
                      .replace(/^gitdir: /, '')
                      .trim()
              );
        const index = join(folder, 'index');
        if (!existsSync(index)) {
            return [];
        }
        return statSync(index).size > LARGEST_INDEX_BYTES ? undefined : namesIn(readFileSync(index));
    } catch {
        return undefined; // Not a repository that git itself made.
    }
}

/** The names in an index, as git writes it; undefined for forms that are not known. */
function namesIn(index: Buffer): string[] | undefined {
    const version = index.readUInt32BE(4);
    const count = index.readUInt32BE(8);
    if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) {
        return undefined;
    }
    const names: string[] = [];
    let previous = '';
    let position = HEADER_BYTES;
    for (let entry = 0; entry < count; entry++) {
        const start = position;
        const flags = index.readUInt16BE(position + FLAGS_OFFSET);
        position += FLAGS_OFFSET + (flags & EXTENDED ? 4 : 2);
        let kept = '';
        if (version === 4) {
            const { value, next } = readVariableLength(index, position);
            kept = previous.slice(0, previous.length - value);
            position = next;
        }
        const end = index.indexOf(0, position);
        if (end < 0) {
            return undefined;
        }
        previous = kept + index.toString('latin1', position, end);
        // Where another hash makes entries longer, what is read as a name is none.
        if (Math.min(previous.length, NAME_LENGTH) !== (flags & NAME_LENGTH)) {
            return undefined;
        }
        names.push(Buffer.from(previous, 'latin1').toString('utf8'));
        // Before the fourth version, entries are filled up with zeros to a multiple of eight, at least one.
        position = version === 4 ? end + 1 : start + Math.ceil((end + 1 - start) / 8) * 8;
    }
    // A part of the names may be in another file.
    return index.includes('link', position, 'latin1') ? undefined : names;
}

/** A number as git packs it: seven bits a byte, each further byte adding one. */
function readVariableLength(index: Buffer, position: number): { readonly value: number; readonly next: number } {
    let byte = index.readUInt8(position++);
    let value = byte & 0x7f;
    while (byte & 0x80) {
        byte = index.readUInt8(position++);
        value = ((value + 1) << 7) | (byte & 0x7f);
    }
    return { value, next: position };
}

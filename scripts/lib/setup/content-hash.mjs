import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

async function listFiles(folder, path, isIgnored) {
    const entries = await readdir(join(folder, path), { withFileTypes: true });
    const nested = entries
        .filter(entry => !isIgnored(entry.name))
        .map(entry => (entry.isDirectory() ? listFiles(folder, `${path}/${entry.name}`, isIgnored) : [`${path}/${entry.name}`]));
    return (await Promise.all(nested)).flat();
}

async function readOptional(file) {
    try {
        return await readFile(file);
    } catch (error) {
        if (error.code === 'ENOENT') {
            return undefined;
        }
        throw error;
    }
}

/**
 * A hash over the names and contents of `files` and of all files below `folders`, both relative to `root`. Files and folders
 * whose name `isIgnored` accepts are left out; a file that does not exist hashes differently from an empty one.
 */
export async function contentHash({ root, folders = [], files = [], isIgnored = () => false }) {
    const found = await Promise.all(folders.map(folder => listFiles(root, folder, isIgnored)));
    const hash = createHash('sha256');
    for (const name of [...files, ...found.flat()].sort()) {
        const content = await readOptional(join(root, name));
        hash.update(JSON.stringify([name, content?.length ?? -1]));
        hash.update(content ?? '');
    }
    return hash.digest('hex');
}

import { cp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const SAMPLE_PROJECT = resolve(__dirname, '../../../examples/sample-project');

/** Gives a folder the files of the sample project, and no others; those that it has are left alone. */
export async function layOutSampleProject(folder: string): Promise<void> {
    const [found, wanted] = await Promise.all([entriesOf(folder), entriesOf(SAMPLE_PROJECT)]);
    const wrong = [...found.keys()].filter(path => !isSame(path, found, wanted));
    await Promise.all(wrong.map(path => rm(join(folder, path), { recursive: true, force: true })));
    await cp(SAMPLE_PROJECT, folder, { recursive: true, force: false });
}

/** Whether a folder has the files of the sample project, and nothing else. */
export async function isSampleProject(folder: string): Promise<boolean> {
    const [found, wanted] = await Promise.all([entriesOf(folder), entriesOf(SAMPLE_PROJECT)]);
    return found.size === wanted.size && [...wanted.keys()].every(path => isSame(path, found, wanted));
}

const isSame = (path: string, found: Map<string, Buffer>, wanted: Map<string, Buffer>): boolean =>
    wanted.get(path)?.equals(found.get(path) ?? Buffer.from('nothing')) ?? false;

/** Everything below a folder with what tells it from another one. */
async function entriesOf(folder: string): Promise<Map<string, Buffer>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return new Map(
        await Promise.all(
            entries.map(async entry => {
                const path = join(entry.parentPath, entry.name);
                const content = entry.isFile() ? readFile(path) : Buffer.from(entry.isSymbolicLink() ? await readlink(path) : 'folder');
                return [path.slice(folder.length), await content] as const;
            })
        )
    );
}

import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { open as openFile, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { inTurns } from '../../../../scripts/lib/bench/in-turns.mjs';

const READ_FILES = 500;
const LARGEST_READ = 16 * 1024;
const WRITTEN_FILES = 50;

function smallFiles(root) {
    return readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
        .map(entry => join(entry.parentPath, entry.name))
        .filter(path => statSync(path).size <= LARGEST_READ)
        .slice(0, READ_FILES);
}

async function compareReading(figures, tools, root) {
    const absolute = smallFiles(root);
    const paths = absolute.map(path => relative(root, path));
    const one = async (files, read) => {
        for (const file of files) {
            await read(file);
        }
    };
    const { ratio, time } = await inTurns(
        {
            ours: () => one(paths, path => tools.read({ path })),
            plain: () => one(absolute, path => readFile(path, 'utf8')),
            oursAtOnce: () => Promise.all(paths.map(path => tools.read({ path }))),
            plainAtOnce: () => Promise.all(absolute.map(path => readFile(path, 'utf8')))
        },
        31
    );
    figures.note('a plain read of a small file, ms', time('plain') / paths.length);
    figures.atMost('a read through the guard beside it', ratio('ours', 'plain'), 1);
    figures.note(`${paths.length} of them at once`, ratio('oursAtOnce', 'plainAtOnce'));
}

/** The calls that no atomic and durable write can do without: the text is on the disk before the name leads to it, and the name, too, at the end. */
async function writeBare(path, content) {
    const temporary = `${path}.tmp`;
    await writeFile(temporary, content, { flush: true });
    await rename(temporary, path);
    const folder = await openFile(dirname(path));
    await folder.sync();
    await folder.close();
}

async function compareWriting(figures, tools, root) {
    mkdirSync(join(root, 'written'));
    const contents = [0, 1].map(state => `${state} line of a file\n`.repeat(200));
    const each = async write => {
        for (let file = 0; file < WRITTEN_FILES; file++) {
            await write(`written/file-${file}.txt`);
        }
    };
    const content = round => contents[Math.abs(round) % 2];
    const { ratio, time } = await inTurns(
        {
            ours: round => each(path => tools.write({ path, content: content(round) })),
            plain: round => each(path => writeFile(join(root, path), content(round))),
            durable: round => each(path => writeFile(join(root, path), content(round), { flush: true })),
            bare: round => each(path => writeBare(join(root, path), content(round)))
        },
        15
    );
    figures.note('a plain write of a small file, ms', time('plain') / WRITTEN_FILES);
    figures.note('a plain write with fsync beside it', ratio('durable', 'plain'));
    figures.atMost('an atomic and durable write beside it', ratio('ours', 'plain'), 3);
    figures.note('an atomic and durable write beside a plain one with fsync', ratio('ours', 'durable'));
    figures.note('an atomic and durable write beside the calls that it takes, made without a guard', ratio('ours', 'bare'));
}

/** What reading and writing single files costs beside Node's own calls, which neither look where a path leads nor make anything last. */
export async function compareFiles(figures, open, { root }) {
    const tools = await open(root);
    await compareReading(figures, tools, root);
    await compareWriting(figures, tools, root);
}

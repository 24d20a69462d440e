import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A file that says for which state of the inputs a long step was last completed. It is removed before the step and written after
 * it, so an interrupted step never counts as done.
 */
export class Stamp {
    #file;

    constructor(file) {
        this.#file = file;
    }

    async matches(key) {
        try {
            return (await readFile(this.#file, 'utf8')) === key;
        } catch (error) {
            if (error.code === 'ENOENT') {
                return false;
            }
            throw error;
        }
    }

    async clear() {
        await rm(this.#file, { force: true });
    }

    async write(key) {
        await mkdir(dirname(this.#file), { recursive: true });
        await writeFile(`${this.#file}.${process.pid}`, key);
        await rename(`${this.#file}.${process.pid}`, this.#file);
    }
}

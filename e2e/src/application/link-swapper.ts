import { spawn } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Puts a link to the second file in the place of the first one, and the file back, without end. */
const SWAP = `
const { renameSync, symlinkSync, writeFileSync } = require('node:fs');
const [file, target, text] = process.argv.slice(1);
const swap = () => {
    symlinkSync(target, file + '.link');
    renameSync(file + '.link', file);
    setTimeout(() => {
        writeFileSync(file + '.plain', text);
        renameSync(file + '.plain', file);
        setTimeout(swap, 12);
    }, 3);
};
swap();
`;

/** Swaps a file for a link and back while `use` runs, in a process of its own, and leaves a plain file with the text. */
export async function whileSwapped<T>(file: string, target: string, text: string, use: () => Promise<T>): Promise<T> {
    const swapper = spawn(process.execPath, ['-e', SWAP, file, target, text], { stdio: 'ignore' });
    try {
        return await use();
    } finally {
        const gone = new Promise(resolve => swapper.once('exit', resolve));
        swapper.kill();
        await gone;
        // It may have ended while the link was in its place, or about to be.
        await rm(`${file}.link`, { force: true });
        await writeFile(`${file}.plain`, text);
        await rename(`${file}.plain`, file);
    }
}

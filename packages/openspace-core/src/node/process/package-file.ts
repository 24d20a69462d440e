import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Path of a program that an installed package offers, as its `bin` entry names it. Works in the bundled backend too. Throws, with
 * what to do, when the program is not there. `importer` is the file whose packages count.
 */
export function packageProgram(packageName: string, program: string, importer = __filename): string {
    const file = programFile(packageName, program, importer);
    if (file === undefined || !existsSync(file)) {
        throw new Error(
            `The program "${program}" of the package ${packageName} is not installed. Run "npm ci", then start OpenSpace again.`
        );
    }
    return file;
}

function programFile(packageName: string, program: string, importer: string): string | undefined {
    let manifestPath: string;
    try {
        manifestPath = createRequire(importer).resolve(`${packageName}/package.json`);
    } catch {
        return undefined;
    }
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { bin?: Record<string, string> };
    const file = manifest.bin?.[program];
    return file === undefined ? undefined : join(dirname(manifestPath), file);
}

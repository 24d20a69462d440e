import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Path of a program that an installed package offers, as its `bin` entry names it. Works in the bundled backend too. */
export function packageProgram(packageName: string, program: string): string {
    const manifestPath = createRequire(__filename).resolve(`${packageName}/package.json`);
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { bin?: Record<string, string> };
    const file = manifest.bin?.[program];
    if (file === undefined) {
        throw new Error(`The package ${packageName} has no program "${program}". Run "npm ci" to install it again.`);
    }
    return join(dirname(manifestPath), file);
}

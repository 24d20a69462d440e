import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All that a command line finds beside the builtins of its shell. */
const HARMLESS = ['cat', 'true'];
/** Runs each of the command lines, which end with a NUL, in a shell of its own. */
const DRIVER = 'n=0; while IFS= read -r -d "" line; do CASE=$((n++)) "$1" -c "$line" < /dev/null > /dev/null 2>&1; done; exit 0';

/**
 * Runs command lines in a folder of their own where the program `sentinel` lies beside a few harmless ones.
 * @returns those that ran `sentinel`
 */
export function linesThatRunSentinel(shell: string, lines: readonly string[]): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'openspace-sentinel-'));
    try {
        const [bin, work, log] = ['bin', 'work', 'log'].map(name => join(folder, name));
        [bin, work].forEach(path => mkdirSync(path));
        HARMLESS.forEach(name => symlinkSync(`/bin/${name}`, join(bin, name)));
        writeFileSync(join(bin, 'sentinel'), `#!/bin/sh\necho "$CASE" >> '${log}'\n`);
        chmodSync(join(bin, 'sentinel'), 0o755);
        const { status, error } = spawnSync('/bin/bash', ['--norc', '-c', DRIVER, 'driver', shell], {
            cwd: work,
            env: { PATH: bin },
            input: lines.map(line => `${line}\0`).join('')
        });
        if (status !== 0) {
            throw error ?? new Error(`The shells ended with ${String(status)}.`);
        }
        const ran = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
        return [...new Set(ran)].map(index => lines[Number(index)]);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

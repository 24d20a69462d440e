import { mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 5_000_000;

/**
 * Opens the file that takes the backend's output, readable by this user alone because what is logged may be private. A large
 * one is put aside as `.1` first. When it cannot be written, now or later, `onProblem` is told once and the IDE goes on without
 * it. Writing is synchronous, so that the last lines before an exit are not lost.
 *
 * @returns a function that appends text.
 */
export function openBackendLog(file, onProblem) {
    let descriptor;
    const attempt = action => {
        try {
            action();
        } catch (error) {
            descriptor = undefined;
            onProblem(`The log file ${file} cannot be written: ${error.message}`);
        }
    };
    attempt(() => {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
            renameSync(file, `${file}.1`);
        }
        descriptor = openSync(file, 'a', 0o600);
    });
    return text => {
        if (descriptor !== undefined) {
            attempt(() => writeSync(descriptor, text));
        }
    };
}

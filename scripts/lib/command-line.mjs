import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';

/**
 * Reads a command line. What it does not understand is a `Failure` with the usage text and exit code 2.
 *
 * @param {{ argv: string[], options: object, usage: string, allowPositionals?: boolean }} specification
 */
export function parseCommandLine({ argv, options, usage, allowPositionals = false }) {
    try {
        return parseArgs({ args: argv, options: { ...options, help: { type: 'boolean', short: 'h' } }, allowPositionals });
    } catch (error) {
        if (!String(error.code).startsWith('ERR_PARSE_ARGS')) {
            throw error;
        }
        throw misuse(error.message.split('. ')[0], usage);
    }
}

/** The failure for a command line that makes no sense. */
export const misuse = (problem, usage) => new Failure(`${problem}.`, { advice: `\n${usage}`, exitCode: 2 });

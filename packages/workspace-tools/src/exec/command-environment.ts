import { homedir } from 'node:os';
import { WorkspaceError } from '../workspace-error';

/** What commands may know of our own environment. Everything else stays out, secrets above all. */
const PASSED_ON = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'USER', 'LOGNAME'];
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Nobody is there to answer a prompt or to leave a pager. */
const UNATTENDED = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/** The names of what every command has in its environment. */
export const OWN_VARIABLES: readonly string[] = [...PASSED_ON, 'HOME', ...Object.keys(UNATTENDED)];

/** Variables of a caller, and their bytes together: what every provider can hand on beside a long command. */
const MOST_VARIABLES = 1000;
const MOST_BYTES = 64 * 1024;

/**
 * The environment of a command: a few plain variables of our own, then those that the caller asked for.
 * @throws WorkspaceError `invalid-argument` when a name or value cannot be passed on, `too-large` when they are too many
 */
export function commandEnvironment(requested: Readonly<Record<string, string>> = {}): Record<string, string> {
    for (const [name, value] of Object.entries(requested)) {
        if (!/^[A-Za-z_]\w*$/.test(name) || value.includes('\0')) {
            throw new WorkspaceError(
                'invalid-argument',
                `The environment variable ${JSON.stringify(name)} cannot be set. Use letters, digits and "_" for its name, and text without NUL.`
            );
        }
    }
    checkSize(requested);
    const own = Object.entries(process.env).filter((entry): entry is [string, string] => PASSED_ON.includes(entry[0]));
    return { PATH: DEFAULT_PATH, HOME: homedir(), ...UNATTENDED, ...Object.fromEntries(own), ...requested };
}

function checkSize(requested: Readonly<Record<string, string>>): void {
    const variables = Object.entries(requested);
    const size = variables.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
    if (variables.length > MOST_VARIABLES || size > MOST_BYTES) {
        throw new WorkspaceError(
            'too-large',
            `${variables.length} environment variables with ${size} bytes are too much: at most ${MOST_VARIABLES} with ${MOST_BYTES} bytes ` +
                'can be passed on. Write them to a file that the command reads.',
            { size, limit: MOST_BYTES }
        );
    }
}

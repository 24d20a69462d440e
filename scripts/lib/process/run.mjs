import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from '../repository.mjs';
import { OutputTail } from './output-tail.mjs';
import { endProcessTree, killProcessTree } from './process-tree.mjs';

const KEPT_CHARACTERS = 2_000_000;
/** How long to wait for the end of the output of a program that has ended: a daemon that it left behind may hold the pipe open for ever. */
const LAST_OUTPUT_MS = 1000;
const running = new Set();
const never = new Promise(() => {});
let closing = false;

/**
 * Runs a program to its end and resolves with `{ code, output, timedOut }`; `code` is 127 when it could not be started.
 * `output` is what it printed, or empty when `inherit` sends that to our own stdout and stderr, or `onOutput` gets it as it comes.
 * The program leads a process group of its own, so that whatever it started ends with it: at `timeoutMs`, at a Ctrl-C (see
 * `endRunningPrograms`), or at its own end.
 */
export async function run(command, args, { cwd = repositoryRoot, env = process.env, inherit = false, onOutput, timeoutMs } = {}) {
    if (closing) {
        return never;
    }
    const tail = new OutputTail(KEPT_CHARACTERS);
    const print = onOutput ?? (chunk => tail.push(chunk));
    const output = inherit ? 'inherit' : 'pipe';
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', output, output] });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', print);
    }
    const closed = new Promise(resolve => child.once('close', resolve));
    let timedOut = false;
    const timer =
        timeoutMs === undefined
            ? undefined
            : setTimeout(() => {
                  timedOut = true;
                  void endProcessTree(child.pid);
              }, timeoutMs);
    const code = await new Promise(resolve => {
        child.once('error', error => {
            print(`${error.message}\n`);
            resolve(127);
        });
        child.once('exit', (exitCode, signal) => resolve(exitCode ?? 128 + constants.signals[signal]));
    });
    clearTimeout(timer);
    if (child.pid !== undefined) {
        await endProcessTree(child.pid);
        await Promise.race([closed, pause(LAST_OUTPUT_MS, undefined, { ref: false })]);
    }
    running.delete(child);
    return closing ? never : { code, output: tail.text, timedOut };
}

/** Runs npm: the one that runs us, so that its version and settings are the same, else the one on the path. */
export function runNpm(args, options) {
    const npm = process.env.npm_execpath;
    return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args], options) : run('npm', args, options);
}

/** Ends what `run` has running, before this process exits. From then on `run` neither starts anything nor reports the end of anything. */
export async function endRunningPrograms() {
    closing = true;
    await Promise.all([...running].map(child => endProcessTree(child.pid)));
}

/** As `endRunningPrograms`, at once. */
export function killRunningPrograms() {
    closing = true;
    running.forEach(child => killProcessTree(child.pid));
}

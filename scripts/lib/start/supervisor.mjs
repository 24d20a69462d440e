import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { OutputTail } from '../process/output-tail.mjs';
import { endProcessTree, killProcessTree } from '../process/process-tree.mjs';

const SHOWN_LINES = 40;
const LAST_OUTPUT_MS = 1000;

/** `longLifeMs`: who lived this long did not die quickly. The pause before a restart doubles with every quick death. */
const DEFAULT_LIMITS = { quickDeaths: 5, longLifeMs: 30_000, firstPauseMs: 500, graceMs: 5000 };

/**
 * Keeps one program running. It is started again when it dies, until it has died quickly too often, and is ended with all its
 * descendants on request. The program can tell that we are gone, even by SIGKILL: its standard input, which we never write to, ends.
 *
 * `launch` is asked before every start and gives `{ command, args, cwd, env }`. `onMessage` gets what the program sends over its
 * IPC channel, `onOutput` the text that it prints, `onDeath` a sentence about each unexpected end.
 */
export class Supervisor {
    #launch;
    #onMessage;
    #onOutput;
    #onDeath;
    #limits;
    #tail = new OutputTail(100_000);
    #stopping = false;
    #child;
    #wake = () => {};

    constructor({ launch, onMessage, onOutput, onDeath, limits = {} }) {
        this.#launch = launch;
        this.#onMessage = onMessage;
        this.#onOutput = onOutput;
        this.#onDeath = onDeath;
        this.#limits = { ...DEFAULT_LIMITS, ...limits };
    }

    /** Resolves after `stop`; rejects when the program cannot be kept running. */
    async run() {
        const { quickDeaths: allowed, longLifeMs, firstPauseMs } = this.#limits;
        let quickDeaths = 0;
        while (!this.#stopping) {
            const started = performance.now();
            const end = await this.#live();
            if (this.#stopping) {
                return;
            }
            quickDeaths = performance.now() - started < longLifeMs ? quickDeaths + 1 : 1;
            if (quickDeaths >= allowed) {
                throw new Failure(`The IDE backend ended ${quickDeaths} times shortly after its start, the last time with ${end}.`, {
                    output: this.#tail.lines(SHOWN_LINES),
                    advice: 'The last lines of its output are above.'
                });
            }
            this.#onDeath(`The IDE backend ended unexpectedly with ${end}. It is started again.`);
            await this.#pause(firstPauseMs * 2 ** (quickDeaths - 1));
        }
    }

    /** Ends the program and its descendants: SIGTERM, and after the grace period SIGKILL. */
    async stop() {
        this.#stopping = true;
        this.#wake();
        if (this.#child?.pid !== undefined) {
            await endProcessTree(this.#child.pid, { graceMs: this.#limits.graceMs });
        }
    }

    /** Ends the program and its descendants at once. */
    kill() {
        this.#stopping = true;
        this.#wake();
        if (this.#child?.pid !== undefined) {
            killProcessTree(this.#child.pid);
        }
    }

    /** One life of the program, up to the end of whatever it left behind, so that its ports are free for the next one. */
    async #live() {
        const { command, args, cwd, env } = await this.#launch();
        if (this.#stopping) {
            return 'a request to stop';
        }
        const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
        this.#child = child;
        child.on('message', message => this.#onMessage(message));
        for (const stream of [child.stdout, child.stderr]) {
            stream.setEncoding('utf8').on('data', chunk => {
                this.#tail.push(chunk);
                this.#onOutput(chunk);
            });
        }
        const closed = new Promise(resolve => child.once('close', resolve));
        const end = await new Promise((resolve, reject) => {
            child.once('error', reject);
            child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
        });
        await endProcessTree(child.pid, { graceMs: this.#limits.graceMs });
        // A daemon that the program left behind may hold its output open for ever.
        await Promise.race([closed, pause(LAST_OUTPUT_MS, undefined, { ref: false })]);
        return end;
    }

    async #pause(durationMs) {
        await new Promise(resolve => {
            const timer = setTimeout(resolve, durationMs);
            this.#wake = () => {
                clearTimeout(timer);
                resolve();
            };
            if (this.#stopping) {
                this.#wake();
            }
        });
    }
}

const TERMINAL_TICK_MS = 1000;
const PLAIN_TICK_MS = 10_000;

/** A duration as people say it: `0.4 s`, `42 s`, `3 min 05 s`. */
export function formatDuration(durationMs) {
    const seconds = durationMs / 1000;
    if (seconds < 59.5) {
        return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
    }
    const whole = Math.round(seconds);
    return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/**
 * Tells a person how the long steps go on. On a terminal one line per step, rewritten as time goes by; elsewhere a line at the
 * start, one every few seconds and one at the end. It writes to stderr: stdout belongs to the ready line.
 */
export class Progress {
    #stream;
    #tickMs;
    #current;

    constructor(stream = process.stderr, tickMs = stream.isTTY ? TERMINAL_TICK_MS : PLAIN_TICK_MS) {
        this.#stream = stream;
        this.#tickMs = tickMs;
    }

    /** Shows `name` as going on until `work` settles, and gives back its outcome. */
    async step(name, work) {
        const started = performance.now();
        const elapsed = () => formatDuration(performance.now() - started);
        this.#show(`… ${name}`);
        const timer = setInterval(() => this.#show(`… ${name} (${elapsed()})`), this.#tickMs);
        try {
            const result = await work();
            this.#finish(`✓ ${name} (${elapsed()})`);
            return result;
        } catch (error) {
            this.#finish(`✗ ${name} (${elapsed()})`);
            throw error;
        } finally {
            clearInterval(timer);
        }
    }

    /** As `step`, beside a program that prints its own lines: only the end is told. */
    async aside(name, work) {
        const started = performance.now();
        const tell = mark => this.note(`${mark} ${name} (${formatDuration(performance.now() - started)})`);
        try {
            const result = await work();
            tell('✓');
            return result;
        } catch (error) {
            tell('✗');
            throw error;
        }
    }

    /** Prints a message without disturbing the line of the running step. */
    note(message) {
        if (this.#current !== undefined && this.#stream.isTTY) {
            this.#stream.write(`\r\x1b[K${message}\n${this.#current}`);
        } else {
            this.#stream.write(`${message}\n`);
        }
    }

    #show(line) {
        this.#current = line;
        this.#stream.write(this.#stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    }

    #finish(line) {
        this.#current = undefined;
        this.#stream.write(this.#stream.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`);
    }
}

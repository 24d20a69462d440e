import { Emitter } from '@theia/core/lib/common';
import type { ShellMark } from '../../common';

/**
 * What a shell does: `unknown` when it sets no marks, `starting` before its first prompt, `idle` at a prompt, `unfinished` when it
 * waits for the rest of a command line, `running` while a command runs or text that was sent has still to be read.
 */
export type ShellState = 'unknown' | 'starting' | 'idle' | 'unfinished' | 'running';

/** A command line that was run in a terminal. */
export interface TrackedCommand {
    readonly commandLine: string;
    readonly running: boolean;
    /** Known once the command has ended. */
    readonly exitCode?: number;
}

/** Lines that are being sent to a shell. */
export interface LinesUnderWay {
    /** The terminal has them. */
    arrived(): void;
    /** They do not get there. */
    takeBack(): void;
}

/** A shell that shows a prompt reads what was typed ahead at once; a line that it has not read by then went to the program. */
const TYPED_AHEAD_MS = 1_000;
/** A shell without marks that has printed nothing for this long has probably done what it was told. */
const QUIET_MS = 1_500;

/**
 * Follows the commands of one shell by its marks. Every line that the shell reads is answered by a prompt with a new number, so
 * counting them tells when a line that was sent has been dealt with, even before the shell has begun to read it.
 */
export class CommandTracker {
    protected readonly onDidChangeEmitter = new Emitter<void>();
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** Whether the shell sets marks at all. */
    protected marked = false;
    protected command?: TrackedCommand;
    /** Number of the last prompt. */
    protected seen = 0;
    /** Number that the prompt will have when everything that was sent has been read. */
    protected expected = 1;
    protected waitsForInput = false;
    protected unfinished = false;
    /** Whether the shell has shown a prompt with lines still to be read, which it reads now if no program has. */
    protected hasTypedAhead = false;
    protected typedAhead?: ReturnType<typeof setTimeout>;
    /** So many times somebody is sending lines, which may have to wait for a person's word. */
    protected sending = 0;
    protected lastActivity = 0;
    protected disposed = false;

    /** What the shell does now, as far as its marks tell. */
    get state(): ShellState {
        if (!this.marked) {
            return 'unknown';
        }
        if (this.seen === 0) {
            return 'starting';
        }
        return !this.settled ? 'running' : this.unfinished ? 'unfinished' : 'idle';
    }

    /** The command that runs now, or else the last one that ran. */
    get lastCommand(): TrackedCommand | undefined {
        return this.command;
    }

    /** The shell sets marks: before this is said, nothing is known. */
    expectMarks(): void {
        this.marked = true;
        this.change();
    }

    /** So many lines are being sent to the shell. Who sends them says what becomes of them. */
    expectLines(count: number): LinesUnderWay {
        this.sending++;
        clearTimeout(this.typedAhead);
        if (count > 0) {
            // What runs now ends in a prompt of its own first.
            const base = this.settled ? this.seen : Math.max(this.expected, this.seen + (this.waitsForInput ? 0 : 1));
            this.expected = base + count;
        }
        this.activity();
        return {
            arrived: () => this.endSending(0),
            takeBack: () => this.endSending(count)
        };
    }

    /** Something was printed or typed; all that is known of a shell without marks. */
    activity(): void {
        this.lastActivity = performance.now();
    }

    /** The shell begins a command. */
    begin(commandLine: string): void {
        this.clearTypedAhead();
        this.waitsForInput = false;
        this.unfinished = false;
        this.command = { commandLine, running: true };
        // A command that the person began is waited for as well.
        this.expected = Math.max(this.expected, this.seen + 1);
        this.change();
    }

    /** Whether the line of a prompt that was there before is only drawn anew. */
    isRedrawn(mark: ShellMark): boolean {
        return mark.kind !== 'begin' && mark.number !== 0 && mark.number === this.seen;
    }

    /** The shell waits for a line: at a prompt, or for the rest of an unfinished one. */
    waitForLine(mark: Exclude<ShellMark, { kind: 'begin' }>): void {
        if (this.isRedrawn(mark)) {
            return;
        }
        this.seen = Math.max(this.seen, mark.number);
        this.clearTypedAhead();
        this.waitsForInput = true;
        this.unfinished = mark.kind === 'rest';
        if (mark.kind === 'prompt' && this.command?.running) {
            this.command = {
                commandLine: this.command.commandLine,
                running: false,
                ...(mark.status === undefined ? {} : { exitCode: mark.status })
            };
        }
        this.hasTypedAhead = this.seen < this.expected;
        this.giveUpTypedAhead();
        this.change();
    }

    /** Waits until nothing runs and everything that was sent has been read; answers false when that took too long, or was stopped. */
    async whenSettled(timeoutMs: number, stopped?: AbortSignal): Promise<boolean> {
        const deadline = performance.now() + timeoutMs;
        this.activity();
        for (let left = timeoutMs; !this.isSettledOrQuiet() && !stopped?.aborted && left > 0; left = deadline - performance.now()) {
            await this.nextChange(this.marked ? left : Math.min(left, QUIET_MS), stopped);
        }
        return this.isSettledOrQuiet();
    }

    /** The shell is gone; who waits need not any longer. */
    dispose(): void {
        this.disposed = true;
        this.clearTypedAhead();
        this.change();
        this.onDidChangeEmitter.dispose();
    }

    protected get settled(): boolean {
        return this.waitsForInput && this.seen >= this.expected;
    }

    protected isSettledOrQuiet(): boolean {
        return this.disposed || (this.marked ? this.settled : performance.now() - this.lastActivity >= QUIET_MS);
    }

    protected nextChange(timeoutMs: number, stopped?: AbortSignal): Promise<void> {
        return new Promise(resolve => {
            const done = (): void => {
                clearTimeout(timer);
                subscription.dispose();
                stopped?.removeEventListener('abort', done);
                resolve();
            };
            stopped?.addEventListener('abort', done);
            const timer = setTimeout(done, timeoutMs);
            const subscription = this.onDidChange(done);
        });
    }

    /** @param takenBack so many lines do not get there; others may have been sent since */
    protected endSending(takenBack: number): void {
        this.sending--;
        this.expected = Math.max(this.seen, this.expected - takenBack);
        this.giveUpTypedAhead();
        this.change();
    }

    /** Lines that a shell has not read soon after its prompt are not waited for, unless some may not even have been typed. */
    protected giveUpTypedAhead(): void {
        if (this.hasTypedAhead && this.sending === 0) {
            this.typedAhead = setTimeout(() => {
                this.hasTypedAhead = false;
                this.expected = this.seen;
                this.change();
            }, TYPED_AHEAD_MS);
        }
    }

    protected clearTypedAhead(): void {
        clearTimeout(this.typedAhead);
        this.hasTypedAhead = false;
    }

    protected change(): void {
        this.onDidChangeEmitter.fire();
    }
}

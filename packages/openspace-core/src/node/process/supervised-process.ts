import { Emitter, type ILogger } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How to start a program, and how to see that it is ready. */
export interface ProcessPlan<T> {
    /** What a person calls it, for logs and messages. */
    readonly name: string;
    readonly command: string;
    readonly args: readonly string[];
    readonly environment: NodeJS.ProcessEnv;
    /** Reads a line of standard output; answers once the line says that the program is ready. */
    readonly readReady: (line: string) => T | undefined;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;
/** A program that was ready for this long before it ended starts again with the first delay. */
const STEADY_MS = 1_000;
/** A program that is silent this long after its start is not waited for any longer. */
const READY_WITHIN_MS = 30_000;
const KEPT_LINES = 20;
const KILL_AFTER_MS = 5_000;

/**
 * Keeps a child process running: starts it again when it ends, later and later while it keeps ending. Its standard input is a
 * pipe that is never written: the child ends by itself when this process dies, however it dies.
 */
export class SupervisedProcess<T> {
    protected readonly onDidStartEmitter = new Emitter<T>();
    /** The program is ready; fires again after each restart. */
    readonly onDidStart = this.onDidStartEmitter.event;

    protected child?: ChildProcess;
    protected running?: T;
    protected readyAt?: number;
    protected problem?: string;
    protected settled = new Deferred();
    protected delayMs = FIRST_DELAY_MS;
    protected restart?: NodeJS.Timeout;
    protected stopped = false;
    protected lastLines: string[] = [];

    constructor(
        protected readonly plan: () => Promise<ProcessPlan<T>>,
        protected readonly logger: ILogger
    ) {}

    /** Starts the program; resolves when it is ready, has failed for the first time, or takes too long. Never rejects. */
    async start(): Promise<void> {
        void this.launch();
        const timer = setTimeout(() => this.settled.resolve(), READY_WITHIN_MS);
        await this.settled.promise;
        clearTimeout(timer);
    }

    /** What the ready program said, or undefined while it is not running. */
    get current(): T | undefined {
        return this.running;
    }

    /** Why the program is not running, for a person; undefined while all is well. */
    get trouble(): string | undefined {
        return this.running === undefined ? (this.problem ?? 'It is still starting.') : undefined;
    }

    /** Ends the program and does not start it again. */
    async stop(): Promise<void> {
        this.stopped = true;
        clearTimeout(this.restart);
        const { child } = this;
        if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
            return;
        }
        const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
        child.stdin?.end();
        child.kill('SIGTERM');
        const kill = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
        await ended;
        clearTimeout(kill);
    }

    /** Sends SIGTERM without waiting, for the last moments of this process. */
    kill(): void {
        this.stopped = true;
        this.child?.kill('SIGTERM');
    }

    protected async launch(): Promise<void> {
        let plan: ProcessPlan<T>;
        try {
            plan = await this.plan();
        } catch (error) {
            this.onEnd(error instanceof Error ? error.message : String(error));
            return;
        }
        if (this.stopped) {
            return;
        }
        this.lastLines = [];
        const child = spawn(plan.command, plan.args, { env: plan.environment, stdio: ['pipe', 'pipe', 'pipe'] });
        this.child = child;
        // The pipe breaks when the child ends first; the exit event tells of it.
        child.stdin.on('error', () => undefined);
        createInterface({ input: child.stdout }).on('line', line => this.onOutput(plan, line));
        createInterface({ input: child.stderr }).on('line', line => this.keepLine(plan.name, line));
        child.once('error', error => this.onEnd(`${plan.name} could not be started: ${error.message}`));
        child.once('exit', (code, signal) => {
            const how = signal ? `was ended by ${signal}` : `ended with code ${code ?? 0}`;
            this.onEnd([`${plan.name} ${how}.`, ...this.lastLines.slice(-3)].join('\n'));
        });
    }

    protected onOutput(plan: ProcessPlan<T>, line: string): void {
        const ready = this.running === undefined ? plan.readReady(line) : undefined;
        if (ready === undefined) {
            this.keepLine(plan.name, line);
            return;
        }
        this.running = ready;
        this.readyAt = performance.now();
        this.problem = undefined;
        this.logger.info(`${plan.name} is ready`);
        this.settled.resolve();
        this.onDidStartEmitter.fire(ready);
    }

    protected keepLine(name: string, line: string): void {
        this.lastLines = [...this.lastLines.slice(1 - KEPT_LINES), line];
        this.logger.debug(`${name}: ${line}`);
    }

    protected onEnd(problem: string): void {
        const { readyAt } = this;
        this.running = undefined;
        this.readyAt = undefined;
        if (this.stopped) {
            return;
        }
        this.problem = problem;
        this.settled.resolve();
        if (readyAt !== undefined && performance.now() - readyAt > STEADY_MS) {
            this.delayMs = FIRST_DELAY_MS;
        }
        this.logger.warn(`${problem} Starting it again in ${this.delayMs} ms.`);
        this.restart = setTimeout(() => void this.launch(), this.delayMs);
        this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
    }
}

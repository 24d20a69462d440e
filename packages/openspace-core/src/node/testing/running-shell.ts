import { ILogger } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { EnvironmentUtils } from '@theia/core/lib/node/environment-utils';
import { Container } from '@theia/core/shared/inversify';
import { MultiRingBuffer, MultiRingBufferOptions, MultiRingBufferReadableStream, ProcessManager } from '@theia/process/lib/node';
import { ShellProcessFactory } from '@theia/terminal/lib/node/shell-process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { UserSettings } from '../settings/user-settings';
import { TabRegistry } from '../tab/tab-registry';
import { bindTerminals } from '../terminal/bind-terminals';
import { ObservedShellProcess } from '../terminal/observed-shell-process';
import { GivenSettings } from './given-settings';

const [ESCAPE, BELL] = ['\x1b', '\x07'];
const MARK = new RegExp(`${ESCAPE}\\]7133;(\\w);(\\w+);?([^${BELL}]*)${BELL}`, 'g');

/** A real shell in a home of its own, with what it has printed so far. */
export class RunningShell {
    text = '';
    /** What the marks of the shell said so far, without the secret. */
    readonly marks: string[] = [];
    /** Output in which a mark may have begun. */
    protected rest = '';
    protected readonly output: MultiRingBufferReadableStream;

    /** Starts bash with what the application gives to all its terminals. */
    static start(container: Container, home: string, options: { args?: string[]; env?: Record<string, string> } = {}): RunningShell {
        const factory = container.get<(options: object) => ObservedShellProcess>(ShellProcessFactory);
        const rootURI = FileUri.create(home).toString();
        return new RunningShell(factory({ shell: '/bin/bash', rootURI, ...options, env: { HOME: home, ...options.env } }));
    }

    protected constructor(readonly process: ObservedShellProcess) {
        this.output = process.createOutputStream().on('data', (data: string) => this.take(data));
    }

    /** Nobody sees any longer what the shell prints. */
    stopWatching(): void {
        this.output.dispose();
    }

    /** Types the lines, each when the one before has been dealt with. */
    async run(...lines: string[]): Promise<void> {
        await this.until(() => this.marks.length > 0);
        for (const line of lines) {
            const prompts = this.prompts;
            this.process.write(`${line}\n`);
            await this.until(() => this.prompts > prompts);
        }
    }

    async until(isSo: () => boolean): Promise<void> {
        const output = this.process.createOutputStream();
        try {
            while (!isSo()) {
                await once(output, 'data');
                await new Promise(resolve => setImmediate(resolve));
            }
        } finally {
            output.dispose();
        }
    }

    /**
     * The shell shows what was typed, and sleeps until the next key. An interrupt that comes just before it falls asleep would be dealt
     * with only at that key.
     */
    async untilItWaitsBehind(typed: string): Promise<void> {
        await this.until(() => this.text.endsWith(typed));
        while ((await this.state()) !== 'S') {
            await new Promise(resolve => setImmediate(resolve));
        }
    }

    protected async state(): Promise<string | undefined> {
        return (await readFile(`/proc/${this.process.pid}/status`, 'utf8')).match(/^State:\s+(\w)/m)?.[1];
    }

    protected take(data: string): void {
        this.text += data;
        this.rest += data;
        for (const [mark, kind, secret, fields] of this.rest.matchAll(MARK)) {
            this.rest = this.rest.slice(this.rest.indexOf(mark) + mark.length);
            if (secret === this.process.markSecret) {
                this.marks.push(`${kind}${fields}`);
            }
        }
        this.rest = this.rest.slice(-100);
    }

    /** How often it has asked for a command. */
    get prompts(): number {
        return this.marks.filter(mark => /^[PQ]/.test(mark)).length;
    }
}

/** The part of the backend that terminals need. */
export function createTerminalContainer(): Container {
    const container = new Container();
    container.bind(UserSettings).toConstantValue(new GivenSettings({}));
    container.bind(ILogger).to(MockLogger);
    container.bind(ProcessManager).toSelf().inSingletonScope();
    container.bind(MultiRingBuffer).toSelf();
    container.bind(MultiRingBufferOptions).toConstantValue({ size: 1024 * 1024 });
    container.bind(EnvironmentUtils).toSelf();
    container.bind(ShellProcessFactory).toConstantValue(() => undefined);
    container.bind(TabRegistry).toSelf().inSingletonScope();
    bindTerminals(container.bind.bind(container), container.rebind.bind(container));
    return container;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import type { GlobalEvent } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeServer } from './opencode-server';

export type OpenCodeEvent = GlobalEvent['payload'];

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 2_000;
/** OpenCode lets the stream's heart beat every ten seconds. */
const SILENCE_MS = 30_000;

/** The server's stream of events, opened again whenever it breaks. The server replays nothing: whoever listens must ask for what was missed. */
@injectable()
export class OpenCodeEvents {
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(ILogger) @named('openspace:OpenCodeEvents') protected readonly logger: ILogger;

    protected readonly onDidReceiveEmitter = new Emitter<OpenCodeEvent>();
    readonly onDidReceive = this.onDidReceiveEmitter.event;
    protected readonly onDidConnectEmitter = new Emitter<void>();
    /** The stream is open, for the first time or again. */
    readonly onDidConnect = this.onDidConnectEmitter.event;
    protected readonly onDidListenEmitter = new Emitter<void>();
    /**
     * The open stream has brought its first event. The server says hello before it listens to itself: what happens in between is in
     * no stream, so that only what is asked from now on is complete.
     */
    readonly onDidListen = this.onDidListenEmitter.event;
    protected readonly onDidBreakEmitter = new Emitter<void>();
    /** The stream broke; events are missed until it is open again. */
    readonly onDidBreak = this.onDidBreakEmitter.event;

    /** A stream that is silent for this long is dead, though its connection may look open. */
    protected silenceMs = SILENCE_MS;
    protected connected = new Deferred();
    protected streamIsOpen = false;
    protected isListening = false;
    protected readonly closing = new AbortController();
    protected leaving = new AbortController();

    @postConstruct()
    protected init(): void {
        this.server.onWillChange(() => {
            this.leaving.abort();
            this.leaving = new AbortController();
            this.lose();
        });
    }

    /** Whether the stream is open now. */
    get isConnected(): boolean {
        return this.streamIsOpen;
    }

    /** Opens the stream and keeps it open until `stop`. */
    start(): void {
        void this.keepOpen();
    }

    /** Closes the stream of events for good. Nobody is told that it broke, since nobody has to wait for it. */
    stop(): void {
        this.streamIsOpen = false;
        this.closing.abort();
    }

    /** Resolves when the stream is open; rejects, with the reason for a person, when it does not open in time or is closed for good. */
    async whenConnected(timeoutMs = this.server.patienceMs): Promise<void> {
        if (this.server.wrongSetting !== undefined) {
            throw new Error(this.server.wrongSetting);
        }
        const opened = new AbortController();
        const late = this.pause(timeoutMs, opened.signal).then(() => false);
        const inTime = await Promise.race([this.connected.promise.then(() => true), late]);
        opened.abort();
        if (!inTime) {
            const trouble = await this.server.findTrouble();
            throw new Error(trouble ?? "OpenCode, the agent's server, does not answer; it may still be starting. Try again in a moment.");
        }
    }

    protected async keepOpen(): Promise<void> {
        let delayMs = FIRST_DELAY_MS;
        while (!this.closing.signal.aborted) {
            try {
                await this.readStream(() => (delayMs = FIRST_DELAY_MS));
                this.logger.debug('The event stream ended');
            } catch (error) {
                this.logger.debug(`The event stream is not open: ${error instanceof Error ? error.message : String(error)}`);
            }
            this.lose();
            await this.pause(delayMs);
            delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
        }
    }

    /** Over at once when the stream is closed for good: nothing may hold a process that is to end. */
    protected async pause(ms: number, ...enough: AbortSignal[]): Promise<void> {
        const signal = AbortSignal.any([this.closing.signal, ...enough]);
        await sleep(ms, undefined, { signal }).catch(() => undefined);
    }

    protected lose(): void {
        if (this.streamIsOpen) {
            this.streamIsOpen = false;
            this.connected = new Deferred();
            this.onDidBreakEmitter.fire();
        }
    }

    protected async readStream(onOpen: () => void): Promise<void> {
        const client = await this.clients.client();
        const silence = new AbortController();
        const listening = setTimeout(() => silence.abort(), this.silenceMs);
        let failure: Error | undefined;
        try {
            const { stream } = await client.global.event({
                signal: AbortSignal.any([this.closing.signal, this.leaving.signal, silence.signal]),
                // Reconnecting is ours to do: the listeners must know of the gap.
                sseMaxRetryAttempts: 1,
                onSseError: error => (failure = error instanceof Error ? error : new Error('The server refused the event stream'))
            });
            for await (const event of stream) {
                listening.refresh();
                this.take(event.payload, onOpen);
            }
        } finally {
            clearTimeout(listening);
        }
        if (silence.signal.aborted) {
            throw new Error(`The server has been silent for ${this.silenceMs} ms`);
        }
        if (failure) {
            throw failure;
        }
    }

    protected take(event: OpenCodeEvent, onOpen: () => void): void {
        if (event.type === 'server.connected') {
            onOpen();
            this.streamIsOpen = true;
            this.isListening = false;
            this.connected.resolve();
            this.onDidConnectEmitter.fire();
            return;
        }
        this.onDidReceiveEmitter.fire(event);
        if (!this.isListening) {
            this.isListening = true;
            this.onDidListenEmitter.fire();
        }
    }
}

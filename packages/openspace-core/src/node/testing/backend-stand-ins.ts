import type { Disposable } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { ModelSwitch } from '../opencode/model-switch';
import { OpenCodeEvents, type OpenCodeEvent } from '../opencode/opencode-events';
import { OpenCodeProxy } from '../opencode/opencode-proxy';
import { authorization, OpenCodeServer, type OpenCodeAddress } from '../opencode/opencode-server';
import { TabRegistry } from '../tab/tab-registry';
import { CuttableRelay } from './cuttable-relay';

/** The server behind a network that can be cut. */
@injectable()
export class RelayedServer extends OpenCodeServer {
    relay?: CuttableRelay;
    protected relayed: OpenCodeAddress | undefined;

    override async configure(): Promise<void> {
        this.relayed = undefined;
        this.relay?.stop();
        await super.configure();
        if (super.known) {
            const { url, ...rest } = super.known;
            this.relay = await CuttableRelay.start(Number(new URL(url).port));
            this.relayed = { ...rest, url: this.relay.url };
        }
    }

    override get known(): OpenCodeAddress | undefined {
        return this.relayed ?? super.known;
    }

    /** What the server answers to a question that does not go through the network. */
    async askDirectly(path: string, directory: string): Promise<unknown> {
        const address = this.server?.current;
        if (!address) {
            throw new Error('The server has not been started.');
        }
        const url = `${address.url}${path}?directory=${encodeURIComponent(directory)}`;
        return (await fetch(url, { headers: authorization(address) })).json();
    }

    override async stop(): Promise<void> {
        this.relay?.stop();
        await super.stop();
    }
}

/** A stream that can be made to say no more than hello, as that of a busy server does for a while. */
@injectable()
export class HesitantEvents extends OpenCodeEvents {
    saysOnlyHello = false;
    /** The types of the events that it kept to itself. */
    readonly unsaid: string[] = [];

    protected override take(event: OpenCodeEvent, onOpen: () => void): void {
        if (this.saysOnlyHello && event.type !== 'server.connected') {
            this.unsaid.push(event.type);
        } else {
            super.take(event, onOpen);
        }
    }
}

/** One that is told nothing more once it has ended, as if its process had. */
@injectable()
export class EndingProxy extends OpenCodeProxy {
    protected listening?: Disposable;

    protected override init(): void {
        this.listening = this.events.onDidReceive(event => this.onEvent(event));
    }

    end(): void {
        this.listening?.dispose();
    }
}

/** Does not wait until somebody has typed to the end. */
@injectable()
export class HastySwitch extends ModelSwitch {
    protected override typingPauseMs = 0;
}

/** One that need not wait until it is sure that a tab will not come back. */
@injectable()
export class ToldRegistry extends TabRegistry {
    giveUp(tabId: string): void {
        this.forget(tabId);
    }
}

import { once } from 'node:events';
import { HUB_LINK_PATH, HubMessage, IdeMessage, LinkedTab } from '@openspace/protocol';
import { WebSocket } from 'ws';

/** The other end of a link: an IDE that executes what the Hub asks for as the test says. */
export class LinkedIde {
    readonly received: HubMessage[] = [];

    private constructor(readonly socket: WebSocket) {}

    /** Links itself and tells its tabs; `answer` gives the result of a call, or nothing for a call that stays open. */
    static async link(
        port: number,
        token: string,
        tabs: readonly LinkedTab[],
        answer: (message: HubMessage) => Omit<Extract<IdeMessage, { type: 'result' }>, 'type' | 'callId'> | undefined = () => undefined
    ): Promise<LinkedIde> {
        const socket = new WebSocket(`ws://127.0.0.1:${port}${HUB_LINK_PATH}`, { headers: { authorization: `Bearer ${token}` } });
        const ide = new LinkedIde(socket);
        socket.on('message', data => {
            const message = JSON.parse((data as Buffer).toString()) as HubMessage;
            ide.received.push(message);
            const result = answer(message);
            if (result) {
                ide.send({ type: 'result', callId: message.callId, ...result });
            }
        });
        await once(socket, 'open');
        ide.send({ type: 'tabs', tabs: [...tabs] });
        // The Hub answers a ping after what came before it, so it knows the tabs by then.
        socket.ping();
        await once(socket, 'pong');
        return ide;
    }

    send(message: IdeMessage): void {
        this.socket.send(JSON.stringify(message));
    }

    /** Resolves when the Hub has asked for this many calls. */
    async calls(count: number): Promise<void> {
        while (this.received.length < count) {
            await once(this.socket, 'message');
        }
    }
}

export function linkedTab(changes: Partial<LinkedTab> = {}): LinkedTab {
    return { tabId: 'tab-1', workspace: '/home/ada/sample', sessions: [], ...changes };
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
    HUB_LINK_IDE_HEADER,
    HUB_LINK_PASS_HEADER,
    HUB_LINK_PATH,
    HUB_LINK_VERSION,
    HUB_LINK_VERSION_HEADER,
    HubMessage,
    IdeMessage,
    LinkedTab
} from '@openspace/protocol';
import { WebSocket } from 'ws';
import { ExecuteMessage } from '../link/ide-link';

/** What the Hub sends for its doors to the workspace. */
export type WorkspaceMessage = Exclude<HubMessage, ExecuteMessage | { type: 'connections' }>;

/** With what the chats of such an IDE prove that they are its own, unless the test says otherwise. */
export const CHAT_PASS = 'the pass of the chat';

/** The other end of a link: an IDE that executes what the Hub asks for as the test says. */
export class LinkedIde {
    readonly received: ExecuteMessage[] = [];
    readonly workspaceMessages: WorkspaceMessage[] = [];
    /** The callers that were still there, each time that the Hub told. */
    readonly connections: (readonly string[])[] = [];

    private constructor(readonly socket: WebSocket) {}

    /**
     * Links itself and tells its tabs; `answer` gives the result of a call, or nothing for a call that stays open. With `reply` it speaks
     * the newest version of the link, and replies like this to what the doors to the workspace ask.
     */
    static async link(
        port: number,
        linkKey: string,
        tabs: readonly LinkedTab[],
        answer: (message: ExecuteMessage) => Omit<Extract<IdeMessage, { type: 'result' }>, 'type' | 'callId'> | undefined = () => undefined,
        reply?: (message: WorkspaceMessage) => IdeMessage | undefined,
        ideId = 'some-ide',
        pass = CHAT_PASS
    ): Promise<LinkedIde> {
        const version = reply && { [HUB_LINK_VERSION_HEADER]: String(HUB_LINK_VERSION) };
        const digest = createHash('sha256').update(pass).digest('base64url');
        const socket = new WebSocket(`ws://127.0.0.1:${port}${HUB_LINK_PATH}`, {
            headers: { authorization: `Bearer ${linkKey}`, [HUB_LINK_IDE_HEADER]: ideId, [HUB_LINK_PASS_HEADER]: digest, ...version }
        });
        const ide = new LinkedIde(socket);
        socket.on('message', data => {
            const message = JSON.parse((data as Buffer).toString()) as HubMessage;
            if (message.type === 'connections') {
                ide.connections.push(message.connections);
                return;
            }
            if (message.type !== 'execute') {
                const replied = reply?.(message);
                if (message.type === 'consent') {
                    // The person has agreed long ago, unless the test says otherwise.
                    ide.send(replied?.type === 'answer' ? replied : { type: 'answer', callId: message.callId, allowed: true });
                    return;
                }
                ide.workspaceMessages.push(message);
                if (replied) {
                    ide.send(replied);
                }
                return;
            }
            ide.received.push(message);
            const result = answer(message);
            if (result) {
                ide.send({ type: 'result', callId: message.callId, ...result });
            }
        });
        await once(socket, 'open');
        ide.send({ type: 'tabs', tabs: [...tabs] });
        await ide.settled();
        return ide;
    }

    /** Resolves when the Hub has taken everything that was sent: it answers a ping after what came before it. */
    async settled(): Promise<void> {
        this.socket.ping();
        await once(this.socket, 'pong');
    }

    /** The first message for the workspace of this kind, come or to come. */
    async workspaceMessage<Type extends WorkspaceMessage['type']>(type: Type): Promise<Extract<WorkspaceMessage, { type: Type }>> {
        for (;;) {
            const found = this.workspaceMessages.find(message => message.type === type);
            if (found) {
                return found as Extract<WorkspaceMessage, { type: Type }>;
            }
            await once(this.socket, 'message');
        }
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

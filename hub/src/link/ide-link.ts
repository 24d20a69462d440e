import { EventEmitter } from 'node:events';
import { CommandResultPost, HubMessage, IdeMessage, ideMessageSchema, LIMITS, LinkedTab, PolicyMessage } from '@openspace/protocol';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { RawData, WebSocket } from 'ws';
import { HUB_LIMITS } from '../hub-limits';
import { parseJsonBody } from '../security/json-body';
import { CallRefusal } from './call-refusal';

/** How a call ended. */
export type CallResult = Pick<CommandResultPost, 'outcome' | 'result'>;

/** The same, and whether the Hub had to answer in place of an IDE. */
export interface LinkAnswer extends CallResult {
    readonly isOwn: boolean;
}

/** What the Hub sends to have a command executed. */
export type ExecuteMessage = Extract<HubMessage, { type: 'execute' }>;

/** What the Hub sends to learn something of an IDE, and what the IDE replies to each. */
interface LinkReplies {
    readonly ask: Extract<IdeMessage, { type: 'answer' }>;
    readonly hold: Extract<IdeMessage, { type: 'answer' }>;
    readonly 'find-document': Extract<IdeMessage, { type: 'document' }>;
    readonly 'replace-document': Extract<IdeMessage, { type: 'replaced' }>;
}
type RequestMessage = Extract<HubMessage, { type: keyof LinkReplies }>;
type ReplyMessage = LinkReplies[keyof LinkReplies];

const REPLY_TYPES: { readonly [Type in keyof LinkReplies]: LinkReplies[Type]['type'] } = {
    ask: 'answer',
    hold: 'answer',
    'find-document': 'document',
    'replace-document': 'replaced'
};

/** What nobody waits for is not sent to an IDE that is so far behind. */
const MOST_BUFFERED_BYTES = 4 * 1024 * 1024;

const readIdeMessage = new AjvJsonSchemaValidator().getValidator<IdeMessage>(ideMessageSchema);

const LINK_LOST: LinkAnswer = {
    isOwn: true,
    outcome: 'unknown',
    result: {
        success: false,
        code: 'link-lost',
        error: 'The link to the IDE was lost while the command ran. It may or may not have happened: look before you try again.'
    }
};

/** Close codes of WebSocket: what the other end sent broke the rules. */
const POLICY_VIOLATION = 1008;

/** A call that the IDE has not answered yet. */
interface OpenCall {
    readonly answer: (answer: LinkAnswer) => void;
    readonly onWaiting: () => void;
}

interface OpenRequest {
    readonly replyType: ReplyMessage['type'];
    readonly take: (reply: ReplyMessage | undefined) => void;
}

interface LinkEvents {
    readonly tabs: [tabs: readonly LinkedTab[]];
    readonly policy: [policy: PolicyMessage];
    readonly close: [];
}

/**
 * One linked IDE. Every call that it is given ends in one result: the IDE's, or `unknown` as soon as the link is lost. A link that
 * stays silent although it is asked for a sign of life is lost.
 */
export class IdeLink extends EventEmitter<LinkEvents> {
    private readonly waiting = new Map<string, OpenCall>();
    private readonly requests = new Map<string, OpenRequest>();
    private readonly heartbeat: NodeJS.Timeout;
    private isAlive = true;

    constructor(
        readonly linkId: string,
        private readonly socket: WebSocket,
        /** The version of the link that the IDE speaks. */
        readonly version: number
    ) {
        super();
        this.heartbeat = setInterval(() => this.beat(), LIMITS.linkSilenceMs / 2).unref();
        socket.on('pong', () => (this.isAlive = true));
        socket.on('message', data => this.receive(data));
        // What follows an error is always a close.
        socket.on('error', () => undefined);
        socket.on('close', () => this.end());
    }

    /** Calls and questions that wait for their result. */
    get openCalls(): number {
        return this.waiting.size + this.requests.size;
    }

    /**
     * Resolves with the one result; `onWaiting` is called when the IDE says that a person has to decide first.
     *
     * @throws {CallRefusal} when the IDE has too many calls open already
     */
    execute(message: ExecuteMessage, onWaiting: () => void): Promise<LinkAnswer> {
        if (this.openCalls >= HUB_LIMITS.callsPerLink) {
            throw new CallRefusal('ide-busy', `${HUB_LIMITS.callsPerLink} calls wait for this IDE already. Try again later.`);
        }
        if (this.socket.readyState !== WebSocket.OPEN) {
            throw new CallRefusal('no-ide', 'The IDE has just gone away. Try again when it is back.');
        }
        return new Promise(answer => {
            this.waiting.set(message.callId, { answer, onWaiting });
            this.socket.send(JSON.stringify(message));
        });
    }

    /** Resolves with the one reply, or with nothing when there is none: the link is lost, overloaded, or cannot carry the message. */
    request<Type extends keyof LinkReplies>(message: RequestMessage & { readonly type: Type }): Promise<LinkReplies[Type] | undefined> {
        const text = JSON.stringify(message);
        if (
            this.openCalls >= HUB_LIMITS.callsPerLink ||
            this.socket.readyState !== WebSocket.OPEN ||
            Buffer.byteLength(text) > LIMITS.linkMessageBytes
        ) {
            return Promise.resolve(undefined);
        }
        return new Promise(resolve => {
            const take = (reply: ReplyMessage | undefined): void => resolve(reply as LinkReplies[Type] | undefined);
            this.requests.set(message.callId, { replyType: REPLY_TYPES[message.type], take });
            this.socket.send(text);
        });
    }

    /** Tells the IDE something that it does not reply to. */
    tell(message: Extract<HubMessage, { type: 'withdraw' | 'file-changed' | 'activity' }>): void {
        if (
            this.socket.readyState !== WebSocket.OPEN ||
            (message.type !== 'withdraw' && this.socket.bufferedAmount >= MOST_BUFFERED_BYTES)
        ) {
            return;
        }
        const text = JSON.stringify(message);
        if (Buffer.byteLength(text) <= LIMITS.linkMessageBytes) {
            this.socket.send(text);
        }
    }

    /** Ends the link at once. */
    terminate(): void {
        this.socket.terminate();
    }

    private receive(data: RawData): void {
        this.isAlive = true;
        const message = read(data);
        if (!message) {
            this.socket.close(POLICY_VIOLATION, 'This message is not one that an IDE sends.');
        } else if (message.type === 'tabs') {
            this.emit('tabs', message.tabs);
        } else if (message.type === 'waiting') {
            this.waiting.get(message.callId)?.onWaiting();
        } else if (message.type === 'policy') {
            this.emit('policy', message);
        } else if (message.type !== 'result') {
            this.takeReply(message);
        } else {
            const { callId, outcome, result } = message;
            this.waiting.get(callId)?.answer({ outcome, result, isOwn: false });
            this.waiting.delete(callId);
        }
    }

    private takeReply(reply: ReplyMessage): void {
        const request = this.requests.get(reply.callId);
        if (request?.replyType === reply.type) {
            this.requests.delete(reply.callId);
            request.take(reply);
        }
    }

    private beat(): void {
        if (!this.isAlive) {
            this.socket.terminate();
            return;
        }
        this.isAlive = false;
        this.socket.ping();
    }

    private end(): void {
        clearInterval(this.heartbeat);
        this.waiting.forEach(({ answer }) => answer(LINK_LOST));
        this.waiting.clear();
        this.requests.forEach(({ take }) => take(undefined));
        this.requests.clear();
        this.emit('close');
    }
}

function read(data: RawData): IdeMessage | undefined {
    try {
        const { data: message } = readIdeMessage(
            parseJsonBody(Buffer.isBuffer(data) ? data : Buffer.concat([data].flat() as Uint8Array[]))
        );
        return message;
    } catch {
        // Not JSON, or not plain data.
        return undefined;
    }
}

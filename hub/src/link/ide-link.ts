import { createHash, timingSafeEqual } from 'node:crypto';
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
    readonly consent: Extract<IdeMessage, { type: 'answer' }>;
    readonly ask: Extract<IdeMessage, { type: 'answer' }>;
    readonly hold: Extract<IdeMessage, { type: 'answer' }>;
    readonly 'find-document': Extract<IdeMessage, { type: 'document' }>;
    readonly 'replace-document': Extract<IdeMessage, { type: 'replaced' }>;
}
type RequestMessage = Extract<HubMessage, { type: keyof LinkReplies }>;
type ReplyMessage = LinkReplies[keyof LinkReplies];

const REPLY_TYPES: { readonly [Type in keyof LinkReplies]: LinkReplies[Type]['type'] } = {
    consent: 'answer',
    ask: 'answer',
    hold: 'answer',
    'find-document': 'document',
    'replace-document': 'replaced'
};

/** How long a reply may take. A person may have to decide first about all but what is open. */
const REPLY_TIMES_MS: { readonly [Type in keyof LinkReplies]: number } = {
    consent: HUB_LIMITS.personReplyMs,
    ask: HUB_LIMITS.personReplyMs,
    hold: HUB_LIMITS.personReplyMs,
    'find-document': HUB_LIMITS.documentReplyMs,
    'replace-document': HUB_LIMITS.personReplyMs
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
    readonly type: keyof LinkReplies;
    /** Takes the one reply, or nothing when the link is lost. */
    readonly take: (reply: ReplyMessage | undefined) => void;
}

interface LinkEvents {
    /** The tabs that can be reached, and those that are away and still hold what agents ask for. */
    readonly tabs: [tabs: readonly LinkedTab[], away: readonly LinkedTab[]];
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
    private queued = 0;

    constructor(
        readonly linkId: string,
        private readonly socket: WebSocket,
        /** The version of the link that the IDE speaks. */
        readonly version: number,
        /** What the IDE calls itself, if it does: the one that started the Hub told the Hub the same. */
        readonly ideId?: string,
        /** By what the pass of its chats is known. */
        private readonly passDigest = ''
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

    /** Commands that wait in the IDE's own queues, as it told last. */
    get queuedCommands(): number {
        return this.queued;
    }

    /**
     * Resolves with the one result; `onWaiting` is called when the IDE says that a person has to decide first.
     *
     * @throws {CallRefusal} when the IDE has too many calls open already, or the message is too long
     */
    execute(message: ExecuteMessage, onWaiting: () => void): Promise<LinkAnswer> {
        const text = withinLimit(message);
        this.refuseTooMany('execute');
        if (this.socket.readyState !== WebSocket.OPEN) {
            throw new CallRefusal('no-ide', 'The IDE has just gone away. Try again when it is back.');
        }
        return new Promise(answer => {
            this.waiting.set(message.callId, { answer, onWaiting });
            this.socket.send(text);
        });
    }

    /**
     * Resolves with the one reply, or with nothing when the link is lost, or when the IDE, told that `signal` aborted, says nothing.
     *
     * @throws {CallRefusal} when the IDE is there and nothing can be learned from it: it is busy or silent, or the message is too long
     */
    async request<Type extends keyof LinkReplies>(
        message: RequestMessage & { readonly type: Type },
        signal?: AbortSignal
    ): Promise<LinkReplies[Type] | undefined> {
        const { type, callId } = message;
        if (this.socket.readyState !== WebSocket.OPEN || signal?.aborted) {
            return undefined;
        }
        const text = withinLimit(message);
        this.refuseTooMany(type);
        let silence: NodeJS.Timeout | undefined;
        // What is under way may still happen, so the IDE gets a moment to say what became of it.
        const withdraw = (): void => {
            this.tell({ type: 'withdraw', callId });
            clearTimeout(silence);
            silence = setTimeout(() => this.requests.get(callId)?.take(undefined), HUB_LIMITS.documentReplyMs).unref();
        };
        try {
            return await new Promise<LinkReplies[Type] | undefined>((resolve, reject) => {
                this.requests.set(callId, { type, take: reply => resolve(reply as LinkReplies[Type] | undefined) });
                signal?.addEventListener('abort', withdraw, { once: true });
                silence = setTimeout(() => {
                    this.tell({ type: 'withdraw', callId });
                    reject(new CallRefusal('ide-silent', 'The IDE that has the workspace open does not answer. Try again later.'));
                }, REPLY_TIMES_MS[type]).unref();
                this.socket.send(text);
            });
        } finally {
            clearTimeout(silence);
            signal?.removeEventListener('abort', withdraw);
            this.requests.delete(callId);
        }
    }

    /** Tells the IDE something that it does not reply to. */
    tell(message: Extract<HubMessage, { type: 'withdraw' | 'file-changed' | 'activity' | 'connections' }>): void {
        const mayBeLost = message.type === 'file-changed' || message.type === 'activity';
        if (this.socket.readyState !== WebSocket.OPEN || (mayBeLost && this.socket.bufferedAmount >= MOST_BUFFERED_BYTES)) {
            return;
        }
        const text = JSON.stringify(message);
        if (Buffer.byteLength(text) <= LIMITS.linkMessageBytes) {
            this.socket.send(text);
        }
    }

    /** Whether this is the pass that the IDE gave to its own chats. Takes the same time for every wrong one. */
    isPassOfChat(pass: string): boolean {
        const known = Buffer.from(this.passDigest, 'base64url');
        const given = createHash('sha256').update(pass).digest();
        return known.length === given.length && timingSafeEqual(known, given);
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
            this.emit('tabs', message.tabs, message.away ?? []);
        } else if (message.type === 'waiting') {
            this.waiting.get(message.callId)?.onWaiting();
        } else if (message.type === 'policy') {
            this.emit('policy', message);
        } else if (message.type === 'queue') {
            this.queued = message.waiting;
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
        if (request && REPLY_TYPES[request.type] === reply.type) {
            request.take(reply);
        }
    }

    /** What a change begins with must be possible however many questions wait for a person, so it has its own limit. */
    private refuseTooMany(type: keyof LinkReplies | 'execute'): void {
        const changes = [...this.requests.values()].filter(request => precedesChange(request.type)).length;
        const [open, limit] = precedesChange(type)
            ? [changes, HUB_LIMITS.documentRequestsPerLink]
            : [this.openCalls - changes, HUB_LIMITS.callsPerLink];
        if (open >= limit) {
            throw new CallRefusal('ide-busy', `${limit} calls wait for this IDE already. Try again later.`);
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
        this.emit('close');
    }
}

/**
 * The message as it is sent. An IDE gives up a link on which more comes at once.
 *
 * @throws {CallRefusal} when it is too long
 */
function withinLimit(message: HubMessage): string {
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) > LIMITS.linkMessageBytes) {
        throw new CallRefusal('too-long', 'It is too long to be sent to the IDE that has the workspace open. Make it shorter.');
    }
    return text;
}

function precedesChange(type: keyof LinkReplies | 'execute'): boolean {
    return type === 'consent' || type === 'find-document' || type === 'replace-document';
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

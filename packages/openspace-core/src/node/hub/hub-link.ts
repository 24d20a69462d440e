import {
    ADVICE_LINK_VERSION,
    AWAY_LINK_VERSION,
    answerMessageSchema,
    HUB_LINK_IDE_HEADER,
    HUB_LINK_PASS_HEADER,
    HUB_LINK_PATH,
    HUB_LINK_VERSION,
    HUB_LINK_VERSION_HEADER,
    hubMessageSchema,
    LIMITS,
    NETWORK_LINK_VERSION,
    QUEUE_LINK_VERSION,
    REFUSAL_LINK_VERSION,
    WORKSPACE_LINK_VERSION,
    type HubMessage,
    type IdeMessage,
    type LinkedTab
} from '@openspace/protocol';
import { shortenResult } from '@openspace/workspace-tools';
import { DisposableCollection, ILogger } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import throttle from '@theia/core/shared/lodash.throttle';
import Ajv from 'ajv';
import WebSocket from 'ws';
import type { CommandExecution, TabIdentity } from '../../common';
import { ActivityLog } from '../activity/activity-log';
import { CommandLedger } from '../ledger/command-ledger';
import { toldResult } from '../ledger/told-result';
import { PolicySettings } from '../settings/policy-settings';
import { TabRegistry } from '../tab/tab-registry';
import { ConversationPass } from './conversation-pass';
import { cutToSchema } from './cut-to-schema';
import { DoorDocuments } from './door-documents';
import { DoorQuestions, type AnswerMessage } from './door-questions';
import { HubProcess } from './hub-process';
import { refusalOf } from './refuse-message';

/** Pauses between attempts to link: short at first, since a Hub that was killed is back soon. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

const isHubMessage = new Ajv().compile<HubMessage>(hubMessageSchema);

/**
 * The one WebSocket to the Hub: tells it which tabs there are and what the person's settings make of the policy, executes in the tabs
 * what other agents ask for through the Hub's doors, and lets the doors to the workspace reach the person and the open documents. A lost link is opened again by itself; what runs meanwhile runs to its end, and its result is posted like any other.
 */
@injectable()
export class HubLink {
    @inject(HubProcess) protected readonly hub: HubProcess;
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(ConversationPass) protected readonly pass: ConversationPass;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(PolicySettings) protected readonly policy: PolicySettings;
    @inject(DoorQuestions) protected readonly questions: DoorQuestions;
    @inject(DoorDocuments) protected readonly documents: DoorDocuments;
    @inject(ActivityLog) protected readonly activity: ActivityLog;
    @inject(ILogger) @named('openspace:HubLink') protected readonly logger: ILogger;

    protected readonly subscriptions = new DisposableCollection();
    protected socket?: WebSocket;
    /** What the Hub at the other end understands; nothing until the link is up. */
    protected hubVersion = 0;
    protected publication = 0;
    protected pauseMs = FIRST_PAUSE_MS;
    protected nextAttempt?: NodeJS.Timeout;
    protected isRunning = false;
    protected announcement?: NodeJS.Immediate;
    /** For those who run the Hub: now and then, and always the last number. */
    protected readonly tellQueueSoon = throttle(() => this.tellQueue(), LIMITS.queuePauseMs);
    /** What the Hub knows of the queues. */
    protected toldQueue?: number;
    /** The calls of the Hub that have no result yet. */
    protected readonly openCalls = new Set<string>();

    /** Links this IDE to the Hub, and again whenever the link is lost. */
    start(): void {
        this.isRunning = true;
        const announceSoon = (): void => this.announceSoon();
        this.subscriptions.pushAll([
            this.tabs.onDidChange(announceSoon),
            this.tabs.onDidGo(announceSoon),
            this.tabs.onDidActivate(announceSoon),
            this.ledger.onDidChangeOwners(announceSoon),
            this.ledger.paused.onDidChange(announceSoon),
            this.ledger.onDidProgress(this.tellQueueSoon),
            this.ledger.paused.onDidChange(this.tellQueueSoon),
            this.ledger.onDidWaitForPerson(callId => this.tellWaiting(callId)),
            this.policy.onDidChange(() => void this.publishPolicy()),
            this.hub.onDidStart(() => this.openNow())
        ]);
        this.openNow();
    }

    /** Closes the link for good. */
    stop(): void {
        this.isRunning = false;
        this.subscriptions.dispose();
        clearTimeout(this.nextAttempt);
        clearImmediate(this.announcement);
        this.tellQueueSoon.cancel();
        this.socket?.terminate();
    }

    protected openNow(): void {
        this.pauseMs = FIRST_PAUSE_MS;
        if (this.socket === undefined) {
            clearTimeout(this.nextAttempt);
            this.open();
        }
    }

    protected open(): void {
        let socket: WebSocket;
        try {
            const { url, key } = this.hub.currentLink();
            socket = new WebSocket(`${url.replace(/^http/, 'ws')}${HUB_LINK_PATH}`, {
                headers: {
                    authorization: `Bearer ${key}`,
                    [HUB_LINK_VERSION_HEADER]: String(HUB_LINK_VERSION),
                    [HUB_LINK_IDE_HEADER]: this.hub.ideId,
                    [HUB_LINK_PASS_HEADER]: this.pass.digest
                },
                maxPayload: LIMITS.linkMessageBytes,
                handshakeTimeout: LIMITS.linkSilenceMs
            });
        } catch (error) {
            this.tryLater(error);
            return;
        }
        this.socket = socket;
        let failure: unknown;
        let silence: NodeJS.Timeout | undefined;
        const heard = (): void => {
            clearTimeout(silence);
            silence = setTimeout(() => socket.terminate(), LIMITS.linkSilenceMs).unref();
        };
        socket.on('upgrade', ({ headers }) => (this.hubVersion = Number(headers[HUB_LINK_VERSION_HEADER] ?? 1)));
        socket.on('open', () => {
            this.pauseMs = FIRST_PAUSE_MS;
            this.announce();
            void this.publishPolicy();
            this.toldQueue = undefined;
            this.tellQueue();
        });
        for (const event of ['open', 'ping', 'message']) {
            socket.on(event, heard);
        }
        socket.on('message', (data: Buffer) => void this.receive(socket, data));
        socket.on('unexpected-response', (_request, { statusCode }) => {
            failure = `it answered ${statusCode ?? 'nothing'}`;
            if (statusCode === 401) {
                this.hub.forgetToken();
            }
            socket.terminate();
        });
        socket.on('error', error => (failure ??= error));
        socket.on('close', code => {
            clearTimeout(silence);
            this.socket = undefined;
            this.hubVersion = 0;
            this.questions.withdrawAll();
            this.documents.withdrawAll();
            this.tryLater(failure ?? `it was closed with code ${code}`);
        });
    }

    protected tryLater(reason: unknown): void {
        if (this.isRunning) {
            this.logger.debug(`No link to the Hub: ${reason instanceof Error ? reason.message : String(reason)}`);
            this.nextAttempt = setTimeout(() => this.open(), this.pauseMs).unref();
            this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
        }
    }

    /** Several changes of one moment are told at once. */
    protected announceSoon(): void {
        clearImmediate(this.announcement);
        this.announcement = setImmediate(() => this.announce());
    }

    protected announce(): void {
        if (this.socket?.readyState === WebSocket.OPEN) {
            const away = this.hubVersion >= AWAY_LINK_VERSION ? this.tabs.away().filter(({ tabId }) => this.ledger.paused.has(tabId)) : [];
            send(this.socket, {
                type: 'tabs',
                tabs: this.tabs.all().map(tab => this.linkedTab(tab)),
                ...(away.length > 0 && { away: away.map(tab => this.linkedTab(tab)) })
            });
        }
    }

    protected linkedTab({ tabId, workspaceUri }: TabIdentity): LinkedTab {
        return {
            tabId,
            workspace: workspaceUri === undefined ? '' : FileUri.fsPath(workspaceUri),
            sessions: this.ledger.sessionsOf(tabId),
            ...(this.hubVersion >= WORKSPACE_LINK_VERSION && this.ledger.paused.has(tabId) ? { paused: true } : {})
        };
    }

    protected tellQueue(): void {
        const waiting = this.ledger.queued;
        if (this.hubVersion >= QUEUE_LINK_VERSION && this.socket?.readyState === WebSocket.OPEN && waiting !== this.toldQueue) {
            this.toldQueue = waiting;
            send(this.socket, { type: 'queue', waiting });
        }
    }

    protected tellWaiting(callId: string): void {
        if (this.openCalls.has(callId) && this.socket?.readyState === WebSocket.OPEN) {
            send(this.socket, { type: 'waiting', callId });
        }
    }

    protected async receive(socket: WebSocket, data: Buffer): Promise<void> {
        const sent = read(data);
        if (!isHubMessage(sent)) {
            this.logger.error('The Hub sent a message over the link that this version does not know.', isHubMessage.errors);
            const answer = refusalOf(sent);
            if (answer) {
                reply(socket, answer);
            }
            return;
        }
        const message: HubMessage = sent;
        switch (message.type) {
            case 'execute':
                await this.execute(socket, message);
                break;
            case 'ask':
                reply(socket, this.understood(await this.questions.ask(message)));
                break;
            case 'consent':
                reply(socket, this.understood(await this.questions.consentTo(message)));
                break;
            case 'hold':
                reply(socket, this.understood(await this.questions.hold(message)));
                break;
            case 'withdraw':
                this.questions.withdraw(message.callId);
                this.documents.withdraw(message.callId);
                break;
            case 'find-document':
                reply(socket, await this.documents.find(message));
                break;
            case 'replace-document':
                reply(socket, await this.documents.replace(message));
                break;
            case 'file-changed':
                this.documents.remember(message);
                break;
            case 'activity':
                this.activity.noteDoor(message);
                break;
            case 'connections':
                this.ledger.keepConnections(message.connections);
                break;
        }
    }

    /** A Hub that knows nothing of advice reads it with the reason. */
    protected understood(answer: AnswerMessage): AnswerMessage {
        const { reason, advice, ...rest } = answer;
        return this.hubVersion >= ADVICE_LINK_VERSION || reason === undefined || advice === undefined
            ? answer
            : { ...rest, reason: cutToSchema(`${reason} ${advice}`, answerMessageSchema.properties.reason) };
    }

    protected async execute(socket: WebSocket, message: Extract<HubMessage, { type: 'execute' }>): Promise<void> {
        const { callId, sessionId, commandId, args, tabId, client, connection, pass } = message;
        const caller = { client, ...(connection === undefined ? {} : { connection }), isConversation: this.pass.isShown(pass) };
        this.openCalls.add(callId);
        const { execution } = await this.ledger.execute({ callId, sessionId, commandId, args }, tabId, caller);
        this.openCalls.delete(callId);
        reply(socket, { type: 'result', callId, ...withinLimit(execution) });
    }

    /** Tells the Hub what the person's settings make of the policy, if it understands that. Of several at once the last one counts. */
    protected async publishPolicy(): Promise<void> {
        const publication = ++this.publication;
        const [{ sensitivePatterns = [], forbiddenPaths = [], limits = {}, network = false }, confirmation, refusesAgents] =
            await Promise.all([this.policy.current(), this.policy.confirmation(), this.policy.refusesAgents()]);
        if (publication === this.publication && this.hubVersion >= WORKSPACE_LINK_VERSION && this.socket?.readyState === WebSocket.OPEN) {
            const { readBytes, writeBytes } = limits;
            send(this.socket, {
                type: 'policy',
                sensitiveFiles: [...sensitivePatterns],
                forbiddenPaths: [...forbiddenPaths],
                limits: { ...(readBytes === undefined ? {} : { readBytes }), ...(writeBytes === undefined ? {} : { writeBytes }) },
                confirmation,
                ...(network && this.hubVersion >= NETWORK_LINK_VERSION && { network }),
                ...(refusesAgents && this.hubVersion >= REFUSAL_LINK_VERSION && { refusesAgents })
            });
        }
    }
}

function read(data: Buffer): unknown {
    try {
        return JSON.parse(data.toString());
    } catch {
        // Not JSON.
        return undefined;
    }
}

/** Characters are at most three bytes each in what JSON makes of a string. */
function withinLimit(execution: CommandExecution): CommandExecution {
    return { outcome: execution.outcome, result: shortenResult(toldResult(execution), LIMITS.linkMessageBytes / 3 - 1000) };
}

/** Over another link the Hub would not know the call any more: it has told its caller that the result is unknown. */
function reply(socket: WebSocket, message: IdeMessage): void {
    if (socket.readyState === WebSocket.OPEN) {
        send(socket, message);
    }
}

function send(socket: WebSocket, message: IdeMessage): void {
    socket.send(JSON.stringify(message));
}

import { randomUUID } from 'node:crypto';
import { summarizeArguments } from '@openspace/workspace-tools';
import { CONNECTIONS_LINK_VERSION } from '@openspace/protocol';
import { FastifyBaseLogger } from 'fastify';
import { CallAudit } from '../audit/call-audit';
import { HubMetrics } from '../operation/hub-metrics';
import { HubStore } from '../store/hub-store';
import { CallRefusal } from './call-refusal';
import { CallResult, IdeLink, LinkAnswer } from './ide-link';
import { chooseTab, LinkTarget } from './link-target';

/** What tells a caller from others, for the IDE to judge; never noted anywhere. */
export interface CallerIdentity {
    /** The caller's connection, which no other has. */
    readonly connection?: string;
    /** With what it proves that it speaks for a chat of the IDE. */
    readonly pass?: string;
}

/** A command that a door wants executed in an IDE. */
export interface IdeCall {
    readonly target: LinkTarget;
    /** Session that the call counts for: in the queue, the results and the audit. */
    readonly sessionId: string;
    /** Who calls and through which door. */
    readonly client: string;
    readonly identity: CallerIdentity;
    readonly commandId: string;
    readonly args: Readonly<Record<string, unknown>>;
    /** Called when a person has to decide before the command can run. */
    readonly onWaiting?: () => void;
}

/** What of a call is noted. */
type NotedCall = Pick<IdeCall, 'sessionId' | 'client' | 'commandId' | 'args'>;

/** Executes commands in linked IDEs; what the doors have in common. */
export class IdeCommands {
    private readonly links = new Map<string, IdeLink>();
    /** The callers that keep a connection and are still there. */
    private connections: readonly string[] = [];

    constructor(
        private readonly store: HubStore,
        private readonly audit: CallAudit,
        private readonly metrics: HubMetrics,
        private readonly log: FastifyBaseLogger
    ) {}

    /** Calls that wait for an IDE now. */
    get openCalls(): number {
        return [...this.links.values()].reduce((sum, link) => sum + link.openCalls, 0);
    }

    /** Commands that wait in the queues of the linked IDEs. */
    get queuedCommands(): number {
        return [...this.links.values()].reduce((sum, link) => sum + link.queuedCommands, 0);
    }

    /** Routes calls over this link until it closes. */
    add(link: IdeLink): void {
        this.links.set(link.linkId, link);
        this.tell(link);
        const { linkId } = link;
        // A store may take its time: what is told of a link is told in order, the end of it last.
        let told = Promise.resolve();
        const tellStore = (change: () => Promise<void>): void => {
            told = told
                .then(change)
                .catch((err: unknown) => this.log.error({ err, linkId }, 'the store did not learn what became of a link'));
        };
        link.on('tabs', tabs => tellStore(() => this.store.putLink({ linkId, tabs })));
        link.on('close', () => {
            this.links.delete(linkId);
            tellStore(() => this.store.removeLink(linkId));
        });
    }

    /** Only these callers are still there, of those that keep a connection: the IDEs learn which have gone. */
    tellConnections(present: readonly string[]): void {
        const hasGone = this.connections.some(connection => !present.includes(connection));
        this.connections = present;
        if (hasGone) {
            this.links.forEach(link => this.tell(link));
        }
    }

    /** How many IDEs are linked. */
    get size(): number {
        return this.links.size;
    }

    /** Ends all links. */
    terminate(): void {
        this.links.forEach(link => link.terminate());
    }

    /** Executes a command of the manifest in the IDE that the caller means. Never rejects: what reaches no IDE is refused. */
    async execute(call: IdeCall): Promise<CallResult> {
        const callId = randomUUID();
        const startedAt = performance.now();
        const answer = await this.deliver(callId, call);
        // The IDE notes what it executes; what never reached it, or was lost on the way back, only the Hub knows.
        if (answer.isOwn) {
            const { outcome, result } = answer;
            this.audit.note({
                ...describe(callId, call),
                outcome,
                code: result.code,
                message: result.error,
                durationMs: Math.round(performance.now() - startedAt)
            });
            // What was lost on the way back counts when the IDE tells its end.
            if (outcome === 'refused') {
                this.metrics.commandEnded({ commandId: call.commandId, outcome, result }, true);
            }
        }
        return { outcome: answer.outcome, result: answer.result };
    }

    /** Notes and counts that a call was refused before it was clear which command it means. */
    refuse(call: NotedCall, code: string): void {
        this.audit.note({ ...describe(randomUUID(), call), outcome: 'refused', code, durationMs: 0 });
        this.metrics.commandEnded({ commandId: call.commandId, outcome: 'refused', result: { success: false } }, false);
    }

    private tell(link: IdeLink): void {
        if (link.version >= CONNECTIONS_LINK_VERSION) {
            link.tell({ type: 'connections', connections: [...this.connections] });
        }
    }

    private async deliver(
        callId: string,
        { target, sessionId, client, identity, commandId, args, onWaiting }: IdeCall
    ): Promise<LinkAnswer> {
        try {
            const { linkId, tabId } = chooseTab(await this.store.links(), target);
            const link = this.links.get(linkId);
            if (!link) {
                throw new CallRefusal('no-ide', 'The IDE has just gone away. Try again when it is back.');
            }
            const message = { type: 'execute', callId, tabId, sessionId, client, ...identity, commandId, args: { ...args } } as const;
            return await link.execute(message, () => onWaiting?.());
        } catch (error) {
            if (error instanceof CallRefusal) {
                return { outcome: 'refused', result: { success: false, code: error.code, error: error.message }, isOwn: true };
            }
            throw error;
        }
    }
}

/** A call as the audit has it. */
function describe(callId: string, { sessionId: session, client, commandId: command, args }: NotedCall) {
    return { callId, session, client, command, args: summarizeArguments(args) };
}

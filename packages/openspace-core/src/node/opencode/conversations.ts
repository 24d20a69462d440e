import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import type { OpencodeClient, Session } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ActionTally, ConversationSummary } from '../../common';
import { keptTally } from './action-tally';
import type { Conversation } from './agent-turn';
import { inTime, isNotFound, OpenCodeClientProvider } from './opencode-client';
import { OpenCodeServer } from './opencode-server';

/** Under this name a session of OpenCode tells what it is to the IDE. */
const METADATA_KEY = 'openspace';
const LONGEST_TITLE = 80;
/** OpenCode lists a hundred sessions unless told otherwise. */
const MOST_SESSIONS = 10_000;
/** So many conversations are remembered; the others are looked up again. */
const MOST_REMEMBERED = 100;

/** So many stops of a conversation are remembered, the last ones. */
const MOST_STOPS = 200;

interface ConversationMark {
    readonly conversationId: string;
    readonly workspace: string;
    /** The messages whose answers the person stopped: of an answer that was whole by then OpenCode does not know it. */
    readonly stopped?: readonly string[];
    /** What became of the actions in these answers, by message: OpenCode does not know of what never happened. */
    readonly tallies?: Readonly<Record<string, unknown>>;
}

/** The messages whose answers the person stopped, with what became of the actions in them if that is known. */
export type StoppedAnswers = ReadonlyMap<string, ActionTally | undefined>;

/** The conversations of the chat and the OpenCode sessions behind them. OpenCode keeps them; what is remembered here is a shortcut. */
@injectable()
export class Conversations {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;
    @inject(ILogger) @named('openspace:Conversations') protected readonly logger: ILogger;

    protected readonly remembered = new Map<string, Promise<Conversation | undefined>>();
    /** Those that a call which waits for them must not take. */
    protected readonly forgotten = new WeakSet<Conversation>();
    /** The folders under which OpenCode keeps the sessions. */
    protected readonly directories = new Set<string>();
    /** Resolves when all is kept that was noted so far. */
    protected noted: Promise<unknown> = Promise.resolve();

    @postConstruct()
    protected init(): void {
        // Another server has other sessions.
        this.server.onWillChange(() => this.remembered.clear());
    }

    /** The conversation, begun now when there is none yet; the first message becomes its title. */
    async open(conversationId: string, workspace: string, firstMessage: string): Promise<Conversation> {
        return this.inTurn(
            conversationId,
            async () => (await this.lookUp(conversationId, workspace)) ?? (await this.create(conversationId, workspace, firstMessage))
        );
    }

    /** The conversation, or undefined when there is none. */
    find(conversationId: string, workspace: string): Promise<Conversation | undefined> {
        return this.inTurn(conversationId, () => this.lookUp(conversationId, workspace));
    }

    /** The conversations of a workspace, the one changed last first. */
    async list(workspace: string): Promise<ConversationSummary[]> {
        const sessions = await this.sessions(workspace);
        return sessions.map(({ mark, session }) => summaryOf(mark, session)).sort((left, right) => right.updatedAt - left.updatedAt);
    }

    /** What a list would show of this one, and the messages whose answers the person stopped. */
    async describe(conversation: Conversation, conversationId: string): Promise<{ summary: ConversationSummary; stopped: StoppedAnswers }> {
        await this.noted;
        const session = await this.session(conversation);
        return { summary: summaryOf({ conversationId }, session), stopped: stoppedIn(markOf(session)) };
    }

    /**
     * The person stopped the answer to a message, and this has become of the actions in it so far: OpenCode keeps it with the
     * conversation, the last word on each answer.
     */
    noteStopped(conversation: Conversation, messageId: string, tally: ActionTally): Promise<void> {
        const noting = this.noted.then(() => this.keepStopped(conversation, messageId, tally));
        this.noted = noting.catch(() => undefined);
        return noting;
    }

    protected async keepStopped(conversation: Conversation, messageId: string, tally: ActionTally): Promise<void> {
        const session = await this.session(conversation);
        const mark = markOf(session);
        if (mark) {
            const client = await this.clients.client();
            const { sessionId, directory } = conversation;
            const all = new Map([...stoppedIn(mark), [messageId, tally] as const]);
            const stops = new Map([...all].slice(-MOST_STOPS));
            const changed: ConversationMark = { ...mark, stopped: [...stops.keys()], tallies: Object.fromEntries(stops) };
            const metadata = { ...session.metadata, [METADATA_KEY]: changed };
            await client.session.update({ sessionID: sessionId, directory, metadata }, inTime());
        }
    }

    /** Gives a conversation another title, which OpenCode keeps. */
    async rename({ sessionId, directory }: Conversation, title: string): Promise<void> {
        const client = await this.clients.client();
        await client.session.update({ sessionID: sessionId, directory, title: titleOf(title) }, inTime());
        this.logger.debug(`${sessionId} renamed`);
    }

    /** Deletes a conversation with all its messages, in OpenCode too. */
    async delete({ sessionId, directory }: Conversation): Promise<void> {
        const client = await this.clients.client();
        await client.session.delete({ sessionID: sessionId, directory }, inTime());
        this.forget(sessionId);
        this.logger.debug(`${sessionId} deleted`);
    }

    /** Those of these sessions that OpenCode does not have any more. */
    async missing(sessionIds: readonly string[]): Promise<string[]> {
        if (sessionIds.length === 0) {
            return [];
        }
        const directories = [...this.directories];
        const listed = (await Promise.all(directories.map(directory => this.listed(directory)))).flat();
        const present = new Set(listed.map(({ id }) => id));
        const unlisted = sessionIds.filter(sessionId => !present.has(sessionId));
        // A list has its limits.
        const isGone = await Promise.all(unlisted.map(sessionId => this.isGone({ sessionId, directory: directories[0] })));
        return unlisted.filter((_, index) => isGone[index]);
    }

    /** Whether OpenCode does not have the session any more. */
    async isGone(conversation: Pick<Conversation, 'sessionId' | 'directory'>): Promise<boolean> {
        try {
            await this.session(conversation);
            return false;
        } catch (error) {
            if (isNotFound(error)) {
                return true;
            }
            throw error;
        }
    }

    /** The session is gone, or nobody knows what it holds: whoever asks for its conversation next has it looked up again. */
    forget(sessionId: string): void {
        for (const [conversationId, remembered] of this.remembered) {
            // Not waited for: one that is still being looked up may take long, and has nothing to do with this.
            void remembered.then(conversation => {
                if (conversation?.sessionId === sessionId) {
                    this.forgotten.add(conversation);
                    if (this.remembered.get(conversationId) === remembered) {
                        this.remembered.delete(conversationId);
                    }
                }
            });
        }
    }

    /** Calls for the same conversation wait for each other, so that it never gets two sessions. What failed is tried again by the next one. */
    protected async inTurn<T extends Conversation | undefined>(conversationId: string, find: () => Promise<T>): Promise<Conversation | T> {
        const before = this.remembered.get(conversationId) ?? Promise.resolve(undefined);
        const finding = (async (): Promise<Conversation | T> => {
            const known = await before;
            return known && !this.forgotten.has(known) ? known : find();
        })();
        const remembered = finding.catch(() => undefined);
        this.remembered.delete(conversationId);
        this.remembered.set(conversationId, remembered);
        for (const oldest of [...this.remembered.keys()].slice(0, -MOST_REMEMBERED)) {
            this.remembered.delete(oldest);
        }
        if (!(await remembered) && this.remembered.get(conversationId) === remembered) {
            this.remembered.delete(conversationId);
        }
        return finding;
    }

    protected async create(conversationId: string, workspace: string, firstMessage: string): Promise<Conversation> {
        const directory = this.server.sessionDirectory(workspace);
        const client = await this.clients.client();
        const mark: ConversationMark = { conversationId, workspace };
        const { data } = await client.session.create(
            // With a title of its own OpenCode does not ask the model for one.
            { directory, title: titleOf(firstMessage), metadata: { [METADATA_KEY]: mark } },
            inTime()
        );
        this.logger.debug(`conversation ${conversationId} is session ${data.id}`);
        return { sessionId: data.id, directory, userMessages: new Set() };
    }

    protected async lookUp(conversationId: string, workspace: string): Promise<Conversation | undefined> {
        const found = (await this.sessions(workspace)).find(({ mark }) => mark.conversationId === conversationId);
        if (!found) {
            return undefined;
        }
        const { id: sessionId, directory } = found.session;
        const client = await this.clients.client();
        const { data } = await client.session.messages({ sessionID: sessionId, directory }, inTime());
        const userMessages = data.filter(({ info }) => info.role === 'user').map(({ info }) => info.id);
        this.logger.debug(`conversation ${conversationId} goes on in session ${sessionId}`);
        return { sessionId, directory, userMessages: new Set(userMessages) };
    }

    protected async session({ sessionId, directory }: Pick<Conversation, 'sessionId' | 'directory'>): Promise<Session> {
        const client = await this.clients.client();
        return (await client.session.get({ sessionID: sessionId, directory }, inTime())).data;
    }

    protected async sessions(workspace: string): Promise<{ mark: ConversationMark; session: Session }[]> {
        const directory = this.server.sessionDirectory(workspace);
        this.directories.add(directory);
        return (await this.listed(directory)).flatMap(session => {
            const mark = markOf(session);
            return mark?.workspace === workspace ? [{ mark, session }] : [];
        });
    }

    protected async listed(directory: string): Promise<Session[]> {
        const client: OpencodeClient = await this.clients.client();
        return (await client.session.list({ directory, roots: true, limit: MOST_SESSIONS }, inTime())).data;
    }
}

function summaryOf({ conversationId }: Pick<ConversationMark, 'conversationId'>, { title, time }: Session): ConversationSummary {
    return { conversationId, title, updatedAt: time.updated };
}

function markOf({ metadata }: Session): ConversationMark | undefined {
    const mark: unknown = metadata?.[METADATA_KEY];
    return isMark(mark) ? mark : undefined;
}

function isMark(value: unknown): value is ConversationMark {
    const { conversationId, workspace, stopped = [] } = (value ?? {}) as Partial<Record<keyof ConversationMark, unknown>>;
    return typeof conversationId === 'string' && typeof workspace === 'string' && Array.isArray(stopped);
}

function stoppedIn(mark: ConversationMark | undefined): StoppedAnswers {
    return new Map(mark?.stopped?.map(messageId => [messageId, keptTally(mark.tallies?.[messageId])]));
}

/** One line that fits into a list. */
function titleOf(text: string): string {
    const characters = Array.from(text.replace(/\s+/g, ' ').trim());
    const short = characters.length > LONGEST_TITLE ? `${characters.slice(0, LONGEST_TITLE - 1).join('')}…` : characters.join('');
    return short === '' ? '…' : short;
}

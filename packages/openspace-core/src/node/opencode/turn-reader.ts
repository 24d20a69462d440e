import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { AgentRequests } from './agent-requests';
import type { AgentTurn } from './agent-turn';
import { Conversations } from './conversations';
import { inTime, isNotFound, OpenCodeClientProvider } from './opencode-client';
import { RunningTurns } from './running-turns';
import { SubAgents } from './sub-agents';

/** What OpenCode does not answer in this time is asked again. Each question has its whole time: a slow server that answers one after the other gets through. */
const ANSWER_TIMEOUT_MS = 10_000;

/** How a turn stands: it is over, its session was deleted, its message is still on its way, the agent answers, or it rests. */
export type TurnStanding = 'over' | 'deleted' | 'unsent' | 'busy' | 'resting';

/** Reads from OpenCode what a turn has missed. */
@injectable()
export class TurnReader {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(Conversations) protected readonly conversations: Conversations;
    @inject(RunningTurns) protected readonly turns: RunningTurns;
    @inject(AgentRequests) protected readonly requests: AgentRequests;
    @inject(SubAgents) protected readonly subAgents: SubAgents;
    @inject(ILogger) @named('openspace:TurnReader') protected readonly logger: ILogger;

    /** Tells the turn what was said while nobody listened, and answers how it stands. What was received before is not taken again. */
    async read(turn: AgentTurn): Promise<TurnStanding> {
        try {
            return await this.readPresent(turn);
        } catch (error) {
            // What was not found may be a sub-agent's.
            if (isNotFound(error) && (await this.conversations.isGone(turn.conversation))) {
                return this.turns.has(turn) ? 'deleted' : 'over';
            }
            throw error;
        }
    }

    protected async readPresent(turn: AgentTurn): Promise<TurnStanding> {
        const client = await this.clients.client();
        const { sessionId, directory } = turn.conversation;
        const { round, isSent } = turn;
        // Before the lists, which do not know what is asked later.
        const open = this.requests.openIn(sessionId);
        // Before the messages: those of a session that rests are complete.
        const statuses = await client.session.status({ directory }, inTime(ANSWER_TIMEOUT_MS));
        const [messages, permissions, questions] = await Promise.all([
            client.session.messages({ sessionID: sessionId, directory }, inTime(ANSWER_TIMEOUT_MS)),
            client.permission.list({ directory }, inTime(ANSWER_TIMEOUT_MS)),
            client.question.list({ directory }, inTime(ANSWER_TIMEOUT_MS)),
            this.subAgents.takeNote(sessionId, directory)
        ]);
        if (!this.turns.has(turn)) {
            return 'over';
        }
        for (const { info, parts } of messages.data) {
            turn.takeMessage(info);
            parts.forEach(part => turn.takeListedPart(part));
        }
        permissions.data.forEach(asked => this.requests.askPermission(asked));
        questions.data.forEach(asked => this.requests.askQuestions(asked));
        const listed = new Set([...permissions.data, ...questions.data].map(({ id }) => id));
        open.filter(id => !listed.has(id)).forEach(id => this.requests.close(id));
        this.logger.debug(`${sessionId} was read again, ${messages.data.length} messages`);
        if (!turn.isEnding && (!isSent || turn.round !== round)) {
            // What rests is the round before: the message of this one was still on its way when OpenCode was asked.
            return 'unsent';
        }
        // A session that the server does not list is idle.
        return Object.hasOwn(statuses.data, sessionId) && statuses.data[sessionId].type !== 'idle' ? 'busy' : 'resting';
    }
}

import { inject, injectable } from '@theia/core/shared/inversify';
import type { Session } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { AgentTurn } from './agent-turn';
import { inTime, isNotFound, OpenCodeClientProvider } from './opencode-client';
import { RunningTurns } from './running-turns';

/** What OpenCode does not answer in this time is asked again. */
const ANSWER_TIMEOUT_MS = 10_000;
/** So many sub-agents, each started by the one before, are followed back to a conversation. */
const MOST_GENERATIONS = 16;
/** So many sessions' parents are remembered, those found last. */
const MOST_REMEMBERED = 1_000;

/** Finds out which turn the session of a sub-agent belongs to. OpenCode tells of a session when it is made, not when it is used again. */
@injectable()
export class SubAgents {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(RunningTurns) protected readonly turns: RunningTurns;

    /** The session that started each one, which never changes; undefined for those that nobody started. */
    protected readonly parents = new Map<string, string | undefined>();

    /** The turn that a session which no turn knows belongs to, if there is one. Rejects when OpenCode does not answer. */
    async findTurn(sessionId: string): Promise<AgentTurn | undefined> {
        const line = [sessionId];
        while (!this.turns.ofSession(line.at(-1)) && line.length <= MOST_GENERATIONS) {
            const parentId = await this.parentOf(line[line.length - 1]);
            if (parentId === undefined) {
                return undefined;
            }
            line.push(parentId);
        }
        // The oldest first: a child is kept only when its parent is known.
        for (let child = line.length - 2; child >= 0; child--) {
            this.turns.addChild(line[child], line[child + 1]);
        }
        return this.turns.ofSession(sessionId);
    }

    /** Takes note of the sub-agents that a session started, and of theirs. */
    async takeNote(sessionId: string, directory: string): Promise<void> {
        const client = await this.clients.client();
        const { data } = await client.session.children({ sessionID: sessionId, directory }, inTime(ANSWER_TIMEOUT_MS));
        data.forEach(({ id }) => this.turns.addChild(id, sessionId));
        await Promise.all(data.map(({ id }) => this.takeNote(id, directory)));
    }

    protected async parentOf(sessionId: string): Promise<string | undefined> {
        if (!this.parents.has(sessionId)) {
            const session = await this.askFor(sessionId);
            if (!session) {
                return undefined;
            }
            this.parents.set(sessionId, session.parentID);
            for (const oldest of [...this.parents.keys()].slice(0, -MOST_REMEMBERED)) {
                this.parents.delete(oldest);
            }
        }
        return this.parents.get(sessionId);
    }

    /** A session of the folders in which turns run. */
    protected async askFor(sessionId: string): Promise<Session | undefined> {
        const client = await this.clients.client();
        for (const directory of new Set(this.turns.all().map(({ conversation }) => conversation.directory))) {
            try {
                return (await client.session.get({ sessionID: sessionId, directory }, inTime(ANSWER_TIMEOUT_MS))).data;
            } catch (error) {
                if (!isNotFound(error)) {
                    throw error;
                }
            }
        }
        return undefined;
    }
}

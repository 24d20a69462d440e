import { LIMITS } from '@openspace/protocol';
import { Emitter } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import type { AgentTurn } from './agent-turn';

/** Knows which turns run, and to which of them a session belongs. */
@injectable()
export class RunningTurns {
    /** By OpenCode session. */
    protected readonly turns = new Map<string, AgentTurn>();
    /** The session that a sub-agent's session belongs to. */
    protected readonly parents = new Map<string, string>();
    /** Turns that have ended just now, by turn: a tab that reloads at that moment still wants to hear the end. */
    protected readonly ended = new Map<string, AgentTurn>();
    protected keepEndedMs: number = LIMITS.tabGoneMs;
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** A turn began or ended. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** The turn that runs in this very session. */
    get(sessionId: string): AgentTurn | undefined {
        return this.turns.get(sessionId);
    }

    /** Every turn that runs now. */
    all(): AgentTurn[] {
        return [...this.turns.values()];
    }

    /** The turns whose commands a tab executes. */
    ofTab(tabId: string): AgentTurn[] {
        return this.all().filter(turn => turn.tabId === tabId);
    }

    /** Resolves when no turn runs. */
    async whenNone(): Promise<void> {
        while (this.turns.size > 0) {
            await new Promise<void>(resolve => {
                const subscription = this.onDidChange(() => {
                    subscription.dispose();
                    resolve();
                });
            });
        }
    }

    /** A turn begins, in a session that has none. */
    add(turn: AgentTurn): void {
        this.turns.set(turn.conversation.sessionId, turn);
        this.onDidChangeEmitter.fire();
    }

    /** Whether this very turn still runs. */
    has(turn: AgentTurn): boolean {
        return this.turns.get(turn.conversation.sessionId) === turn;
    }

    /** The turn is over; what it started is forgotten with it. */
    remove(turn: AgentTurn): void {
        const { sessionId } = turn.conversation;
        [...this.parents.keys()].filter(child => this.rootOf(child) === sessionId).forEach(child => this.parents.delete(child));
        this.turns.delete(sessionId);
        this.ended.set(turn.turnId, turn);
        setTimeout(() => this.ended.delete(turn.turnId), this.keepEndedMs).unref();
        this.onDidChangeEmitter.fire();
    }

    /** A turn by its own id, also when it has ended a moment ago. */
    find(turnId: string): AgentTurn | undefined {
        return this.all().find(turn => turn.turnId === turnId) ?? this.ended.get(turnId);
    }

    /** The turn that a session belongs to: its own, or that of the session which started it. */
    ofSession(sessionId: string | undefined): AgentTurn | undefined {
        return sessionId === undefined ? undefined : this.turns.get(this.rootOf(sessionId));
    }

    /** The session of a turn, and those of the sub-agents that were started in it. */
    sessionsOf({ conversation: { sessionId } }: AgentTurn): string[] {
        return [sessionId, ...[...this.parents.keys()].filter(child => this.rootOf(child) === sessionId)];
    }

    /** An agent started another one. Those that no turn knows are not kept: nobody would forget them. */
    addChild(sessionId: string, parentId: string): void {
        if (this.ofSession(parentId)) {
            this.parents.set(sessionId, parentId);
        }
    }

    protected rootOf(sessionId: string): string {
        let root = sessionId;
        for (let parent = this.parents.get(root); parent !== undefined; parent = this.parents.get(root)) {
            root = parent;
        }
        return root;
    }
}

import type { CommandOutcome } from '@openspace/protocol';
import type { ActionTally } from '../../common';

/** Counts the commands that the agent gives in a turn, all rounds together, and what becomes of them. */
export class TurnActions {
    protected total = 0;
    protected readonly missed = { refused: 0, failed: 0 };
    /** The calls that have not ended yet. */
    protected readonly open = new Set<string>();

    /** How many commands there were. */
    get count(): number {
        return this.total;
    }

    /** How they stand now; what has not ended counts as one that happens. */
    get tally(): ActionTally {
        const { refused, failed } = this.missed;
        return { count: this.total, ...(refused > 0 ? { refused } : {}), ...(failed > 0 ? { failed } : {}) };
    }

    /** The agent gave a command; one without a call was refused at once. */
    add(callId: string | undefined): void {
        this.total++;
        if (callId === undefined) {
            this.missed.refused++;
        } else {
            this.open.add(callId);
        }
    }

    /** A call has ended; those of others, and of earlier turns, do not count. */
    end(callId: string, outcome: CommandOutcome): void {
        if (this.open.delete(callId) && (outcome === 'refused' || outcome === 'failed')) {
            this.missed[outcome]++;
        }
    }
}

import type { CommandOutcome } from '@openspace/protocol';
import type { ActionTally } from '../../common';
import { sumOf, tallyOf } from './action-tally';

/**
 * Counts what the agent does in a turn, all rounds together, and what becomes of it: the commands that it gives in blocks, and its calls
 * of the Hub's tools.
 */
export class TurnActions {
    protected given = 0;
    protected readonly missed = { refused: 0, failed: 0 };
    /** The blocks that have not ended yet. */
    protected readonly open = new Set<string>();
    /** How the calls of tools ended. */
    protected readonly tools = new Map<string, CommandOutcome>();

    /** Whether the agent gave a command in a block, of which nobody but the ledger knows when it ends. */
    get hasBlocks(): boolean {
        return this.given > 0;
    }

    /** How the blocks stand now; what has not ended counts as one that happens. */
    get blocks(): ActionTally {
        return sumOf([{ count: this.given, ...this.missed }]);
    }

    /** How everything stands now. */
    get tally(): ActionTally {
        return sumOf([this.blocks, ...[...this.tools.values()].map(tallyOf)]);
    }

    /** The agent gave a command in a block; one without a call was refused at once. */
    add(callId: string | undefined): void {
        this.given++;
        if (callId === undefined) {
            this.missed.refused++;
        } else {
            this.open.add(callId);
        }
    }

    /** A block has ended; those of others, and of earlier turns, do not count. */
    end(callId: string, outcome: CommandOutcome): void {
        if (this.open.delete(callId) && (outcome === 'refused' || outcome === 'failed')) {
            this.missed[outcome]++;
        }
    }

    /** A call of a tool has ended; told again it counts once. */
    endTool(callId: string, outcome: CommandOutcome): void {
        this.tools.set(callId, outcome);
    }
}

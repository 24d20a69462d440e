import type { CommandOutcome } from '@openspace/protocol';
import type { ActionTally } from '../../common';

/** One action that ended like this. */
export function tallyOf(outcome: CommandOutcome): ActionTally {
    return { count: 1, ...(outcome === 'refused' || outcome === 'failed' ? { [outcome]: 1 } : {}) };
}

/** A tally that was kept with a conversation, where anybody may have written; undefined when it is none. */
export function keptTally(value: unknown): ActionTally | undefined {
    const { count, refused, failed }: Partial<Record<keyof ActionTally, unknown>> = value ?? {};
    return typeof count === 'number'
        ? { count, ...(typeof refused === 'number' ? { refused } : {}), ...(typeof failed === 'number' ? { failed } : {}) }
        : undefined;
}

/** All of them together. */
export function sumOf(tallies: readonly ActionTally[]): ActionTally {
    const [count, refused, failed] = (['count', 'refused', 'failed'] as const).map(kind =>
        tallies.reduce((sum, tally) => sum + (tally[kind] ?? 0), 0)
    );
    return { count, ...(refused > 0 ? { refused } : {}), ...(failed > 0 ? { failed } : {}) };
}

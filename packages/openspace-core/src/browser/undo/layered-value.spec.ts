import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { CommandError } from '../../common';
import { LayeredValues } from './layered-value';
import type { UndoStep } from './undo-step';

/** A window with a few things in it, each with a number. */
class TestThings {
    readonly values = [0, 0, 0];
    /** A thing that must not be changed now. */
    locked?: number;

    readonly layered = new LayeredValues<number, number>(key => ({
        read: () => this.values[key] ?? 0,
        write: value => {
            if (key === this.locked) {
                return Promise.reject(new CommandError('locked', 'Not now.'));
            }
            this.values[key] = value;
            return Promise.resolve(`${key} is ${value}.`);
        },
        isSame: (one, other) => one === other,
        leftAlone: `${key} is yours.`
    }));

    agentSets(key: number, value: number): UndoStep {
        const before = this.values[key] ?? 0;
        this.values[key] = value;
        return this.layered.record(key, before, value);
    }
}

const ACTIONS = fc.array(fc.record({ by: fc.constantFrom('agent' as const, 'person' as const), key: fc.nat(2), value: fc.nat(4) }), {
    maxLength: 25
});

describe('Layered values', () => {
    it('are what the person alone has made of them once all of the agent is taken back, in any order', async () => {
        await fc.assert(
            fc.asyncProperty(ACTIONS, fc.infiniteStream(fc.nat()), async (actions, chances) => {
                const things = new TestThings();
                const alone = [...things.values];
                /** What the agent, or nobody, has left. Who goes away from it and comes back to it has not changed it. */
                const left = [...things.values];
                const steps: UndoStep[] = [];
                const settle = (key: number): void => {
                    if (things.values[key] !== left[key]) {
                        alone[key] = left[key] = things.values[key] ?? 0;
                    }
                };
                for (const { by, key, value } of actions) {
                    if (by === 'agent') {
                        settle(key);
                        steps.push(things.agentSets(key, value));
                        left[key] = value;
                    } else {
                        things.values[key] = value;
                    }
                }
                left.forEach((_, key) => settle(key));
                for (const step of shuffled(steps, chances)) {
                    await step.setUndone(true);
                }
                assert.deepEqual(things.values, alone);
            })
        );
    });

    it('are what they were when everything that was taken back is made again, if nobody else changed them', async () => {
        await fc.assert(
            fc.asyncProperty(ACTIONS, fc.infiniteStream(fc.nat()), async (actions, chances) => {
                const things = new TestThings();
                const steps = actions.map(({ key, value }) => things.agentSets(key, value));
                const before = [...things.values];
                for (const step of shuffled(steps, chances)) {
                    await step.setUndone(true);
                }
                for (const step of shuffled(steps, chances)) {
                    await step.setUndone(false);
                }
                assert.deepEqual(things.values, before);
            })
        );
    });

    it('tell what was done, that it is the person’s now, or that nothing had to be done', async () => {
        const things = new TestThings();
        const [first, second] = [things.agentSets(0, 1), things.agentSets(0, 2)];
        assert.equal(await first.setUndone(true), undefined);
        assert.equal(await second.setUndone(true), '0 is 0.');
        things.values[0] = 5;
        assert.equal(await second.setUndone(false), '0 is yours.');
        assert.equal(things.values[0], 5);
    });

    it('can be taken back later when it was not possible', async () => {
        const things = new TestThings();
        const step = things.agentSets(0, 1);
        things.locked = 0;
        await assert.rejects(step.setUndone(true), { code: 'locked' });
        things.locked = undefined;
        await step.setUndone(true);
        assert.equal(things.values[0], 0);
    });

    it('forget what was changed longest ago', () => {
        const target = {
            read: () => 0,
            write: () => Promise.resolve(''),
            isSame: (one: number, other: number) => one === other,
            leftAlone: ''
        };
        const made: number[] = [];
        const layered = new LayeredValues<number, number>(key => (made.push(key), target), 2);
        [1, 2, 1, 3, 1, 2].forEach(key => layered.record(key, 0, 1));
        assert.deepEqual(made, [1, 2, 3, 2]);
    });
});

function shuffled<T>(items: readonly T[], chances: IterableIterator<number>): T[] {
    return items
        .map(item => ({ item, rank: Number(chances.next().value) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item);
}

import { strict as assert } from 'node:assert';
import { Policy } from '../policy';

/** Command lines by what a policy says about them. */
interface JudgedLines {
    /** They destroy, hide what they do or run what nobody knows: a sandbox is not enough. */
    readonly alwaysAsked?: readonly string[];
    /** They are not known to be harmless: a sandbox is enough. */
    readonly askedWithoutSandbox?: readonly string[];
    readonly everyday?: readonly string[];
}

/** Makes a test of each command line. To be called inside of `describe`. */
export function itJudges({ alwaysAsked = [], askedWithoutSandbox = [], everyday = [] }: JudgedLines, policy = new Policy()): void {
    const decisions = (command: string): string[] => [false, true].map(isolated => policy.judgeCommand(command, { isolated }).decision);
    for (const command of alwaysAsked) {
        it(`asks, sandbox or not: ${JSON.stringify(command)}`, () => assert.deepEqual(decisions(command), ['ask', 'ask']));
    }
    for (const command of askedWithoutSandbox) {
        it(`asks unless there is a sandbox: ${JSON.stringify(command)}`, () => assert.deepEqual(decisions(command), ['ask', 'allow']));
    }
    for (const command of everyday) {
        it(`lets everyday work run: ${JSON.stringify(command)}`, () =>
            assert.deepEqual(policy.judgeCommand(command), { decision: 'allow' }));
    }
}

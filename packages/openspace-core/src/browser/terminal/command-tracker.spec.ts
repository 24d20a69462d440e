import assert from 'node:assert/strict';
import { CommandTracker } from './command-tracker';

/** A shell that has shown its first prompt. */
function atPrompt(): CommandTracker {
    const tracker = new CommandTracker();
    tracker.expectMarks();
    tracker.waitForLine({ kind: 'prompt', number: 1, status: 0 });
    return tracker;
}

/** Whether somebody who waits is still waiting once everything that is due has happened. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
    const pending = Symbol('pending');
    return (await Promise.race([promise, new Promise(resolve => setImmediate(() => resolve(pending)))])) === pending;
}

describe('The commands of a shell', () => {
    it('are unknown without marks, and starting before the first prompt', () => {
        const tracker = new CommandTracker();
        assert.equal(tracker.state, 'unknown');
        tracker.expectMarks();
        assert.equal(tracker.state, 'starting');
        tracker.waitForLine({ kind: 'prompt', number: 1, status: 0 });
        assert.equal(tracker.state, 'idle');
        assert.equal(tracker.lastCommand, undefined);
    });

    it('run from their beginning to the next prompt, which tells the exit code', () => {
        const tracker = atPrompt();
        tracker.begin('npm test');
        assert.equal(tracker.state, 'running');
        assert.deepEqual(tracker.lastCommand, { commandLine: 'npm test', running: true });
        tracker.waitForLine({ kind: 'prompt', number: 2, status: 3 });
        assert.equal(tracker.state, 'idle');
        assert.deepEqual(tracker.lastCommand, { commandLine: 'npm test', running: false, exitCode: 3 });
    });

    it('are waited for from the moment they are sent', async () => {
        const tracker = atPrompt();
        tracker.expectLines(1);
        assert.equal(tracker.state, 'running');
        const wait = tracker.whenSettled(60_000);
        assert.ok(await isPending(wait));
        tracker.begin('make');
        assert.ok(await isPending(wait));
        tracker.waitForLine({ kind: 'prompt', number: 2, status: 0 });
        assert.equal(await wait, true);
    });

    it('are waited for to the last one, the one that ran before included', async () => {
        const tracker = atPrompt();
        tracker.begin('sleep 1');
        tracker.expectLines(2);
        const wait = tracker.whenSettled(60_000);
        for (const [number, commandLine] of [
            [2, 'one'],
            [3, 'two']
        ] as const) {
            tracker.waitForLine({ kind: 'prompt', number, status: 0 });
            assert.ok(await isPending(wait), `prompt ${number}`);
            tracker.begin(commandLine);
        }
        tracker.waitForLine({ kind: 'prompt', number: 4, status: 0 });
        assert.equal(await wait, true);
    });

    it('are waited for when they were sent before the first prompt', async () => {
        const tracker = new CommandTracker();
        tracker.expectMarks();
        tracker.expectLines(1);
        const wait = tracker.whenSettled(60_000);
        tracker.waitForLine({ kind: 'prompt', number: 1, status: 0 });
        assert.ok(await isPending(wait));
        tracker.begin('ls');
        tracker.waitForLine({ kind: 'prompt', number: 2, status: 0 });
        assert.equal(await wait, true);
    });

    it('do not end because the prompt is drawn anew', async () => {
        const tracker = atPrompt();
        tracker.expectLines(1);
        const wait = tracker.whenSettled(60_000);
        tracker.waitForLine({ kind: 'prompt', number: 1, status: 0 });
        assert.ok(await isPending(wait));
        tracker.dispose();
        await wait;
    });

    it('may be an empty line or a mistake, which is over with the next prompt', async () => {
        const tracker = atPrompt();
        tracker.expectLines(1);
        tracker.waitForLine({ kind: 'prompt', number: 2, status: 2 });
        assert.equal(await tracker.whenSettled(60_000), true);
    });

    it('may be unfinished, which is not waited for', async () => {
        const tracker = atPrompt();
        tracker.expectLines(1);
        tracker.waitForLine({ kind: 'rest', number: 2 });
        assert.equal(await tracker.whenSettled(60_000), true);
        assert.equal(tracker.state, 'unfinished');
    });

    it('are waited for when they are sent only after the one before has ended', async () => {
        const tracker = atPrompt();
        tracker.begin('sleep 1');
        const lines = tracker.expectLines(1);
        tracker.waitForLine({ kind: 'prompt', number: 2, status: 0 });
        // Somebody is asked whether they may be sent.
        assert.equal(await tracker.whenSettled(1_500), false);
        lines.arrived();
        const wait = tracker.whenSettled(60_000);
        assert.ok(await isPending(wait));
        tracker.begin('make');
        tracker.waitForLine({ kind: 'prompt', number: 3, status: 0 });
        assert.equal(await wait, true);
    });

    it('are waited for although lines of before went to a program', async () => {
        const tracker = atPrompt();
        tracker.expectLines(2).arrived();
        tracker.begin('cat');
        tracker.waitForLine({ kind: 'prompt', number: 2, status: 0 });
        const lines = tracker.expectLines(1);
        assert.equal(await tracker.whenSettled(1_500), false);
        lines.takeBack();
        assert.equal(await tracker.whenSettled(60_000), true);
    });

    it('may read lines themselves, which the shell then never answers', async () => {
        const tracker = atPrompt();
        tracker.expectLines(3).arrived();
        tracker.begin('cat');
        tracker.waitForLine({ kind: 'prompt', number: 2, status: 0 });
        assert.equal(tracker.state, 'running');
        assert.equal(await tracker.whenSettled(60_000), true);
        assert.equal(tracker.state, 'idle');
    });

    it('are not waited for when they could not be sent', () => {
        const tracker = atPrompt();
        tracker.expectLines(1).takeBack();
        assert.equal(tracker.state, 'idle');
    });

    it('are waited for by what is left of several sendings, whichever of them could not be done', () => {
        for (const [first, second] of [
            [0, 1],
            [1, 0]
        ]) {
            const tracker = atPrompt();
            const sendings = [tracker.expectLines(2), tracker.expectLines(1)];
            sendings[first].takeBack();
            assert.equal(tracker.state, 'running');
            sendings[second].takeBack();
            assert.equal(tracker.state, 'idle');
        }
        const tracker = atPrompt();
        const [refused, sent] = [tracker.expectLines(1), tracker.expectLines(1)];
        refused.takeBack();
        sent.arrived();
        assert.equal(tracker.state, 'running');
        tracker.waitForLine({ kind: 'prompt', number: 2, status: 0 });
        assert.equal(tracker.state, 'idle');
    });

    it('are waited for no longer once the person says stop, whether the shell sets marks or not', async () => {
        for (const tracker of [atPrompt(), new CommandTracker()]) {
            tracker.begin('sleep 1000');
            const stop = new AbortController();
            const wait = tracker.whenSettled(60_000, stop.signal);
            assert.ok(await isPending(wait));
            stop.abort();
            assert.ok(!(await isPending(wait)));
            assert.equal(await wait, false);
            assert.equal(await tracker.whenSettled(60_000, stop.signal), false);
        }
    });

    it('are waited for no longer than was said, and no longer than the shell lives', async () => {
        const tracker = atPrompt();
        tracker.begin('sleep 1000');
        assert.equal(await tracker.whenSettled(1), false);
        const wait = tracker.whenSettled(60_000);
        tracker.dispose();
        assert.equal(await wait, true);
    });
});

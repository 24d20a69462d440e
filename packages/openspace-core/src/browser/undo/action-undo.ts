import { Emitter } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import type { CommandOrigin } from '../command/openspace-command';
import type { UndoStep } from './undo-step';

/** So many actions are remembered; the oldest go first. */
const MOST_ACTIONS = 200;

interface UndoableAction {
    readonly steps: UndoStep[];
    undone: boolean;
}

/** What came of an undo. */
export interface UndoOutcome {
    /** What was taken back, or made again, in sentences. */
    readonly done: readonly string[];
    /** What stays as it is, and why. */
    readonly left: readonly string[];
}

/** Remembers what the agent's actions changed in this tab, takes any of them back for the person, and makes it again. */
@injectable()
export class ActionUndo {
    /** By call id, in the order in which they happened. */
    protected actions = new Map<string, UndoableAction>();
    /** One after the other: two at once could meet in the same file. */
    protected running: Promise<unknown> = Promise.resolve();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** Something can be undone, or made again, that could not before, or the other way round. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** A command has changed something. What a person's own command did is not remembered. */
    record(origin: CommandOrigin | undefined, ...steps: readonly UndoStep[]): void {
        if (origin?.by !== 'agent' || steps.length === 0) {
            return;
        }
        const action = this.actions.get(origin.callId) ?? { steps: [], undone: false };
        action.steps.push(...steps);
        this.actions.set(origin.callId, action);
        for (const oldest of this.actions.keys()) {
            if (this.actions.size <= MOST_ACTIONS) {
                break;
            }
            this.actions.delete(oldest);
        }
        this.onDidChangeEmitter.fire();
    }

    /**
     * Actions of before this page was loaded, or of while it was cut off, the oldest first; one may have several steps.
     * @param happened the calls in the order in which they were asked for; those of this page that are not among them are the newest
     */
    restore(
        earlier: readonly { readonly callId: string; readonly step: UndoStep; readonly undone: boolean }[],
        happened: readonly string[]
    ): void {
        const restored = new Map<string, UndoableAction>();
        for (const { callId, step, undone } of earlier.filter(each => !this.actions.has(each.callId))) {
            const steps = restored.get(callId)?.steps ?? [];
            restored.set(callId, { steps: [...steps, step], undone });
        }
        const positions = new Map(happened.map((callId, position) => [callId, position]));
        const positionOf = (callId: string): number => positions.get(callId) ?? (restored.has(callId) ? -1 : happened.length);
        this.actions = new Map([...restored, ...this.actions].sort(([one], [other]) => positionOf(one) - positionOf(other)));
        this.onDidChangeEmitter.fire();
    }

    /** Whether an action can be undone, or made again; undefined when nothing is remembered of it. */
    stateOf(callId: string): 'done' | 'undone' | undefined {
        const action = this.actions.get(callId);
        return action && (action.undone ? 'undone' : 'done');
    }

    /** The last action that can be undone, of those that are wanted. */
    findLast(isWanted: (callId: string) => boolean): string | undefined {
        return [...this.actions].findLast(([callId, { undone }]) => !undone && isWanted(callId))?.[0];
    }

    /**
     * Takes an action back, or makes it again.
     *
     * @throws CommandError that says why nothing of it was possible
     */
    setUndone(callId: string, undone: boolean): Promise<UndoOutcome> {
        const run = this.running.then(() => this.run(callId, undone));
        this.running = run.catch(() => undefined);
        return run;
    }

    protected async run(callId: string, undone: boolean): Promise<UndoOutcome> {
        const action = this.actions.get(callId);
        if (!action) {
            throw new CommandError('forgotten', 'What this action changed is no longer remembered, so it stays as it is.');
        }
        const done: string[] = [];
        const failures: CommandError[] = [];
        for (const step of undone ? action.steps.toReversed() : action.steps) {
            try {
                const sentence = await step.setUndone(undone);
                done.push(...(sentence === undefined ? [] : [sentence]));
            } catch (error) {
                if (!(error instanceof CommandError)) {
                    throw error;
                }
                failures.push(error);
            }
        }
        const failure = failures.at(0);
        if (failure && failures.length === action.steps.length) {
            throw failure;
        }
        action.undone = undone;
        this.onDidChangeEmitter.fire();
        return { done, left: failures.map(({ message }) => message) };
    }
}

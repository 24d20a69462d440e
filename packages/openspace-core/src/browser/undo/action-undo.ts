import { Emitter } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { CommandError, MOST_UNDOABLE_ACTIONS } from '../../common';
import type { CommandOrigin } from '../command/openspace-command';
import type { UndoStep } from './undo-step';

interface UndoableAction {
    readonly steps: UndoStep[];
    /** What of it stays for ever, and why, in sentences. */
    readonly lasting: string[];
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
        if (steps.length > 0) {
            this.add(origin, { steps, lasting: [] });
        }
    }

    /** A command has done something that nobody can take back, and says so in a sentence. */
    recordLasting(origin: CommandOrigin | undefined, reason: string): void {
        this.add(origin, { steps: [], lasting: [reason] });
    }

    protected add(
        origin: CommandOrigin | undefined,
        done: Readonly<Pick<UndoableAction, 'lasting'>> & { steps: readonly UndoStep[] }
    ): void {
        if (origin?.by !== 'agent') {
            return;
        }
        const action = this.actions.get(origin.callId) ?? { steps: [], lasting: [], undone: false };
        action.steps.push(...done.steps);
        action.lasting.push(...done.lasting);
        this.actions.set(origin.callId, action);
        for (const oldest of this.actions.keys()) {
            if (this.actions.size <= MOST_UNDOABLE_ACTIONS) {
                break;
            }
            this.actions.delete(oldest);
        }
        this.onDidChangeEmitter.fire();
    }

    /**
     * Actions of before this page was loaded, or of while it was cut off, the oldest first; one may have several steps. What is known of
     * here may have been undone, or made again, in another window.
     * @param happened the calls in the order in which they were asked for; those of this page that are not among them are the newest
     */
    restore(
        earlier: readonly { readonly callId: string; readonly step: UndoStep; readonly undone: boolean }[],
        happened: readonly string[]
    ): void {
        this.takeOver(earlier);
        const restored = new Map<string, UndoableAction>();
        for (const { callId, step, undone } of earlier.filter(each => !this.actions.has(each.callId))) {
            const steps = restored.get(callId)?.steps ?? [];
            restored.set(callId, { steps: [...steps, step], lasting: [], undone });
        }
        const positions = new Map(happened.map((callId, position) => [callId, position]));
        const positionOf = (callId: string): number => positions.get(callId) ?? (restored.has(callId) ? -1 : happened.length);
        this.actions = new Map([...restored, ...this.actions].sort(([one], [other]) => positionOf(one) - positionOf(other)));
        this.onDidChangeEmitter.fire();
    }

    /** Of an action of which only a part could be undone, this window knows best what the person was told. */
    protected takeOver(told: readonly { readonly callId: string; readonly undone: boolean }[]): void {
        for (const [callId, action] of this.actions) {
            const states = new Set(told.filter(each => each.callId === callId).map(({ undone }) => undone));
            const [undone = action.undone] = states;
            action.undone = states.size > 1 ? action.undone : undone;
        }
    }

    /** Whether an action can be undone, or made again; undefined when nothing of it can, or nothing is remembered of it. */
    stateOf(callId: string): 'done' | 'undone' | undefined {
        const action = this.actions.get(callId);
        return action && action.steps.length > 0 ? (action.undone ? 'undone' : 'done') : undefined;
    }

    /** Why an action, or a part of it, can never be undone; undefined when no such reason is known. */
    reasonAgainst(callId: string): string | undefined {
        return this.actions.get(callId)?.lasting.at(0);
    }

    /** The last action that can be undone, of those that are wanted. */
    findLast(isWanted: (callId: string) => boolean): string | undefined {
        return [...this.actions].findLast(([callId]) => this.stateOf(callId) === 'done' && isWanted(callId))?.[0];
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
        if (!action || action.steps.length === 0) {
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
        return { done, left: [...failures.map(({ message }) => message), ...(undone ? action.lasting : [])] };
    }
}

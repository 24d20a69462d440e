import type { TerminalInfo } from '@openspace/protocol';
import type { LocatedCommand, ObservedTerminalWidget } from './observed-terminal-widget';
import type { EndedTerminal } from './terminals';

/** What is known of a terminal: in words, and as evidence in a result. */
export interface TerminalDescription {
    readonly words: string;
    readonly evidence: {
        readonly terminalId: string;
        readonly title: string;
        readonly state: string;
        readonly exitCode?: number;
        readonly lastCommand?: LocatedCommand;
        /** Told to the agent at once. */
        readonly remark?: string;
    };
}

/** Longer command lines are cut for the Hub. */
const MAX_RUNNING_LENGTH = 500;

/** A terminal as the Hub and the instructions know it. */
export function terminalInfo(widget: ObservedTerminalWidget, openedBy: TerminalInfo['openedBy']): TerminalInfo {
    const { lastCommand } = widget.commands;
    return {
        id: widget.id,
        title: widget.title.label,
        ...(lastCommand?.running ? { running: lastCommand.commandLine.slice(0, MAX_RUNNING_LENGTH) } : {}),
        openedBy
    };
}

/** A terminal that is open. */
export function describeOpen(widget: ObservedTerminalWidget): TerminalDescription {
    const { lastCommand } = widget;
    const { state } = widget.commands;
    return {
        words: wordsFor(state, lastCommand),
        evidence: { terminalId: widget.id, title: widget.title.label, state, ...(lastCommand ? { lastCommand } : {}) }
    };
}

/** A terminal that was to be waited for until the person said stop, which ends the wait and nothing else. */
export function describeStopped(widget: ObservedTerminalWidget): TerminalDescription {
    const { words, evidence } = describeOpen(widget);
    const terminal = `terminal "${evidence.title}" (${evidence.terminalId})`;
    const remark = `The person said stop, so ${terminal} was waited for no longer. Nothing in it was ended. ${words}`;
    return { words: remark, evidence: { ...evidence, remark } };
}

/** A terminal whose shell has ended, or that was closed. */
export function describeEnded({ id, title, ending, exited, exitCode, lastCommand }: EndedTerminal): TerminalDescription {
    return {
        words: `Terminal "${title}" ${ending}.`,
        evidence: {
            terminalId: id,
            title,
            state: exited ? 'exited' : 'closed',
            ...(exitCode === undefined ? {} : { exitCode }),
            ...(lastCommand ? { lastCommand } : {})
        }
    };
}

/** Evidence for a list, where the id and the title stand under the names that the Hub has for them. */
export function withoutName({ evidence }: TerminalDescription): Omit<TerminalDescription['evidence'], 'terminalId' | 'title'> {
    const { state, exitCode, lastCommand } = evidence;
    return { state, ...(exitCode === undefined ? {} : { exitCode }), ...(lastCommand ? { lastCommand } : {}) };
}

function wordsFor(state: ObservedTerminalWidget['commands']['state'], command: LocatedCommand | undefined): string {
    switch (state) {
        case 'unknown':
            return 'This shell does not tell what runs in it, so whether the command has ended is unknown.';
        case 'starting':
            return 'The shell is still starting.';
        case 'unfinished':
            return 'The shell waits for the rest of the command line.';
        case 'running':
            return command?.running ? `"${command.commandLine}" still runs.` : 'What was sent has not been run yet.';
        case 'idle':
            return command === undefined ? 'No command has run yet.' : `"${command.commandLine}" ended${endOf(command)}.`;
    }
}

function endOf({ exitCode }: LocatedCommand): string {
    return exitCode === undefined ? '' : ` with exit code ${exitCode}`;
}

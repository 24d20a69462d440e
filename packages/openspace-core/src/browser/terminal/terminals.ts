import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { Emitter } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { TerminalExitReason } from '@theia/terminal/lib/common/base-terminal-protocol';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import { CommandError } from '../../common';
import { matchingChoices } from '../command/matching-choices';
import type { ArgumentChoice } from '../command/openspace-command';
import { ObservedTerminalWidget, type LocatedCommand } from './observed-terminal-widget';
import { newestLines } from './read-lines';
import { findTerminal } from './terminal-reference';

/** Terminals that have ended are remembered, the oldest forgotten first. */
const MAX_ENDED = 20;
/** So many characters are kept of each. */
const MAX_ENDED_LENGTH = 1_000_000;

/** A terminal that is no more. */
export interface EndedTerminal {
    readonly id: string;
    readonly title: string;
    /** What became of it, for a reader. */
    readonly ending: string;
    /** Its shell ended by itself; otherwise it was closed. */
    readonly exited: boolean;
    readonly exitCode?: number;
    readonly lastCommand?: LocatedCommand;
    /** What its shell printed; nothing of one that was closed. */
    readonly lines: readonly string[];
}

/** The terminals of this window as commands know them: those that are open, and for a while those that have ended. */
@injectable()
export class Terminals implements FrontendApplicationContribution {
    @inject(TerminalService) protected readonly service: TerminalService;

    protected readonly ended: EndedTerminal[] = [];
    protected readonly onDidChangeCommandEmitter = new Emitter<void>();
    /** A command began or ended in one of the terminals. */
    readonly onDidChangeCommand = this.onDidChangeCommandEmitter.event;

    onStart(): void {
        this.service.onDidCreateTerminal(widget => {
            if (widget instanceof ObservedTerminalWidget) {
                widget.commands.onDidChange(() => {
                    this.onDidChangeCommandEmitter.fire();
                });
                // Said while the terminal's text can still be read.
                widget.onTerminalDidClose(() => this.remember(widget));
            }
        });
    }

    /** Every open terminal that a person can see, whoever opened it. */
    all(): ObservedTerminalWidget[] {
        return this.service.all.filter(
            widget => widget instanceof ObservedTerminalWidget && !widget.hiddenFromUser
        ) as ObservedTerminalWidget[];
    }

    /** What a person may choose for an argument that names a terminal, narrowed by what was typed. */
    choices(typed: string): ArgumentChoice[] {
        const all = this.all().map(({ id, title }) => ({ value: id, label: title.label, description: id }));
        return matchingChoices(all, typed);
    }

    /** Terminals whose shell has ended by itself, oldest first. */
    allExited(): EndedTerminal[] {
        return this.ended.filter(({ exited }) => exited);
    }

    /** Finds an open or ended terminal by its id or title; of those with the same title, an open one counts before ended ones. */
    find(reference: string): ObservedTerminalWidget | EndedTerminal {
        const open = this.all().map(widget => ({ id: widget.id, title: widget.title.label, widget }));
        const ended = this.ended.findLast(({ id, title }) => id === reference || title === reference);
        return ended && !open.some(({ id, title }) => id === reference || title === reference)
            ? ended
            : findTerminal(reference, open).widget;
    }

    /** Finds an open terminal; says what became of one that has ended. */
    findOpen(reference: string): ObservedTerminalWidget {
        const found = this.find(reference);
        if (found instanceof ObservedTerminalWidget) {
            return found;
        }
        throw new CommandError(
            found.exited ? 'terminal-exited' : 'terminal-closed',
            `Terminal "${found.title}" ${found.ending}. Create another one.`
        );
    }

    protected remember(widget: ObservedTerminalWidget): void {
        const exited = widget.exitStatus?.reason === TerminalExitReason.Process;
        const exitCode = exited ? widget.exitStatus?.code : undefined;
        const all = widget.lines();
        const lines = exited ? newestLines(all, MAX_ENDED_LENGTH) : [];
        this.ended.push({
            id: widget.id,
            title: widget.title.label,
            ending: !exited ? 'was closed' : exitCode === undefined ? 'was ended by a signal' : `has exited with code ${exitCode}`,
            exited,
            ...(exitCode === undefined ? {} : { exitCode }),
            ...(widget.lastCommand ? { lastCommand: endedCommand(widget.lastCommand, all.length - lines.length) } : {}),
            lines
        });
        this.ended.splice(0, Math.max(0, this.ended.length - MAX_ENDED));
    }
}

/** The command as it was, where so many lines before its output are left out. */
function endedCommand({ outputStartLine = 0, ...command }: LocatedCommand, leftOut: number): LocatedCommand {
    const start = outputStartLine - leftOut;
    return { ...command, running: false, ...(start > 0 ? { outputStartLine: start } : {}) };
}

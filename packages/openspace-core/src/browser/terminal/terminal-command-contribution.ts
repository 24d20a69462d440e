import type { TerminalInfo } from '@openspace/protocol';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, CommandRefusal, STOPPED_BEFORE, TerminalServer } from '../../common';
import { counted } from '../command/counted';
import {
    declareCommand,
    operationIdOf,
    stopOf,
    type CommandDeclaration,
    type CommandOrigin,
    type CommandSuccess,
    type OpenSpaceCommand
} from '../command/openspace-command';
import { OpenSpaceCommandContribution } from '../command/openspace-command-contribution';
import { PaneService } from '../pane/pane-service';
import { AgentWidgets } from '../session/agent-widgets';
import { PathChoices } from '../workspace/path-choices';
import { valueOf } from '../workspace/workspace-files';
import { describeEnded, describeOpen, describeStopped, terminalInfo, withoutName, type TerminalDescription } from './terminal-description';
import { ObservedTerminalWidget } from './observed-terminal-widget';
import { answerWithLines } from './terminal-answer';
import { TerminalOpener } from './terminal-opener';
import { Terminals } from './terminals';

const terminalId = {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'Id of the terminal, or its title if only one has it.'
} as const;
const waitMs = {
    type: 'integer',
    minimum: 0,
    maximum: 60_000,
    default: 0,
    description: 'Wait so long at most, until the commands that were sent have ended.'
} as const;
const lines = { type: 'integer', minimum: 1, maximum: 10_000, default: 100, description: 'How many lines.' } as const;
const skip = { type: 'integer', minimum: 0, maximum: 10_000, default: 0, description: 'Leave out so many of the last lines.' } as const;
const cwd = {
    type: 'string',
    minLength: 1,
    maxLength: 4096,
    default: '.',
    description: 'Folder, relative to the workspace root.'
} as const;
/** How long text waits for a shell that has just been started. */
const STARTING_MS = 3_000;

/** The commands that deal with terminals. */
@injectable()
export class TerminalCommandContribution extends OpenSpaceCommandContribution {
    @inject(Terminals) protected readonly terminals: Terminals;
    @inject(TerminalOpener) protected readonly opener: TerminalOpener;
    @inject(TerminalServer) protected readonly server: TerminalServer;
    @inject(PaneService) protected readonly panes: PaneService;
    @inject(PathChoices) protected readonly paths: PathChoices;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;

    protected override declareCommands(): CommandDeclaration[] {
        const choices = { terminalId: (typed: string) => this.terminals.choices(typed) };
        const nothingToChoose = nls.localize('openspace/terminal/none', 'There is no terminal.');
        return [
            declareCommand({
                id: 'openspace.terminal.create',
                label: 'Create Terminal',
                category: 'OpenSpace',
                description: 'Starts a terminal in the bottom panel. Then send commands to it and read its output.',
                risk: 'execute',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        title: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 100,
                            pattern: '^[^\\p{Cc}\\p{Cf}]+$',
                            description: 'Name of its tab, by which you can refer to it.'
                        },
                        cwd,
                        shellPath: { type: 'string', minLength: 1, maxLength: 200, description: 'Path or name of an installed shell.' }
                    },
                    additionalProperties: false
                },
                example: { title: 'tests' },
                choices: { cwd: typed => this.paths.folders(typed) },
                execute: (args, origin) => this.create(args, origin)
            }),
            declareCommand({
                id: 'openspace.terminal.send',
                label: 'Send Text to Terminal',
                category: 'OpenSpace',
                description: 'Types text into a terminal, exactly as given. End a command line with \\n to run it. Then read the output.',
                risk: 'execute',
                argumentsSchema: {
                    type: 'object',
                    properties: {
                        terminalId,
                        text: {
                            type: 'string',
                            minLength: 1,
                            maxLength: 16_384,
                            description: 'Plain text and newlines.'
                        },
                        waitMs
                    },
                    required: ['terminalId', 'text'],
                    additionalProperties: false
                },
                example: { terminalId: 'tests', text: 'npm test\n' },
                choices,
                nothingToChoose,
                refineForPerson: (args, command) => this.offerToRun(args, command),
                execute: (args, origin) => this.send(args, origin)
            }),
            declareCommand({
                id: 'openspace.terminal.read_output',
                label: 'Read Terminal Output',
                category: 'OpenSpace',
                description:
                    'Reads the last lines of a terminal, and tells what its last command was, whether it still runs, and its exit code. Wait with waitMs rather than read again and again. You get the lines in the next message.',
                risk: 'read',
                argumentsSchema: {
                    type: 'object',
                    properties: { terminalId, lines, skip, waitMs },
                    required: ['terminalId'],
                    additionalProperties: false
                },
                example: { terminalId: 'tests', waitMs: 30_000 },
                choices,
                nothingToChoose,
                execute: (args, origin) => this.read(args, origin)
            }),
            declareCommand({
                id: 'openspace.terminal.list',
                label: 'List Terminals',
                category: 'OpenSpace',
                description: 'Lists the terminals and what runs in them. You get the list in the next message.',
                risk: 'read',
                argumentsSchema: { type: 'object', properties: {}, additionalProperties: false },
                example: {},
                execute: () => this.list()
            }),
            declareCommand({
                id: 'openspace.terminal.close',
                label: 'Close Terminal',
                category: 'OpenSpace',
                description: 'Closes a terminal and ends what runs in it.',
                risk: 'execute',
                argumentsSchema: {
                    type: 'object',
                    properties: { terminalId },
                    required: ['terminalId'],
                    additionalProperties: false
                },
                example: { terminalId: 'tests' },
                choices,
                nothingToChoose,
                execute: (args, origin) => this.close(args.terminalId, origin)
            })
        ];
    }

    protected async create(args: { title?: string; cwd?: string; shellPath?: string }, origin: CommandOrigin): Promise<CommandSuccess> {
        const { title, shellPath } = args;
        const folder = args.cwd ?? cwd.default;
        const admitted = valueOf(await this.server.admitTerminal({ cwd: folder, ...(shellPath === undefined ? {} : { shellPath }) }));
        const namesakes = this.terminals.all().filter(each => each.title.label === title).length;
        const widget = await this.opener.open(admitted, title, origin);
        const shared = namesakes > 0 ? ` Another terminal has this title, so use the id ${widget.id}.` : '';
        return {
            success: true,
            output: `Created terminal "${widget.title.label}".${shared}`,
            terminalId: widget.id,
            title: widget.title.label,
            cwd: admitted.cwd === '' ? '.' : admitted.cwd,
            pid: await widget.processId
        };
    }

    /** A person who types a command line mostly wants to run it. */
    protected async offerToRun<A extends { readonly text: string }>(args: A, command: OpenSpaceCommand): Promise<A | undefined> {
        if (/[\n\r]$/.test(args.text)) {
            return args;
        }
        const run = nls.localize('openspace/terminal/run', 'Press Enter behind it, which runs the line');
        const type = nls.localize('openspace/terminal/type', 'Only type it');
        const question = nls.localize('openspace/terminal/runQuestion', 'The text has no new line at its end.');
        const answer = await this.argumentForm.decide(command, question, [run, type]);
        return answer === undefined ? undefined : answer === run ? { ...args, text: `${args.text}\n` } : args;
    }

    protected async send(args: { terminalId: string; text: string; waitMs?: number }, origin: CommandOrigin): Promise<CommandSuccess> {
        const widget = this.terminals.findOpen(args.terminalId);
        if (origin.by === 'agent' && widget.isPersonTyping) {
            throw new CommandError(
                'person-typing',
                `The person is typing in terminal "${widget.title.label}".`,
                'Create a terminal of your own, or ask the person.'
            );
        }
        if (widget.commands.state === 'starting') {
            // Typed before the prompt is there, the text would stand in the terminal twice.
            await widget.commands.whenSettled(STARTING_MS, stopOf(origin));
        }
        if (stopOf(origin)?.aborted) {
            throw new CommandRefusal('stopped', STOPPED_BEFORE);
        }
        // Said before it is sent: the shell may be done before the backend has answered.
        const lines = widget.commands.expectLines(args.text.match(/[\n\r]/g)?.length ?? 0);
        try {
            valueOf(await this.server.sendText(widget.terminalId, args.text, operationIdOf(origin)));
        } catch (error) {
            lines.takeBack();
            throw error;
        }
        lines.arrived();
        const isRun = /[\n\r]$/.test(args.text);
        const description = await this.waitAndDescribe(widget, origin, args.waitMs);
        return {
            success: true,
            output: isRun
                ? `Sent to terminal "${widget.title.label}". ${(args.waitMs ?? waitMs.default) === 0 ? '' : description.words}`.trim()
                : `Typed into terminal "${widget.title.label}"; it runs when a newline is sent.`,
            ...description.evidence
        };
    }

    protected async read(
        args: { terminalId: string; lines?: number; skip?: number; waitMs?: number },
        origin: CommandOrigin
    ): Promise<CommandSuccess> {
        const found = this.terminals.find(args.terminalId);
        const wanted = { lines: args.lines ?? lines.default, skip: args.skip ?? skip.default };
        if (!(found instanceof ObservedTerminalWidget)) {
            if (!found.exited) {
                this.terminals.findOpen(args.terminalId);
            }
            return answerWithLines(found.lines, wanted, describeEnded(found));
        }
        const description = await this.waitAndDescribe(found, origin, args.waitMs);
        if (found.isDisposed) {
            return this.read({ ...args, terminalId: found.id, waitMs: 0 }, origin);
        }
        return answerWithLines(found.lines(), wanted, description, { fullScreen: found.isFullScreen });
    }

    protected async list(): Promise<CommandSuccess> {
        const open = await Promise.all(this.terminals.all().map(widget => this.listed(widget)));
        const exited = this.terminals
            .allExited()
            .map(terminal => ({ id: terminal.id, title: terminal.title, ...withoutName(describeEnded(terminal)) }));
        return {
            success: true,
            output: `${counted(open.length, 'open terminal')}${exited.length > 0 ? `, and ${exited.length} that ended` : ''}.`,
            terminals: [...open, ...exited]
        };
    }

    protected async listed(widget: ObservedTerminalWidget): Promise<TerminalInfo & Record<string, unknown>> {
        return {
            ...terminalInfo(widget, this.agentWidgets.openedBy(widget)),
            pid: await widget.processId.catch(() => undefined),
            ...withoutName(describeOpen(widget))
        };
    }

    protected async close(reference: string, origin: CommandOrigin): Promise<CommandSuccess> {
        const found = this.terminals.findOpen(reference);
        const label = found.title.label;
        const { lastCommand } = found;
        await this.panes.closeContent(found.id, origin);
        return {
            success: true,
            output: lastCommand?.running
                ? `Closed terminal "${label}" and ended "${lastCommand.commandLine}", which still ran.`
                : `Closed terminal "${label}".`,
            terminalId: found.id,
            title: label,
            ...(lastCommand?.running ? { endedCommand: lastCommand.commandLine } : {})
        };
    }

    protected async waitAndDescribe(
        widget: ObservedTerminalWidget,
        origin: CommandOrigin,
        timeoutMs: number = waitMs.default
    ): Promise<TerminalDescription> {
        const isSettled = timeoutMs === 0 || (await widget.commands.whenSettled(timeoutMs, stopOf(origin)));
        const isStopped = !isSettled && stopOf(origin)?.aborted === true;
        if (!widget.isDisposed) {
            await widget.whenTakenIn();
        }
        const ended = widget.isDisposed ? this.terminals.find(widget.id) : undefined;
        if (ended && !(ended instanceof ObservedTerminalWidget)) {
            return describeEnded(ended);
        }
        return isStopped ? describeStopped(widget) : describeOpen(widget);
    }
}

import { inject, injectable } from '@theia/core/shared/inversify';
import { TerminalWidgetImpl } from '@theia/terminal/lib/browser/terminal-widget-impl';
import { parseShellMark, SHELL_MARK_SEQUENCE, TerminalServer } from '../../common';
import { TYPING_MS } from '../attention/typing-watch';
import { CommandTracker, type TrackedCommand } from './command-tracker';
import { ignoreHugeCounts, type Screen } from './huge-counts';
import { KEPT_LINES, OutputRing } from './output-ring';
import { textBetween, type TerminalLines } from './screen-lines';

/** Output is given to the terminal in pieces of this size; between two of them the page can do other things. */
const PIECE_LENGTH = 8 * 1024;
/** The backend is told whenever so many characters have been taken in. */
const REPORTED_LENGTH = 32 * 1024;

/** A command with the place of its output among the lines that the terminal holds. */
export interface LocatedCommand extends TrackedCommand {
    /** Number of the first line of its output; absent when the terminal no longer holds it. */
    readonly outputStartLine?: number;
}

/** A terminal whose text and commands can be read at any time, whether it is shown or not. */
@injectable()
export class ObservedTerminalWidget extends TerminalWidgetImpl {
    @inject(TerminalServer) protected readonly terminalServer: TerminalServer;

    readonly commands = new CommandTracker();

    protected output: OutputRing;
    protected markSecret?: string;
    protected promptPlace?: { readonly marker: ReturnType<Screen['registerMarker']>; readonly column: number };
    protected unreported = 0;
    /** When the person typed something that the shell has not read as a line yet. */
    protected typedAt?: number;

    protected override init(): void {
        super.init();
        this.output = new OutputRing(this.term);
        this.keepRows();
        ignoreHugeCounts(this.term);
        this.term.parser.registerOscHandler(SHELL_MARK_SEQUENCE, content => this.onMark(content));
        this.toDispose.push(this.commands);
        this.toDispose.push(this.onKey(() => (this.typedAt = performance.now())));
    }

    /** Whether a program such as an editor or a pager has the whole terminal. */
    get isFullScreen(): boolean {
        return this.term.buffer.active.type === 'alternate';
    }

    /** Whether text that is sent now would mix with what the person is typing here. */
    get isPersonTyping(): boolean {
        // Only marks tell when a line was read; without them, a while of silence has to do.
        return this.typedAt !== undefined && (this.markSecret !== undefined || performance.now() - this.typedAt < TYPING_MS);
    }

    /** The last lines that the terminal has printed, as a person reads them. */
    lines(): TerminalLines {
        return this.output.lines();
    }

    /** The command that runs now, or else the last one that ran; undefined while none is known of. */
    get lastCommand(): LocatedCommand | undefined {
        const command = this.commands.lastCommand;
        const { outputStartLine } = this.output;
        return command && { ...command, ...(outputStartLine === undefined ? {} : { outputStartLine }) };
    }

    /** Resolves when all output that has come so far can be read, or the terminal is gone. */
    whenTakenIn(): Promise<void> {
        return new Promise(resolve => {
            const gone = this.onDidDispose(resolve);
            this.term.write('', () => {
                gone.dispose();
                resolve();
            });
        });
    }

    override updateConfig(): void {
        // For a moment the terminal has no more rows than the person's settings ask for.
        this.output.copy(0);
        super.updateConfig();
        this.keepRows();
    }

    override clearOutput(): void {
        super.clearOutput();
        this.output.clear();
    }

    override resetTerminal(): void {
        super.resetTerminal();
        this.output.clear();
    }

    /** Theia holds the output of a terminal that was never shown back until it is; nobody could read it then. */
    override write(data: string): void {
        this.commands.activity();
        for (let start = 0; start < data.length; start += PIECE_LENGTH) {
            const piece = data.slice(start, start + PIECE_LENGTH);
            if (this.termOpened) {
                super.write(piece);
            } else {
                this.term.write(piece);
            }
            this.term.write('', () => this.output.copy());
        }
        this.term.write('', () => this.reportTakenIn(data.length));
    }

    protected override async createTerminal(): Promise<number> {
        return this.learnMarks(await super.createTerminal());
    }

    protected override async attachTerminal(id: number): Promise<number> {
        return this.learnMarks(await super.attachTerminal(id));
    }

    /** Before the first output comes, so that no mark is missed. */
    protected async learnMarks(terminalId: number): Promise<number> {
        this.markSecret = await this.terminalServer.markSecret(terminalId);
        if (this.markSecret !== undefined) {
            this.commands.expectMarks();
        }
        return terminalId;
    }

    /** Takes note of a mark of the shell. Nobody else is to see it, nor one that a program made up. */
    protected onMark(content: string): boolean {
        const mark = parseShellMark(content, this.markSecret);
        if (mark && !this.commands.isRedrawn(mark)) {
            this.typedAt = undefined;
        }
        if (mark?.kind === 'begin') {
            this.output.startOutput();
            this.commands.begin(mark.commandLine ?? this.typedCommandLine());
        } else if (mark) {
            if (mark.kind === 'prompt') {
                this.promptPlace?.marker.dispose();
                this.promptPlace = { marker: this.term.registerMarker(0), column: this.term.buffer.active.cursorX };
            }
            this.commands.waitForLine(mark);
        }
        return true;
    }

    /** What stands between the prompt and the place where the output begins. */
    protected typedCommandLine(): string {
        const { promptPlace } = this;
        const { active } = this.term.buffer;
        return promptPlace && promptPlace.marker.line >= 0
            ? textBetween(active, promptPlace.marker.line, promptPlace.column, active.baseY + active.cursorY)
            : '';
    }

    /** More than one piece of output can push out, so that nothing is gone before it is copied. */
    protected keepRows(): void {
        this.term.options.scrollback = Math.max(this.preferences['terminal.integrated.scrollback'], KEPT_LINES);
    }

    protected reportTakenIn(characters: number): void {
        this.unreported += characters;
        if (this.unreported >= REPORTED_LENGTH) {
            this.terminalServer.notifyTakenIn(this.terminalId, this.unreported);
            this.unreported = 0;
        }
    }
}

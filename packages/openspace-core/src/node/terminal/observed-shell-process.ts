import { ShellProcess } from '@theia/terminal/lib/node/shell-process';
import { injectable } from '@theia/core/shared/inversify';
import { isInForeground } from './process-session';
import { PromptWatch } from './prompt-watch';

/** So many characters may be on their way to the page before the program has to wait. */
const MAX_UNDERWAY = 512 * 1024;
/** The program goes on when only so many are left. */
const FEW_UNDERWAY = 128 * 1024;
/** A page that says nothing for this long, a reloading one for instance, does not hold the program up. */
const LONGEST_PAUSE_MS = 1_000;

/** How often, and how many times, a shell is asked to end that does not. */
const ASK_AGAIN_MS = 200;
const MOST_REQUESTS = 25;

const LINE_END = /[\r\n]/;

/** The process of a terminal. A program that prints more than the page can take in is slowed down, so that nothing piles up. */
@injectable()
export class ObservedShellProcess extends ShellProcess {
    /** What the marks of its shell carry; absent for a shell that sets no marks. */
    markSecret?: string;

    /** What was typed on an agent's word since the last line end, as far as the shell has not read it. */
    typedLine = '';
    /** Whether the person has typed something since then. */
    protected isTouched = false;

    protected readonly prompt = new PromptWatch();

    protected underway = 0;
    protected pause?: NodeJS.Timeout;
    protected asking?: NodeJS.Timeout;

    /** Begins to count what the program prints. */
    observe(): void {
        this.terminal?.onData(data => {
            if (this.prompt.read(data, this.markSecret)) {
                this.typedLine = '';
                this.isTouched = false;
            }
            this.underway += data.length;
            if (this.underway > MAX_UNDERWAY && this.pause === undefined) {
                this.terminal?.pause();
                this.pause = setTimeout(() => this.resume(), LONGEST_PAUSE_MS);
            }
        });
        this.onExit(() => clearTimeout(this.pause));
    }

    /** The person types, or the page in the person's name. */
    override write(data: string): void {
        if (LINE_END.test(data)) {
            this.typedLine = '';
            this.isTouched = false;
        }
        this.isTouched ||= openLine(data) !== '';
        this.prompt.typed(data);
        super.write(data);
    }

    /** Types text on an agent's word. */
    writeForAgent(text: string): void {
        this.typedLine = LINE_END.test(text) ? openLine(text) : this.typedLine + text;
        this.prompt.typed(text);
        super.write(text);
    }

    /** Another value means that the line has changed which is being typed. */
    get lineState(): string {
        return JSON.stringify([this.isTouched, this.typedLine]);
    }

    /**
     * Whether the shell itself will read what an agent types now, as the agent typed it: no program runs in the terminal, and the
     * person has typed nothing there. Waits a while for a prompt, since a command of before may just be ending.
     */
    async isShellReading(waitMs: number): Promise<boolean> {
        const isAtPrompt = this.markSecret === undefined || (await this.prompt.isReached(waitMs));
        // A program could have learnt how to make up a mark; it cannot make up who has the terminal.
        return isAtPrompt && (await isInForeground(this.pid)) && !this.isTouched;
    }

    /** The page has taken in so many characters. */
    takenIn(characters: number): void {
        this.underway = Math.max(0, this.underway - characters);
        if (this.underway < FEW_UNDERWAY && this.pause !== undefined) {
            this.resume();
        }
    }

    /** Ends the shell. One that falls asleep just when it is asked would hear of it only at the next key, so it is asked again. */
    override kill(signal?: string): void {
        super.kill(signal);
        if (signal === undefined && this.asking === undefined) {
            let requests = 1;
            this.asking = setInterval(() => (++requests > MOST_REQUESTS ? clearInterval(this.asking) : super.kill()), ASK_AGAIN_MS);
            this.asking.unref();
            this.onExit(() => clearInterval(this.asking));
        }
    }

    /** How many pages show this terminal. */
    get viewers(): number {
        // One stream is the process's own.
        return Math.max(0, this.ringBuffer.streamsSize() - 1);
    }

    protected resume(): void {
        clearTimeout(this.pause);
        this.pause = undefined;
        this.underway = 0;
        this.terminal?.resume();
    }
}

/** What stands behind the last line end. */
function openLine(text: string): string {
    return text.slice(Math.max(text.lastIndexOf('\r'), text.lastIndexOf('\n')) + 1);
}

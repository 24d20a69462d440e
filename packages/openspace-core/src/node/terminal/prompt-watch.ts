import { Emitter } from '@theia/core/lib/common';
import { parseShellMark, SHELL_MARK_SEQUENCE } from '../../common';

const [ESCAPE, BELL] = ['\x1b', '\x07'];
const MARK = new RegExp(`${ESCAPE}\\]${SHELL_MARK_SEQUENCE};([^${BELL}${ESCAPE}]{0,200})${BELL}`, 'g');
/** So much of a mark may still be on its way. */
const LONGEST_MARK = 220;

/** Knows from the marks of a shell whether it waits at a prompt, or whether a program may read what is typed. */
export class PromptWatch {
    protected readonly onDidReachEmitter = new Emitter<void>();
    protected rest = '';
    /** Number of the last prompt; one that is drawn anew keeps its number. */
    protected seen = 0;
    protected isAtPrompt = false;

    /** Takes what the terminal prints; answers whether the shell shows a new prompt, with an empty line. */
    read(data: string, secret: string | undefined): boolean {
        const before = this.seen;
        const text = this.rest + data;
        let end = 0;
        for (const match of text.matchAll(MARK)) {
            end = match.index + match[0].length;
            this.take(match[1], secret);
        }
        this.rest = text.slice(Math.max(end, text.length - LONGEST_MARK));
        if (this.isAtPrompt) {
            this.onDidReachEmitter.fire();
        }
        return this.seen > before;
    }

    /** Somebody types: a line end makes the shell leave its prompt, sooner or later. */
    typed(text: string): void {
        if (/[\r\n]/.test(text)) {
            this.isAtPrompt = false;
        }
    }

    /** Whether the shell is at a prompt now, or soon. */
    isReached(waitMs: number): Promise<boolean> {
        if (this.isAtPrompt) {
            return Promise.resolve(true);
        }
        return new Promise(resolve => {
            const done = (reached: boolean): void => {
                clearTimeout(timer);
                subscription.dispose();
                resolve(reached);
            };
            const timer = setTimeout(() => done(false), waitMs);
            const subscription = this.onDidReachEmitter.event(() => done(true));
        });
    }

    protected take(content: string, secret: string | undefined): void {
        const mark = parseShellMark(content, secret);
        if (mark?.kind === 'begin') {
            this.isAtPrompt = false;
        } else if (mark && mark.number > this.seen) {
            this.seen = mark.number;
            this.isAtPrompt = mark.kind === 'prompt';
        }
    }
}

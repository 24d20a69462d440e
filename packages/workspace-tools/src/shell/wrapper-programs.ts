import { isInstalled } from './installed-tools';
import { isOperand } from './option-grammar';
import type { ProgramCall } from './program-call';
import type { Word } from './shell-syntax';

/** How a program that runs another one takes its own arguments. */
interface Wrapper {
    /** Options without a value. */
    readonly flags?: RegExp;
    /** Options whose value is the next argument. */
    readonly valued?: RegExp;
    /** Arguments of its own before the program, such as a duration. */
    readonly operands?: number;
    /** Whether assignments may stand before the program. */
    readonly assignments?: boolean;
    /** Whether it adds arguments that nobody knows. */
    readonly adds?: boolean;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
    env: { flags: /^(?:-i|-0|-|--ignore-environment|--null|-u.+|--unset=.*)$/, valued: /^(?:-u|--unset)$/, assignments: true },
    command: { flags: /^-p$/ },
    builtin: {},
    exec: { flags: /^-[cl]+$/, valued: /^-a$/ },
    nohup: {},
    setsid: { flags: /^-[cfw]+$|^--(?:ctty|fork|wait)$/ },
    nice: { flags: /^(?:-\d+|-n-?\d+|--adjustment=-?\d+)$/, valued: /^-n$/ },
    ionice: { flags: /^-[tc]\d?$/, valued: /^-[cn]$/ },
    time: { flags: /^-[pvq]$/ },
    timeout: {
        flags: /^(?:-v|--foreground|--preserve-status|--verbose|-k\S+|-s\S+|--kill-after=\S+|--signal=\S+)$/,
        valued: /^(?:-k|-s|--kill-after|--signal)$/,
        operands: 1
    },
    stdbuf: { flags: /^-[ioe]\w+$|^--(?:input|output|error)=\w+$/, valued: /^-[ioe]$/ },
    chronic: {},
    c8: { flags: /^--(?:all|check-coverage|reporter=\w+)$/ },
    nyc: { flags: /^--(?:all|check-coverage|reporter=\w+)$/ },
    busybox: {},
    toybox: {},
    caffeinate: { flags: /^-[dimsu]+$/ },
    arch: { flags: /^-\w+$/ },
    xargs: {
        flags: /^(?:-[0rtpx]+|-[nPLsd]\S+|-I\S+|--null|--no-run-if-empty|--max-(?:args|procs|lines)=\d+|--delimiter=.*|--verbose)$/,
        valued: /^-[nPLsdI]$/,
        adds: true
    }
};

/** A word whose value nobody knows. */
export const ADDED: Word = { source: '(what it is sent)', splits: true, scripts: [] };

/** A variable that a wrapper sets, by a word such as `A=1`; without one, it takes the variable away. */
interface WrappedAssignment {
    readonly name: string;
    readonly word?: Word;
}

/** What a wrapper runs: the words of another command. */
export interface WrappedCommand {
    readonly words: readonly Word[];
    readonly assignments: readonly WrappedAssignment[];
    /** Whether it runs in directories that nobody knows. */
    readonly elsewhere?: boolean;
}

/**
 * The command inside a call of a wrapper such as `env` or `timeout`; undefined when the program is none, or runs nothing. Options that
 * are not known are noted as dangerous.
 */
export function unwrap(call: ProgramCall): WrappedCommand | undefined {
    if (call.name === 'npx' && ['c8', 'nyc'].includes(call.values.at(0) ?? '')) {
        if (!isInstalled(call.location, call.values.at(0) ?? '')) {
            call.unproven(`it may download and run ${call.values.at(0)}`);
        }
        return { words: call.args, assignments: [] };
    }
    const wrapper = Object.hasOwn(WRAPPERS, call.name) ? WRAPPERS[call.name] : undefined;
    if (!wrapper) {
        return undefined;
    }
    const words = [...call.args];
    const assignments: WrappedAssignment[] = [];
    const take = (count: number): void => {
        if (words.splice(0, count).some(({ splits }) => splits)) {
            call.dangerous(`an argument of ${call.name} may be several, and a program among them`);
        }
    };
    for (;;) {
        const first = words.at(0);
        const value = first?.literal;
        if (value === '--') {
            words.shift();
            break;
        }
        const name = wrapper.assignments ? /^([A-Za-z_]\w*)=/.exec(value ?? first?.source ?? '')?.[1] : undefined;
        const removed = call.name === 'env' ? /^(?:-u|--unset=)(.+)$/s.exec(value ?? '')?.[1] : undefined;
        if (name !== undefined || removed !== undefined) {
            assignments.push(name === undefined ? { name: removed ?? '' } : { name, word: first });
            take(1);
        } else if (value !== undefined && wrapper.valued?.test(value)) {
            if (call.name === 'env') {
                assignments.push({ name: words.at(1)?.literal ?? '' });
            }
            take(2);
        } else if (value !== undefined && wrapper.flags?.test(value)) {
            words.shift();
        } else {
            break;
        }
    }
    if (words[0]?.literal?.startsWith('-') && !(call.name === 'command' && /^-[vV]+$/.test(words[0].literal))) {
        call.dangerous(`the option ${words[0].source} of ${call.name} is not checked`);
        return undefined;
    }
    if (words[0]?.literal?.startsWith('-')) {
        return { words: [], assignments };
    }
    if (call.name === 'env' && words[0]?.literal?.includes('=')) {
        call.dangerous(`env sets a variable that is not checked: ${words[0].source}`);
        return undefined;
    }
    if (wrapper.adds && words.length > 0) {
        words.push(ADDED);
    }
    take(wrapper.operands ?? 0);
    return { words: call.name === 'xargs' ? withReplaced(call, words) : words, assignments };
}

/** The words that `xargs -I` runs: each that holds what is replaced, or names of files that may hold it, is decided elsewhere. */
function withReplaced(call: ProgramCall, words: readonly Word[]): readonly Word[] {
    const own = call.args.slice(0, call.args.length - words.length + 1);
    const replaced = own.flatMap(({ literal }, index) => {
        if (literal === '-I') {
            return [own.at(index + 1)?.literal];
        }
        return literal?.startsWith('-I') ? [literal.slice(2)] : [];
    });
    if (replaced.some(text => text === undefined || text === '')) {
        call.dangerous('what xargs replaces is not written out');
    }
    const isReplaced = ({ literal }: Word): boolean =>
        replaced.length > 0 && (literal === undefined || replaced.some(text => text !== undefined && literal.includes(text)));
    return words.map(word => (isReplaced(word) ? ADDED : word));
}

const SHELLS = new Set('sh bash zsh dash ksh mksh fish ash csh tcsh rbash yash'.split(' '));
/** Shells that understand a command line as it is checked here. */
const CHECKED_SHELLS = new Set('sh bash dash ash'.split(' '));

export function isShell(name: string): boolean {
    return SHELLS.has(name);
}

/** A shell takes options after others, also after `-c`, and those that begin with a plus. */
function isShellOption(word: Word | undefined): boolean {
    return /^[-+]/.test(word?.literal ?? '');
}

/** The command line of `sh -c`; undefined when the call has none. Notes what is wrong with the rest of the call. */
export function unwrapShell(call: ProgramCall): string | undefined {
    const first = call.args.at(0);
    const rest = call.args.slice(1);
    if (first === undefined) {
        call.dangerous('it runs what it is sent');
        return undefined;
    }
    if (first.literal === undefined) {
        call.dangerous('what it runs is not written out');
        return undefined;
    }
    if (/^-[leuxv]*c$/.test(first.literal)) {
        const script = rest.at(0);
        if (isShellOption(script)) {
            call.dangerous('an option stands where its command line is expected');
            return undefined;
        }
        if (!CHECKED_SHELLS.has(call.name)) {
            call.dangerous(`what ${call.name} makes of a command line is not checked`);
        }
        if (script?.literal === undefined || rest.slice(1).some(({ literal }) => literal === undefined)) {
            call.dangerous('what it runs is not written out');
            return undefined;
        }
        return script.literal;
    }
    if (/^(?:--version|--help)$/.test(first.literal)) {
        return undefined;
    }
    // It reads the script to say whether it is one, and runs nothing of it.
    if (first.literal === '-n' && rest.length === 1 && CHECKED_SHELLS.has(call.name) && isOperand(rest[0])) {
        call.reads(rest[0]);
        return undefined;
    }
    if (isShellOption(first) && !(first.literal === '-n' && rest.at(0)?.literal !== undefined && !isShellOption(rest[0]))) {
        call.dangerous(`the option ${first.source} of ${call.name} is not checked`);
    }
    if (call.location.places(first.literal) === undefined) {
        call.dangerous('it runs a script outside the workspace');
    }
    call.unproven('it runs a script');
    return undefined;
}

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
const ADDED: Word = { source: '(what it is sent)', glob: false, scripts: [] };

/** What a wrapper runs: the words of another command. */
export interface WrappedCommand {
    readonly words: readonly Word[];
    readonly assignments: readonly { readonly name: string }[];
}

/**
 * The command inside a call of a wrapper such as `env` or `timeout`; undefined when the program is none, or runs nothing. Options that
 * are not known are noted as dangerous.
 */
export function unwrap(call: ProgramCall): WrappedCommand | undefined {
    const wrapper = Object.hasOwn(WRAPPERS, call.name) ? WRAPPERS[call.name] : undefined;
    if (!wrapper) {
        return undefined;
    }
    const words = [...call.args];
    const assignments: { readonly name: string }[] = [];
    for (;;) {
        const value = words[0]?.literal;
        if (value === '--') {
            words.shift();
            break;
        }
        const name = wrapper.assignments ? /^([A-Za-z_]\w*)=/.exec(words[0]?.source ?? '')?.[1] : undefined;
        if (name !== undefined) {
            assignments.push({ name });
            words.shift();
        } else if (value !== undefined && wrapper.valued?.test(value)) {
            words.splice(0, 2);
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
    words.splice(0, wrapper.operands ?? 0);
    return { words: wrapper.adds && words.length > 0 ? [...words, ADDED] : words, assignments };
}

/** The commands inside `find … -exec … ;`. Notes what else `find` would do. */
export function unwrapFind(call: ProgramCall): WrappedCommand[] {
    const commands: WrappedCommand[] = [];
    for (let index = 0; index < call.args.length; index++) {
        const { literal, source } = call.args[index];
        if (literal === undefined) {
            call.dangerous(`an argument of find is not written out: ${source}`);
        } else if (/^-(?:exec|execdir|ok|okdir)$/.test(literal)) {
            const end = call.args.findIndex((word, at) => at > index && (word.literal === ';' || word.literal === '+'));
            const words = call.args.slice(index + 1, end < 0 ? undefined : end);
            commands.push({ words: words.map(word => (word.literal?.includes('{}') ? ADDED : word)), assignments: [] });
            index = end < 0 ? call.args.length : end;
        } else if (literal === '-delete') {
            call.dangerous('it removes everything that it finds');
        } else if (/^-(?:fprint|fprint0|fprintf|fls)$/.test(literal)) {
            call.dangerous('it writes to a file');
        } else if (literal === '-files0-from') {
            call.unproven('where it looks is not written out');
        }
    }
    return commands;
}

const SHELLS = new Set('sh bash zsh dash ksh mksh fish ash csh tcsh rbash yash'.split(' '));

export function isShell(name: string): boolean {
    return SHELLS.has(name);
}

/** The command line of `sh -c`; undefined when the call has none. Notes what is wrong with the rest of the call. */
export function unwrapShell(call: ProgramCall): string | undefined {
    const first = call.args.at(0);
    const rest = call.args.slice(1);
    if (first === undefined) {
        call.dangerous('it runs what it is sent');
        return undefined;
    }
    if (first.literal === undefined || first.glob) {
        call.dangerous('what it runs is not written out');
        return undefined;
    }
    if (/^-[leuxv]*c$/.test(first.literal)) {
        const script = rest.at(0);
        if (script?.literal === undefined || rest.slice(1).some(({ literal }) => literal === undefined)) {
            call.dangerous('what it runs is not written out');
            return undefined;
        }
        return script.literal;
    }
    if (/^(?:--version|--help)$/.test(first.literal)) {
        return undefined;
    }
    if (first.literal.startsWith('-') && !(first.literal === '-n' && rest.at(0)?.literal?.startsWith('-') === false)) {
        call.dangerous(`the option ${first.source} of ${call.name} is not checked`);
    }
    if (call.location.resolve(first.literal) === undefined) {
        call.dangerous('it runs a script outside the workspace');
    }
    call.unproven('it runs a script');
    return undefined;
}

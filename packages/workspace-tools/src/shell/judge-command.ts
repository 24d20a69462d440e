import { posix } from 'node:path';
import type { Policy } from '../policy';
import { DANGEROUS_PROGRAMS } from './dangerous-programs';
import { FILE_PROGRAMS } from './file-programs';
import { Concern, Findings } from './findings';
import { parseShell } from './parse-shell';
import { ProgramCall, ProgramRule, ShellLocation } from './program-call';
import { RUNTIME_PROGRAMS } from './runtime-programs';
import type { ShellCircumstances, ShellJudgement } from './shell-judgement';
import { Command, Redirection, Script, ShellSyntaxError, SimpleCommand, Word } from './shell-syntax';
import { isShell, unwrap, unwrapFind, unwrapShell } from './wrapper-programs';

/** Variables that decide which programs run, or what they do before anything else. */
const ACTIVE_VARIABLE =
    /^(?:PATH|IFS|ENV|BASH_\w+|BASHOPTS|SHELLOPTS|SHELL|PS\d|PROMPT_COMMAND|CDPATH|GLOBIGNORE|LD_\w+|DYLD_\w+|GIT_\w+|SSH_\w+|NODE_OPTIONS|NODE_PATH|NPM_CONFIG_\w+|PYTHON\w+|PERL\w+|RUBY\w+|JAVA_\w+|MAKE\w*|\w*PAGER|\w*EDITOR|VISUAL|BROWSER|LESS\w*|HOME|XDG_\w+|TMPDIR|\w*PROXY|\w+_COMMAND|\w+_OPTS|CC|CXX|AWKPATH|TAR_OPTIONS|RIPGREP_CONFIG_PATH|GREP_\w+|CARGO_\w+|RUST\w+|GO\w+|OPENSSL_\w+|CURL_HOME|INPUTRC|HISTFILE|TERMINFO\w*)$/i;

/** Where the programs of the system lie; elsewhere a familiar name may be anything. */
const SYSTEM_FOLDER = /^(?:\/usr(?:\/local)?)?\/s?bin$/;
const DEEPEST_WRAPPING = 12;

const PROGRAMS: Readonly<Record<string, ProgramRule>> = { ...FILE_PROGRAMS, ...RUNTIME_PROGRAMS, ...DANGEROUS_PROGRAMS };

/** Judges a whole command line; what cannot be understood completely is asked about. */
export function judgeCommand(
    commandLine: string,
    policy: Policy,
    { isolated = false, environment = {}, cwd = '.' }: ShellCircumstances = {}
): ShellJudgement {
    const findings = new Findings();
    const location = new ShellLocation(posix.normalize(cwd), policy, policy.workspaceRoot);
    const judge = new CommandJudge(findings, location);
    Object.keys(environment).forEach(name => judge.assignment(name, name));
    judge.commandLine(commandLine, 0);
    const { concern, reason, subCommand } = findings.worst;
    if (concern === Concern.none || (isolated && concern === Concern.unproven)) {
        return { decision: 'allow' };
    }
    return { decision: concern === Concern.forbidden ? 'deny' : 'ask', reason, subCommand };
}

/** Walks through everything that a command line would run. */
class CommandJudge {
    private readonly functions = new Set<string>();
    private writesFiles = false;

    constructor(
        private readonly findings: Findings,
        private readonly location: ShellLocation
    ) {}

    commandLine(text: string, depth: number): void {
        try {
            this.script(parseShell(text), depth);
        } catch (error) {
            if (!(error instanceof ShellSyntaxError)) {
                throw error;
            }
            this.findings.add(Concern.dangerous, error.message, text);
        }
    }

    assignment(name: string, source: string): void {
        if (ACTIVE_VARIABLE.test(name)) {
            this.findings.add(Concern.dangerous, `the variable ${name} can decide which programs run`, source);
        }
    }

    private script({ pipelines }: Script, depth: number): void {
        pipelines.forEach(({ commands }) => commands.forEach(command => this.command(command, depth)));
    }

    private command(command: Command, depth: number): void {
        if (depth > DEEPEST_WRAPPING) {
            throw new ShellSyntaxError('it is nested too deeply to be checked');
        }
        if (command.kind === 'function') {
            this.functions.add(command.name);
            this.findings.add(Concern.dangerous, 'it defines a function, which can stand for any command', command.source);
            this.command(command.body, depth + 1);
            return;
        }
        this.redirections(command.redirections, command.source, depth);
        if (command.kind === 'compound') {
            this.words(command.words, depth);
            command.variables.forEach(name => this.assignment(name, command.source));
            command.bodies.forEach(body => this.script(body, depth + 1));
            return;
        }
        this.simple(command, depth);
    }

    private simple({ assignments, words, source }: SimpleCommand, depth: number): void {
        assignments.forEach(({ name, value }) => {
            this.assignment(name, source);
            this.words([value], depth);
        });
        this.words(words, depth);
        if (words.length > 0) {
            this.call(words, source, depth);
        }
    }

    private words(words: readonly Word[], depth: number): void {
        words.forEach(({ scripts }) => scripts.forEach(script => this.script(script, depth + 1)));
    }

    /** Judges a program with its arguments, and what it runs in turn. */
    private call(words: readonly Word[], source: string, depth: number): void {
        const program = words.at(0);
        if (program === undefined) {
            return;
        }
        const args = words.slice(1);
        if (depth > DEEPEST_WRAPPING) {
            throw new ShellSyntaxError('it is nested too deeply to be checked');
        }
        if (program.literal === undefined || program.glob) {
            this.findings.add(Concern.dangerous, `which program runs is not written out: ${program.source}`, source);
            return;
        }
        const name = this.programName(program.literal, source);
        const call = new ProgramCall(name, args, source, this.location, this.findings);
        if (['export', 'declare', 'local', 'readonly', 'typeset', 'read'].includes(name)) {
            this.declaration(call);
            return;
        }
        if (isShell(name)) {
            const inner = unwrapShell(call);
            if (inner !== undefined) {
                this.commandLine(inner, depth + 1);
            } else if (this.writesFiles) {
                call.dangerous('it may run what the same command line writes');
            }
            return;
        }
        const wrapped = name === 'find' ? unwrapFind(call) : [unwrap(call)];
        if (name !== 'find' && wrapped[0] === undefined) {
            this.program(call);
        }
        wrapped.forEach(inner => {
            inner?.assignments.forEach(assigned => this.assignment(assigned.name, source));
            this.call(inner?.words ?? [], source, depth + 1);
        });
    }

    private program(call: ProgramCall): void {
        if (call.name === 'set') {
            if (!call.values.every(value => value !== undefined && /^(?:[-+][euxo]+|pipefail|errexit|nounset)$/.test(value))) {
                call.dangerous('it changes how the shell works');
            }
            return;
        }
        const rule = Object.hasOwn(PROGRAMS, call.name) ? PROGRAMS[call.name] : undefined;
        if (rule) {
            rule(call);
        } else if (/^mkfs\b/.test(call.name)) {
            call.dangerous('it overwrites files or whole disks');
        } else {
            call.unproven(`the program ${call.name} is not known to be harmless`);
            call.args.forEach(word => call.reads({ ...word, glob: false }));
        }
        if (call.name === 'tee') {
            this.writesFiles = true;
        }
    }

    /** The name by which the rules know a program. One that only looks familiar is noted. */
    private programName(given: string, source: string): string {
        const base = posix.basename(given);
        const name = Object.hasOwn(PROGRAMS, base) || isShell(base) ? base : base.toLowerCase();
        const isPlain = !given.includes('/') || SYSTEM_FOLDER.test(posix.dirname(given));
        if (!isPlain || name !== base || this.functions.has(given)) {
            const concern = isPlain || this.location.resolve(given) !== undefined ? Concern.unproven : Concern.dangerous;
            this.findings.add(this.writesFiles ? Concern.dangerous : concern, `it runs ${given}, which may be anything`, source);
        }
        return name;
    }

    /** Builtins that set variables. */
    private declaration(call: ProgramCall): void {
        for (const { source, literal } of call.args) {
            const name = /^[A-Za-z_]\w*/.exec(source)?.[0];
            if (name !== undefined) {
                this.assignment(name, call.source);
            } else if (literal === undefined || !/^-[rxgp]+$/.test(literal)) {
                call.dangerous('what it sets is not written out');
            }
        }
    }

    private redirections(redirections: readonly Redirection[], source: string, depth: number): void {
        const call = new ProgramCall('', [], source, this.location, this.findings);
        for (const { operator, target } of redirections) {
            this.words([target], depth);
            const isDescriptor = /[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.literal ?? '');
            if (isDescriptor || operator === '<<' || operator === '<<<') {
                continue;
            }
            if (target.literal?.startsWith('/dev/tcp/') || target.literal?.startsWith('/dev/udp/')) {
                call.dangerous('it connects to another machine');
            } else if (operator === '<') {
                call.reads(target);
            } else {
                call.writes(target);
                this.writesFiles ||= target.literal === undefined || !target.literal.startsWith('/dev/');
            }
        }
    }
}

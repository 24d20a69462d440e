import { posix } from 'node:path';
import type { Policy } from '../policy';
import { DANGEROUS_PROGRAMS } from './dangerous-programs';
import { FILE_PROGRAMS } from './file-programs';
import { unwrapFind } from './find-program';
import { Concern, Findings } from './findings';
import { showsEnvironment } from './environment-programs';
import { parseShell } from './parse-shell';
import { isActiveVariable, isHarmlessVariable, mayBeActiveVariable } from './active-variables';
import { ProgramCall, ProgramRule } from './program-call';
import { RUNTIME_PROGRAMS } from './runtime-programs';
import { dialectOf, ShellDialect } from './shell-dialect';
import { ShellLocation } from './shell-location';
import type { ShellCircumstances, ShellJudgement } from './shell-judgement';
import { Command, CompoundCommand, Redirection, Script, ShellSyntaxError, SimpleCommand, Word } from './shell-syntax';
import { WriteOrder } from './write-order';
import { takesArgumentsFromFile } from './argument-files';
import { isShell, unwrap, unwrapShell } from './wrapper-programs';

/** Where the programs of the system lie; elsewhere a familiar name may be anything. */
const SYSTEM_FOLDER = /^(?:\/usr(?:\/local)?)?\/s?bin$/;
const MAKES_FILES = new Set('mkdir touch tee cp mv ln install'.split(' '));
const SHOWS_ENVIRONMENT = 'it shows all variables of the terminal, secrets among them too';
const DEEPEST_WRAPPING = 12;

const PROGRAMS: Readonly<Record<string, ProgramRule>> = { ...FILE_PROGRAMS, ...RUNTIME_PROGRAMS, ...DANGEROUS_PROGRAMS };

/** Judges a whole command line; what cannot be understood completely is asked about. */
export function judgeCommand(
    commandLine: string,
    policy: Policy,
    { isolated = false, environment = {}, cwd = '.', shell = 'bash', interactive = false }: ShellCircumstances = {}
): ShellJudgement {
    const findings = new Findings();
    const location = new ShellLocation(posix.normalize(cwd), policy, policy.workspaceRoot);
    const judge = new CommandJudge(findings, location, interactive);
    Object.entries(environment).forEach(([name, value]) => judge.handsOn(name, value, name));
    judge.commandLine(commandLine, dialectOf(shell, interactive), 0);
    judge.judgeOrder(commandLine);
    const { concern, reason, subCommand } = findings.worst;
    if (concern === Concern.none || (isolated && concern === Concern.unproven)) {
        return { decision: 'allow' };
    }
    return { decision: concern === Concern.forbidden ? 'deny' : 'ask', reason, subCommand };
}

/** Walks through everything that a command line would run. */
class CommandJudge {
    private readonly functions = new Set<string>();
    private readonly order = new WriteOrder();
    private readonly exported = new Set<string>();
    /** Variables of the shell, and whether programs should not get them. */
    private readonly doubtful = new Map<string, boolean>();

    constructor(
        private readonly findings: Findings,
        private readonly location: ShellLocation,
        /** Whether programs get the environment of a person's terminal. */
        private readonly inTerminal: boolean
    ) {}

    /** Notes what a whole command line would do; one that cannot be read counts as dangerous. */
    commandLine(text: string, dialect: ShellDialect, depth: number): void {
        try {
            this.script(parseShell(text, dialect), depth);
        } catch (error) {
            if (!(error instanceof ShellSyntaxError)) {
                throw error;
            }
            this.findings.add(Concern.dangerous, error.message, text);
        }
    }

    /** Notes a variable that decides what programs do. */
    assignment(name: string, source: string): void {
        if (!/^[A-Za-z_]\w*$/.test(name)) {
            this.findings.add(Concern.dangerous, 'which variable it sets is not known, or it may be a function', source);
        } else if (isActiveVariable(name)) {
            this.findings.add(Concern.dangerous, `the variable ${name} can decide which programs run`, source);
        } else if (mayBeActiveVariable(name)) {
            this.findings.add(Concern.unproven, `the variable ${name} may decide what programs do`, source);
        }
    }

    /** Notes a variable that programs get, with its value or undefined where the shell decides that. */
    handsOn(name: string, value: string | undefined, source: string): void {
        this.assignment(name, source);
        if (!this.isHarmless(name, value)) {
            this.findings.add(Concern.unproven, `what programs make of the variable ${name} is not known`, source);
        }
    }

    /** Notes when something may run what the same command line writes. */
    judgeOrder(commandLine: string): void {
        if (this.order.mayRunWritten) {
            const concern = this.order.runsWritten ? Concern.dangerous : Concern.unproven;
            this.findings.add(concern, 'it may run what the same command line writes', commandLine);
        }
    }

    private isHarmless(name: string, value: string | undefined): boolean {
        return isHarmlessVariable(name, value, word => isShell(word) || Object.hasOwn(PROGRAMS, word));
    }

    /** A variable of the shell that is handed on at some time may be so with any value that it gets. */
    private judgeExported(name: string, source: string): void {
        if (this.exported.has(name) && this.doubtful.get(name)) {
            this.handsOn(name, undefined, source);
        }
    }

    private script({ pipelines }: Script, depth: number): void {
        pipelines.forEach(({ commands, background }) => {
            commands.forEach(command => this.command(command, depth));
            this.order.isLoose ||= background || commands.length > 1;
        });
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
        if (command.kind === 'compound') {
            this.words(command.words, depth);
            command.variables.forEach(name => this.assignment(name, command.source));
            this.bodies(command, depth + 1);
            this.order.isLoose ||= command.bodies.length > 0;
        } else {
            this.simple(command, depth);
        }
        // A program runs before there is anything in what it writes.
        this.redirections(command.redirections, command.source, depth);
    }

    /** Judges what a compound command holds: what runs again runs where it has got to by then. */
    private bodies({ bodies, runs }: CompoundCommand, depth: number): void {
        const judge = (): void => bodies.forEach(body => this.script(body, depth));
        const { directories } = this.location;
        if (runs === 'apart') {
            this.location.within(directories, judge);
            return;
        }
        judge();
        if (runs === 'again' && this.location.directories !== directories) {
            this.location.enter(undefined);
            judge();
        }
    }

    private simple({ assignments, words, source }: SimpleCommand, depth: number): void {
        assignments.forEach(({ name, value }) => {
            if (words.length > 0) {
                this.handsOn(name, value.literal, source);
            } else {
                this.assignment(name, source);
                this.doubtful.set(name, this.doubtful.get(name) === true || !this.isHarmless(name, value.literal));
                this.judgeExported(name, source);
            }
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
        if (program.literal === undefined) {
            this.findings.add(Concern.dangerous, `which program runs is not written out: ${program.source}`, source);
            return;
        }
        const name = this.programName(program.literal, source);
        const call = new ProgramCall(name, args, source, this.location, this.findings);
        call.refusesForbidden();
        if (this.inTerminal && showsEnvironment(call)) {
            call.unproven(SHOWS_ENVIRONMENT);
        }
        if (['export', 'declare', 'local', 'readonly', 'typeset', 'read'].includes(name)) {
            this.declaration(call);
            return;
        }
        if (isShell(name)) {
            const inner = unwrapShell(call);
            if (inner === undefined) {
                this.order.runs();
            } else {
                this.commandLine(inner, dialectOf(name, false), depth + 1);
            }
            return;
        }
        const wrapped = name === 'find' ? unwrapFind(call) : [unwrap(call)];
        if (name !== 'find' && wrapped[0] === undefined) {
            this.program(call);
        }
        if (this.inTerminal && name === 'env' && wrapped[0]?.words.length === 0) {
            call.unproven(SHOWS_ENVIRONMENT);
        }
        wrapped.forEach(inner => {
            inner?.assignments.forEach(assigned => this.wrappedAssignment(call, assigned.name));
            const judge = (): void => this.call(inner?.words ?? [], source, depth + 1);
            if (inner?.elsewhere) {
                this.location.within(undefined, judge);
            } else {
                judge();
            }
        });
    }

    /** Notes a variable that a wrapper sets, with each value that it is given, or takes away. */
    private wrappedAssignment({ args, source }: ProgramCall, name: string): void {
        this.assignment(name, source);
        args.filter(word => (word.literal ?? word.source).startsWith(`${name}=`)).forEach(({ literal }) =>
            this.handsOn(name, literal?.slice(name.length + 1), source)
        );
    }

    private program(call: ProgramCall): void {
        if (call.name === 'set') {
            if (!call.values.every(value => value !== undefined && /^(?:[-+][euxo]+|pipefail|errexit|nounset)$/.test(value))) {
                call.dangerous('it changes how the shell works');
            }
            return;
        }
        if (takesArgumentsFromFile(call)) {
            call.unproven('it takes its arguments from a file');
        }
        const rule = Object.hasOwn(PROGRAMS, call.name) ? PROGRAMS[call.name] : undefined;
        if (rule) {
            rule(call);
        } else if (/^mkfs\b/.test(call.name)) {
            call.dangerous('it overwrites files or whole disks');
        } else {
            call.unproven(`the program ${call.name} is not known to be harmless`);
            call.args.forEach(word => call.touches(word));
        }
        if (['npx', 'npm', 'yarn', 'pnpm'].includes(call.name) || !rule) {
            this.runsNamed(call);
        }
        this.writesRepository(call);
        if (call.name === 'git') {
            this.order.runsGit();
        } else if (call.name === 'tee') {
            this.order.writes();
        } else if (!rule || Object.hasOwn(RUNTIME_PROGRAMS, call.name)) {
            this.order.runs();
        }
    }

    /** Notes files and folders that make a repository. Tools take names of all kinds, but none is a repository without its HEAD. */
    private writesRepository({ name, literals }: ProgramCall): void {
        const isTool = name !== 'git' && Object.hasOwn(RUNTIME_PROGRAMS, name);
        const written = MAKES_FILES.has(name) ? literals : isTool ? literals.filter(value => /(?:^|[/=])HEAD$/i.test(value)) : [];
        written.forEach(path => this.order.writesAt(name === 'mkdir' ? `${path}/` : path));
    }

    /** A program that is not known may run another one that its arguments name. */
    private runsNamed(call: ProgramCall): void {
        const names = ['rm', ...Object.keys(DANGEROUS_PROGRAMS)].filter(name => name !== '.');
        const named = call.literals.find(value => names.includes(posix.basename(value)));
        if (named !== undefined) {
            call.dangerous(`it may run ${named}`);
        }
    }

    /** The name by which the rules know a program. One that only looks familiar is noted. */
    private programName(given: string, source: string): string {
        const base = posix.basename(given);
        const name = Object.hasOwn(PROGRAMS, base) || isShell(base) ? base : base.toLowerCase();
        const isPlain = !given.includes('/') || SYSTEM_FOLDER.test(posix.dirname(given));
        if (!isPlain || name !== base || this.functions.has(given)) {
            const concern = isPlain || this.location.places(given) !== undefined ? Concern.unproven : Concern.dangerous;
            this.findings.add(concern, `it runs ${given}, which may be anything`, source);
            this.order.runs();
        }
        return name;
    }

    /** Builtins that set variables. */
    private declaration(call: ProgramCall): void {
        const isExport = call.name === 'export' || call.literals.some(value => /^-\w*x/.test(value));
        for (const { source, literal, splits } of call.args) {
            // Quotes in a name, or an index, would make another variable of it; and what one shell takes for a value is several to another.
            const name = splits ? undefined : /^[A-Za-z_]\w*(?=\+?=|$)/.exec(source)?.[0];
            if (name !== undefined && isExport) {
                this.handsOn(name, literal?.includes('=') ? literal.slice(literal.indexOf('=') + 1) : undefined, call.source);
                this.exported.add(name);
                this.judgeExported(name, call.source);
            } else if (name !== undefined) {
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
                if (!operator.endsWith('>>')) {
                    call.empties(target);
                }
                this.order.writesAt(target.literal ?? '');
                if (!target.literal?.startsWith('/dev/')) {
                    this.order.writes();
                }
            }
        }
    }
}

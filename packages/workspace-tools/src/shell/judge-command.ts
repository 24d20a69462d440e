import { posix } from 'node:path';
import type { Policy } from '../policy';
import { DANGEROUS_PROGRAMS } from './dangerous-programs';
import { FILE_PROGRAMS } from './file-programs';
import { unwrapFind } from './find-program';
import { Concern, Findings } from './findings';
import { showsEnvironment } from './environment-programs';
import { addsUnnamed, showsTracked } from './git-program';
import { isOutput, judgeRedirection } from './judge-redirection';
import { parseShell } from './parse-shell';
import { ProgramCall, ProgramRule } from './program-call';
import { RUNTIME_PROGRAMS } from './runtime-programs';
import { dialectOf, ShellDialect } from './shell-dialect';
import { ShellLocation } from './shell-location';
import { declaresVariables, ShellVariables } from './shell-variables';
import type { ShellCircumstances, ShellJudgement } from './shell-judgement';
import { Command, CompoundCommand, Redirection, Script, ShellSyntaxError, SimpleCommand, Word } from './shell-syntax';
import { WriteOrder } from './write-order';
import { takesArgumentsFromFile } from './argument-files';
import { isShell, unwrap, unwrapShell } from './wrapper-programs';

/** Where the programs of the system lie; elsewhere a familiar name may be anything. */
const SYSTEM_FOLDER = /^(?:\/usr(?:\/local)?)?\/s?bin$/;
const MAKES_FILES = new Set('mkdir touch tee cp mv ln install'.split(' '));
/** Programs that are scripts of a shell, and make scripts of their arguments. */
const SCRIPTS = new Set(['zgrep', 'zcat']);
/** Commands of PowerShell that take drives such as `env:`, on which variables lie. */
const READS_DRIVES = new Set('type cat ls cd tee'.split(' '));
const ON_DRIVE = /(?:^|[,:])[A-Za-z]\w+:/;
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
    judge.environment(environment);
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
    private readonly variables: ShellVariables;
    /** The shell that reads what is being judged. */
    private dialect: ShellDialect | undefined;

    constructor(
        private readonly findings: Findings,
        private readonly location: ShellLocation,
        /** Whether programs get the environment of a person's terminal. */
        private readonly inTerminal: boolean
    ) {
        this.variables = new ShellVariables(findings, inTerminal, {
            isProgram: word => isShell(word) || Object.hasOwn(PROGRAMS, word),
            isTaken: path => location.mayBeTaken(path)
        });
    }

    /** Notes variables that are set beside the command line. */
    environment(variables: Readonly<Record<string, string>>): void {
        for (const [name, value] of Object.entries(variables)) {
            this.understanding(name, () => this.variables.given(name, value));
        }
    }

    /** Notes what a whole command line would do; one that cannot be read counts as dangerous. */
    commandLine(text: string, dialect: ShellDialect, depth: number): void {
        const outer = this.dialect;
        this.dialect = dialect;
        this.understanding(text, () => this.script(parseShell(text, dialect), depth));
        this.dialect = outer;
    }

    /** Notes what only the parts of a command line together would run, show or lose. */
    judgeOrder(commandLine: string): void {
        if (this.order.mayRunWritten) {
            const concern = this.order.runsWritten ? Concern.dangerous : Concern.unproven;
            this.findings.add(concern, 'it may run what the same command line writes', commandLine);
        }
        if (this.order.mayShowAdded) {
            this.findings.add(Concern.unproven, 'git may show files that the same command line makes it track', commandLine);
        }
        if (this.order.maySearchAnew) {
            this.findings.add(Concern.unproven, 'it may search hidden files that the same command line takes in', commandLine);
        }
        if (this.order.mayEmptyAppended) {
            this.findings.add(Concern.unproven, 'it may empty a file that it appends to', commandLine);
        }
    }

    /** Does something with a part of what is given, and notes when that is not understood, or too much. */
    private understanding(part: string, action: () => void): void {
        try {
            action();
        } catch (error) {
            if (!(error instanceof ShellSyntaxError)) {
                throw error;
            }
            this.findings.add(Concern.dangerous, error.message, part);
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
            command.variables.forEach(name => this.variables.setsEach(name, command.words, command.source));
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
                this.variables.handsOn(name, value.literal, source);
            } else {
                this.variables.sets(name, value.literal, source);
            }
            this.words([value], depth);
        });
        this.words(words, depth);
        if (words.length > 0) {
            this.call(words, source, depth);
        }
    }

    private words(words: readonly Word[], depth: number): void {
        words.forEach(word => {
            this.variables.uses(word);
            word.scripts.forEach(script => this.script(script, depth + 1));
        });
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
        if (call.literals.some(isOutput)) {
            this.order.opensOutput();
        }
        if (this.inTerminal && showsEnvironment(call)) {
            call.unproven(SHOWS_ENVIRONMENT);
        }
        if (declaresVariables(name)) {
            this.variables.declares(call);
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
        if (name === 'exec' && wrapped[0]?.words.length === 0) {
            call.dangerous('it changes where the shell itself reads from and writes to');
        }
        wrapped.forEach(inner => {
            inner?.assignments.forEach(assigned =>
                assigned.word
                    ? this.variables.handsOn(assigned.name, assigned.word.literal?.slice(assigned.name.length + 1), source)
                    : this.variables.touches(assigned.name, source)
            );
            const judge = (): void => this.call(inner?.words ?? [], source, depth + 1);
            if (inner?.elsewhere) {
                this.location.within(undefined, judge);
            } else {
                judge();
            }
        });
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
        if (SCRIPTS.has(call.name) && call.literals.some(value => value.includes('\n'))) {
            call.dangerous(`a line end in an argument of ${call.name}, which is a script, may run programs`);
        }
        // PowerShell and others show a file by that name.
        if (call.name === 'type' && this.dialect?.syntax === 'plain') {
            call.args.forEach(word => call.reads(word));
        }
        if (READS_DRIVES.has(call.name) && this.dialect?.syntax === 'plain' && call.literals.some(value => ON_DRIVE.test(value))) {
            call.unproven('it may show variables of the terminal, secrets among them');
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
            if (addsUnnamed(call)) {
                this.order.adds();
            }
            if (showsTracked(call)) {
                this.order.showsTracked();
            }
        } else if (call.name === 'rg') {
            this.order.searches();
        } else if (call.name === 'tee') {
            call.literals.filter(value => !value.startsWith('-')).forEach(path => this.order.writes(path));
        } else if (!rule || Object.hasOwn(RUNTIME_PROGRAMS, call.name)) {
            if (this.location.places('.') === undefined) {
                call.unproven('it works on a folder that is not of the workspace, or may');
            }
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

    private redirections(redirections: readonly Redirection[], source: string, depth: number): void {
        const call = new ProgramCall('', [], source, this.location, this.findings);
        for (const redirection of redirections) {
            this.words([redirection.target], depth);
            judgeRedirection(redirection, call, this.order);
        }
    }
}

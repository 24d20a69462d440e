import { posix } from 'node:path';
import type { Policy } from '../policy';
import { Concern, Findings } from './findings';
import type { Word } from './shell-syntax';

/** Names outside the workspace that are no files of anyone. */
const HARMLESS_DEVICES = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|fd\/\d+)$/;
const TEMPORARY = /^\/(?:tmp|var\/tmp)\//;

/** Where a command line has got to: which directory its relative paths start from. */
export class ShellLocation {
    /** @param directory from the workspace root; undefined once it is not known any more */
    constructor(
        public directory: string | undefined,
        readonly policy: Policy,
        readonly workspaceRoot?: string
    ) {}

    /** A path from the workspace root; undefined when it lies outside or nobody knows where. */
    resolve(path: string): string | undefined {
        if (path.startsWith('~') || this.directory === undefined) {
            return undefined;
        }
        if (path.startsWith('/')) {
            const below = this.workspaceRoot === undefined ? '..' : posix.relative(this.workspaceRoot, posix.normalize(path));
            return below.startsWith('..') ? undefined : below;
        }
        const joined = posix.join(this.directory, path);
        return joined === '..' || joined.startsWith('../') ? undefined : joined;
    }
}

/** One call of a program, as the rules see it: its arguments, where it runs, and where to put what they find. */
export class ProgramCall {
    constructor(
        readonly name: string,
        readonly args: readonly Word[],
        /** The sub-command as it was written. */
        readonly source: string,
        readonly location: ShellLocation,
        private readonly findings: Findings
    ) {}

    get values(): readonly (string | undefined)[] {
        return this.args.map(({ literal }) => literal);
    }

    /** The values of all arguments that are written out. */
    get literals(): readonly string[] {
        return this.values.filter(value => value !== undefined);
    }

    get options(): readonly string[] {
        return this.literals.filter(value => value.startsWith('-') && value !== '-');
    }

    /** Whether every argument is written out. */
    get isStatic(): boolean {
        return this.args.every(({ literal, glob }) => literal !== undefined && !glob);
    }

    /** Whether a short option letter is given, alone or among others. */
    hasFlag(letter: string): boolean {
        return this.options.some(option => /^-[^-]/.test(option) && option.includes(letter));
    }

    /** Whether a long option is given, possibly cut short, with or without a value. */
    hasLong(...names: readonly string[]): boolean {
        const given = this.options.filter(option => option.startsWith('--') && option.length > 2).map(option => option.replace(/=.*/s, ''));
        return given.some(option => names.some(name => name.startsWith(option)));
    }

    unproven(reason: string): void {
        this.findings.add(Concern.unproven, reason, this.source);
    }

    dangerous(reason: string): void {
        this.findings.add(Concern.dangerous, reason, this.source);
    }

    /** Notes when showing a path may show what is sensitive or lies outside. */
    reads({ literal, glob, source }: Word): void {
        if (literal === undefined) {
            this.unproven(`which file it reads is not written out: ${source}`);
            return;
        }
        if (glob) {
            this.unproven(`the pattern ${source} may match sensitive files`);
        }
        // A path may hide in an option or in a revision, as in `--file=.env`, `-f.env` or `HEAD:.env`.
        const candidates = [literal, ...literal.split(/[=:,@]/).slice(1), ...(/^-[^-]./.test(literal) ? [literal.slice(2)] : [])];
        candidates.filter(path => path !== '').forEach(path => this.readsPath(path, path === literal && !literal.startsWith('-')));
    }

    /** Notes when changing a path needs consent, or nobody may. */
    writes({ literal, glob, source }: Word): void {
        if (literal === undefined || glob) {
            this.dangerous(`where it writes is not written out: ${source}`);
            return;
        }
        if (HARMLESS_DEVICES.test(literal)) {
            return;
        }
        this.refuseForbidden(literal);
        const path = this.location.resolve(literal);
        if (path === undefined) {
            const temporary = TEMPORARY.test(posix.normalize(literal));
            this.findings.add(temporary ? Concern.unproven : Concern.dangerous, `it writes outside the workspace: ${literal}`, this.source);
            return;
        }
        const judgement = this.location.policy.judgeWrite(path);
        if (judgement.decision !== 'allow') {
            const concern = judgement.decision === 'deny' ? Concern.forbidden : Concern.dangerous;
            this.findings.add(concern, `it writes what is protected: ${literal}`, this.source);
        }
    }

    private readsPath(path: string, mayLieOutside: boolean): void {
        this.refuseForbidden(path);
        const inside = this.location.resolve(path);
        if (inside === undefined) {
            if (!HARMLESS_DEVICES.test(path) && (mayLieOutside || /^[/~]/.test(path))) {
                this.unproven(`it reads outside the workspace: ${path}`);
            }
        } else if (this.location.policy.judgeRead(inside).decision === 'deny') {
            this.unproven(`it reads a sensitive file: ${path}`);
        }
    }

    private refuseForbidden(path: string): void {
        if (this.location.policy.forbids(path)) {
            this.findings.add(Concern.forbidden, `it uses what belongs to the product itself: ${path}`, this.source);
        }
    }
}

/** Judges one call of a program. What it does not object to is harmless. */
export type ProgramRule = (call: ProgramCall) => void;

import { posix } from 'node:path';
import { Concern, Findings } from './findings';
import type { FilesBelow } from './sensitive-below';
import type { ShellLocation } from './shell-location';
import type { Word } from './shell-syntax';

/** Names outside the workspace that are no files of anyone. */
const HARMLESS_DEVICES = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|fd\/\d+)$/;
/** Those of them that are never a file which is open for reading. */
const WRITABLE_DEVICES = /^\/dev\/(?:null|zero|stdout|stderr|tty)$/;
/** Parts of an argument that are paths of their own, if they are any, and may lead out of the workspace. */
const LEADS_AWAY = /^[/~]|(?:^|\/)\.\.(?:\/|$)/;
const TEMPORARY = /^\/(?:tmp|var\/tmp)\//;

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

    /** The same call with other arguments. */
    withArguments(args: readonly Word[]): ProgramCall {
        return new ProgramCall(this.name, args, this.source, this.location, this.findings);
    }

    /** What each argument is; undefined where the shell decides. */
    get values(): readonly (string | undefined)[] {
        return this.args.map(({ literal }) => literal);
    }

    /** The values of all arguments that are written out. */
    get literals(): readonly string[] {
        return this.values.filter(value => value !== undefined);
    }

    /** The arguments that are written out and begin with a dash. */
    get options(): readonly string[] {
        return this.literals.filter(value => value.startsWith('-') && value !== '-');
    }

    /** Whether every argument is written out. */
    get isStatic(): boolean {
        return this.args.every(({ literal }) => literal !== undefined);
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

    /** Notes that this call is not known to be harmless. */
    unproven(reason: string): void {
        this.findings.add(Concern.unproven, reason, this.source);
    }

    /** Notes that a person always has to decide about this call. */
    dangerous(reason: string): void {
        this.findings.add(Concern.dangerous, reason, this.source);
    }

    /** Notes when showing a path may show what is sensitive or lies outside. */
    reads({ literal, pattern, source }: Word): void {
        if (literal === undefined) {
            this.unproven(
                pattern === undefined
                    ? `which file it reads is not written out: ${source}`
                    : `the pattern ${source} may match sensitive files`
            );
            return;
        }
        pathsIn(literal).forEach(path => this.readsPath(path, path === literal && !literal.startsWith('-')));
    }

    /** Notes when a path that may be read or written is sensitive, protected or lies outside. */
    touches(word: Word): void {
        this.reads(word);
        const paths = pathsIn(word.literal ?? word.pattern ?? '');
        const places = paths.flatMap(path => this.location.places(path) ?? []);
        if (places.some(place => this.isProtected(place)) || paths.some(isOpenFile)) {
            this.dangerous(`it may write what is protected: ${word.source}`);
        }
    }

    /** Notes when reading everything below a folder may show what is sensitive. */
    readsBelow(path: string, options: FilesBelow): void {
        const places = this.location.places(path);
        if (places === undefined) {
            this.unproven(`it reads everything below a folder that is not of the workspace, or may: ${path}`);
        } else if (places.some(place => this.location.mayHoldSensitive(place, options))) {
            this.unproven(`it reads everything below ${path}, sensitive files too`);
        }
    }

    /** Notes what nobody may use, in whichever argument it stands. */
    refusesForbidden(): void {
        this.args.flatMap(({ literal, pattern }) => pathsIn(literal ?? pattern ?? '')).forEach(path => this.refuseForbidden(path));
    }

    /** Notes when changing a path needs consent, or nobody may. */
    writes({ literal, source }: Word): void {
        if (literal === undefined) {
            this.dangerous(`where it writes is not written out: ${source}`);
            return;
        }
        if (WRITABLE_DEVICES.test(literal)) {
            return;
        }
        if (isOpenFile(literal)) {
            this.dangerous(`it writes whatever file is open there: ${literal}`);
            return;
        }
        this.refuseForbidden(literal);
        const paths = this.location.places(literal);
        if (paths === undefined) {
            const temporary = TEMPORARY.test(posix.normalize(literal));
            this.findings.add(temporary ? Concern.unproven : Concern.dangerous, `it writes outside the workspace: ${literal}`, this.source);
            return;
        }
        if (paths.some(path => this.location.hasOtherNames(path))) {
            this.dangerous(`it writes a file that has another name, too: ${literal}`);
        }
        for (const path of paths) {
            const judgement = this.location.judgeWrite(path);
            if (judgement.decision !== 'allow') {
                const concern = judgement.decision === 'deny' ? Concern.forbidden : Concern.dangerous;
                this.findings.add(concern, `it writes what is protected: ${literal}`, this.source);
            }
        }
    }

    /** Whether a place of the workspace is sensitive or protected. Packages are neither here: they are there to be read. */
    isGuarded(place: string): boolean {
        return this.location.judgeRead(place).decision === 'deny' || this.isProtected(place);
    }

    private isProtected(place: string): boolean {
        const judgement = this.location.judgeWrite(place);
        return judgement.decision !== 'allow' && judgement.code === 'protected-path' && judgement.rule !== 'node_modules';
    }

    /** Notes when something that has been written before is lost, unless it was in a place that does not matter. */
    empties({ literal }: Word, isSpared?: (place: string) => boolean): void {
        if (literal !== undefined && this.location.mayBeFilled(literal, isSpared)) {
            this.unproven(`it replaces what is in ${literal}`);
        }
    }

    private readsPath(path: string, mayLieOutside: boolean): void {
        this.refuseForbidden(path);
        const places = this.location.places(path);
        if (places === undefined) {
            if (!HARMLESS_DEVICES.test(path) && (mayLieOutside || LEADS_AWAY.test(path))) {
                this.unproven(`it reads outside the workspace: ${path}`);
            }
        } else if (places.some(place => this.location.judgeRead(place).decision === 'deny')) {
            this.unproven(`it reads a sensitive file: ${path}`);
        } else if (places.some(place => this.location.hasOtherNames(place))) {
            this.unproven(`it reads a file that has another name, which may be that of a sensitive one: ${path}`);
        }
    }

    private refuseForbidden(path: string): void {
        if (this.location.forbids(path)) {
            this.findings.add(Concern.forbidden, `it uses what belongs to the product itself: ${path}`, this.source);
        }
    }
}

/** Whether a path leads to whatever is open by then, such as a file that is read from. */
function isOpenFile(path: string): boolean {
    return HARMLESS_DEVICES.test(path) && !WRITABLE_DEVICES.test(path);
}

/** The paths that may hide in an argument, an option or a revision, as in `--file=.env`, `-f.env` or `HEAD:.env`. */
function pathsIn(literal: string): string[] {
    const parts = [literal, ...literal.split(/[=:,@]/).slice(1), ...(/^-[^-]./.test(literal) ? [literal.slice(2)] : [])];
    return parts.filter(path => path !== '');
}

/** Judges one call of a program. What it does not object to is harmless. */
export type ProgramRule = (call: ProgramCall) => void;

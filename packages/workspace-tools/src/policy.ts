import { LIMITS } from '@openspace/protocol';
import { existsSync, readdirSync } from 'node:fs';
import { homedir, totalmem } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { orGone } from './or-gone';
import { NEVER_WRITTEN_PATTERNS, SENSITIVE_PATTERNS, WRITTEN_WITH_CONSENT_PATTERNS } from './policy-rules';
import { pathBelow } from './path-below';
import { hookFolders } from './sandbox/hook-folders';
import { RuleSet } from './rule-set';
import { judgeCommand } from './shell/judge-command';
import type { ShellCircumstances, ShellJudgement, TerminalTextJudgement } from './shell/shell-judgement';
import { judgeTerminalText } from './shell/terminal-text';

/** Bounds of the kernel's operations. What passes one is refused or cut, and the answer says so. */
export interface PolicyLimits {
    /** Largest file that is read whole, and most bytes of a part. */
    readonly readBytes: number;
    /**
     * The same for callers whose own rules know no such limit; whoever sets `readBytes` alone, below its default or above this one,
     * sets this one, too.
     */
    readonly largeReadBytes: number;
    /** How far into a file its lines are counted. */
    readonly scanBytes: number;
    /** Largest file that is written or changed. */
    readonly writeBytes: number;
    /** Files that one patch changes. */
    readonly patchFiles: number;
    /** Entries that a listing or a glob returns. */
    readonly listEntries: number;
    /** Entries that a listing or a glob looks at. */
    readonly walkEntries: number;
    /** Time after which a listing or a glob answers with what it has. */
    readonly walkTimeoutMs: number;
    /** Lines that a search for a pattern returns. */
    readonly grepMatches: number;
    /** Time after which a search for a pattern answers with what it has. */
    readonly grepTimeoutMs: number;
    /** Results that a search for file names returns. */
    readonly searchResults: number;
    /** Time after which a search for file names answers with what it has. */
    readonly searchTimeoutMs: number;
    /** Time that one call may take to work out what a change makes of its files, regular expressions included. */
    readonly changeTimeoutMs: number;
    /** Time that a command gets when its caller names none, and at most. */
    readonly execDefaultTimeoutMs: number;
    readonly execTimeoutMs: number;
    /** Bytes of each output stream of a command that are returned. */
    readonly execOutputBytes: number;
    /** Processes that a command may have at once, where the provider keeps them apart. */
    readonly execProcesses: number;
    /** Memory that a command and all that it starts may take together, where the provider can tell. */
    readonly execMemoryBytes: number;
    /** Time that an operation of git may take; a push, which waits for a server, has its own. */
    readonly gitTimeoutMs: number;
    readonly gitPushTimeoutMs: number;
    /** Bytes of the staged and of the unstaged changes that are returned. */
    readonly gitDiffBytes: number;
    /** Files that a status names, of each kind. */
    readonly gitFiles: number;
}

/** The limits unless a person set others. */
export const DEFAULT_LIMITS: PolicyLimits = {
    readBytes: LIMITS.readBytes,
    largeReadBytes: 4 * 1024 * 1024,
    scanBytes: 256 * 1024 * 1024,
    writeBytes: LIMITS.writeBytes,
    patchFiles: 100,
    listEntries: 1000,
    walkEntries: 500_000,
    walkTimeoutMs: 30_000,
    grepMatches: 1000,
    grepTimeoutMs: 60_000,
    searchResults: 200,
    searchTimeoutMs: 10_000,
    changeTimeoutMs: 5000,
    execDefaultTimeoutMs: 120_000,
    execTimeoutMs: 600_000,
    execOutputBytes: 1024 * 1024,
    execProcesses: 4096,
    execMemoryBytes: Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) * 0.75),
    gitTimeoutMs: 60_000,
    gitPushTimeoutMs: 300_000,
    gitDiffBytes: 256 * 1024,
    gitFiles: 1000
};

/** A person's additions to the rules in code: nothing here but `network` can take a rule away. */
export interface PolicyOptions {
    /** More names or globs that no tool may read, such as `*.kdbx` or `config/production/**`. */
    readonly sensitivePatterns?: readonly string[];
    /**
     * Absolute paths of files and folders that no tool may read or write, whoever agrees, such as where the product keeps its
     * tokens. They need not exist. A workspace that lies inside one of them is closed altogether.
     */
    readonly forbiddenPaths?: readonly string[];
    readonly limits?: Partial<PolicyLimits>;
    /** The person wants to be asked about every command line and every change of a file, also where the rules would not ask. */
    readonly askAlways?: boolean;
    /** A person is there and wants to be asked before something is pushed to a server. */
    readonly askBeforePush?: boolean;
    /** Commands may use the network, servers of this machine included, where the sandbox would keep them from it. */
    readonly network?: boolean;
}

/** Stands for a rule where the person wants to be asked about everything. */
const EVERY_CHANGE = 'every change';

/** What the policy says about one path. `ask`: a person may agree; `deny`: nobody may. */
export type PolicyJudgement =
    | { readonly decision: 'allow' }
    | {
          readonly decision: 'ask' | 'deny';
          readonly code: 'sensitive-file' | 'protected-path';
          /** The pattern that matched. */
          readonly rule: string;
      };

/** A path from the workspace root that a rule of its own holds for, and for all below it. */
interface RuledPath {
    readonly path: string;
    readonly foldedSegments: readonly string[];
}

/** A single name that every file system takes as it is written, but for its case. */
const PLAIN_NAME = /^[\w-]+(?:\.[\w-]+)*$/;

const ALLOWED: PolicyJudgement = { decision: 'allow' };

/**
 * The one place that decides which files are sensitive and which are protected. It judges names only; `PathGuard` asks it
 * about the path as given and about the real path behind it, and turns a refusal into an error.
 */
export class Policy {
    readonly limits: PolicyLimits;
    private readonly sensitive: RuleSet;
    private readonly neverWritten = new RuleSet(NEVER_WRITTEN_PATTERNS);
    private readonly writtenWithConsent = new RuleSet(WRITTEN_WITH_CONSENT_PATTERNS);
    private forbidden: readonly RuledPath[] = [];
    /** Where the repository of the workspace has its hooks, if it names a place for them, and what protected links lead to. */
    private activePlaces: readonly RuledPath[] = [];
    /** What links with sensitive names lead to. */
    private secretPlaces: readonly RuledPath[] = [];
    /** A directory, with a slash, in which the names alone decide what may be read. */
    private readableDirectory?: string;
    /** Real path of the workspace that this policy is for, if it is for one. */
    workspaceRoot?: string;

    /** @throws WorkspaceError `invalid-pattern` when one of the person's patterns is not a glob. */
    constructor(private readonly options: PolicyOptions = {}) {
        const { readBytes = DEFAULT_LIMITS.readBytes } = options.limits ?? {};
        const isTighter = readBytes < DEFAULT_LIMITS.readBytes;
        const largeReadBytes = isTighter ? readBytes : Math.max(readBytes, DEFAULT_LIMITS.largeReadBytes);
        this.limits = { ...DEFAULT_LIMITS, largeReadBytes, ...options.limits };
        this.sensitive = new RuleSet([...SENSITIVE_PATTERNS, ...(options.sensitivePatterns ?? [])]);
    }

    /** The same policy for one workspace, where it also knows which of the forbidden paths lie. `PathGuard` judges by nothing else. */
    async forWorkspace(realRoot: string): Promise<Policy> {
        const below = async (paths: readonly string[]): Promise<RuledPath[]> =>
            (await Promise.all(paths.map(path => pathBelow(realRoot, path))))
                .filter(path => path !== undefined)
                .map(path => ({ path: path === '' ? '.' : path, foldedSegments: foldSegments(path) }));
        const policy = new Policy(this.options);
        policy.workspaceRoot = realRoot;
        policy.forbidden = await below(this.forbiddenPaths);
        // One that is the root itself, or holds it, would close all of it.
        const placesBelow = async (paths: readonly string[]): Promise<RuledPath[]> =>
            (await below(paths)).filter(({ path }) => path !== '.');
        const links = linksIn(realRoot);
        const linksBy = (judge: (name: string) => PolicyJudgement): string[] =>
            links.filter(name => judge(name).decision !== 'allow').map(name => join(realRoot, name));
        const [activeLinks, secretLinks] = [linksBy(name => policy.judgeWrite(name)), linksBy(name => policy.judgeRead(name))];
        policy.activePlaces = await placesBelow([...(await hookFolders(realRoot)), ...activeLinks]);
        policy.secretPlaces = await placesBelow(secretLinks);
        return policy;
    }

    /** Whether a tool may show the content of a path (relative to the workspace, `/` between segments). Never `ask`. */
    judgeRead(relativePath: string): PolicyJudgement {
        const nameStart = relativePath.lastIndexOf('/') + 1;
        return this.judgeReadIn(relativePath.slice(0, nameStart), relativePath.slice(nameStart));
    }

    /**
     * The same for those who walk a directory and ask about one name after the other.
     * @param directory its path with a slash at the end; empty for the root
     */
    judgeReadIn(directory: string, name: string): PolicyJudgement {
        const segments = foldSegments(directory === this.readableDirectory ? name : directory + name);
        const rule = ruleFor(segments, this.forbidden) ?? this.sensitive.firstMatch(segments) ?? ruleFor(segments, this.secretPlaces);
        if (rule) {
            return { decision: 'deny', code: 'sensitive-file', rule };
        }
        if (this.forbidden.length === 0 && this.secretPlaces.length === 0 && this.sensitive.goesByNames) {
            this.readableDirectory = directory;
        }
        return ALLOWED;
    }

    /** Whether a tool may create, change or remove a path. Sensitive files may be written when a person agrees, but never read. */
    judgeWrite(relativePath: string): PolicyJudgement {
        const segments = foldSegments(relativePath);
        const denied = ruleFor(segments, this.forbidden) ?? this.neverWritten.firstMatch(segments);
        if (denied) {
            return { decision: 'deny', code: 'protected-path', rule: denied };
        }
        const asked = this.writtenWithConsent.firstMatch(segments) ?? ruleFor(segments, this.activePlaces);
        if (asked) {
            return { decision: 'ask', code: 'protected-path', rule: asked };
        }
        const secret = this.sensitive.firstMatch(segments);
        return secret ? { decision: 'ask', code: 'sensitive-file', rule: secret } : ALLOWED;
    }

    /** What an operation on files is judged by: {@link judgeWrite}, and what the person wants to be asked about beside. */
    judgeChange(relativePath: string): PolicyJudgement {
        const judgement = this.judgeWrite(relativePath);
        return this.options.askAlways && judgement.decision === 'allow'
            ? { decision: 'ask', code: 'protected-path', rule: EVERY_CHANGE }
            : judgement;
    }

    /** Whether commands may use the network where the sandbox would keep them from it. */
    get allowsNetwork(): boolean {
        return this.options.network === true;
    }

    /** Absolute paths that nobody may use; they need not exist. */
    get forbiddenPaths(): readonly string[] {
        return this.options.forbiddenPaths ?? [];
    }

    /** Whether a path, absolute or from the workspace root, is one that nobody may use. */
    forbids(path: string): boolean {
        const absolute = resolve(this.workspaceRoot ?? '/', path.replace(/^~(?=\/|$)/, homedir()));
        return this.forbiddenPaths.some(forbidden => {
            const below = relative(resolve(forbidden), absolute);
            return !below.startsWith('..');
        });
    }

    /** Whether a command line may run: `ask` wherever it is not known to be harmless, or the person always wants to be asked. */
    judgeCommand(commandLine: string, circumstances: ShellCircumstances = {}): ShellJudgement {
        const judgement = judgeCommand(commandLine, this, circumstances);
        return this.options.askAlways && judgement.decision === 'allow'
            ? { decision: 'ask', reason: 'the settings ask about every command', subCommand: commandLine }
            : judgement;
    }

    /** Whether git may change the repository or what a server has of it; which files it may change is judged beside. */
    judgeGit(action: 'commit' | 'checkout' | 'push', commandLine: string): ShellJudgement {
        const { askAlways, askBeforePush } = this.options;
        if (action === 'push' && askBeforePush) {
            return { decision: 'ask', reason: 'it sends commits of the branch that is checked out to a server', subCommand: commandLine };
        }
        return askAlways
            ? { decision: 'ask', reason: 'the settings ask about every command', subCommand: commandLine }
            : { decision: 'allow' };
    }

    /** Whether text may be typed into a terminal, which runs a command at every line end. */
    judgeTerminalText(text: string, circumstances: ShellCircumstances = {}): TerminalTextJudgement {
        return judgeTerminalText(text, command => this.judgeCommand(command, { ...circumstances, interactive: true }));
    }
}

/** Links in a folder that lead somewhere. */
function linksIn(folder: string): string[] {
    const entries = orGone(() => readdirSync(folder, { withFileTypes: true })) ?? [];
    return entries.filter(entry => entry.isSymbolicLink() && existsSync(join(folder, entry.name))).map(({ name }) => name);
}

function ruleFor(segments: readonly string[], paths: readonly RuledPath[]): string | undefined {
    return paths.find(({ foldedSegments }) => foldedSegments.every((segment, index) => segment === segments[index]))?.path;
}

/**
 * The segments of a path as the most forgiving file system would see them: case, compatibility forms and invisible characters
 * folded (macOS), trailing dots and spaces, stream suffixes and the short name of `.git` removed (Windows).
 */
function foldSegments(relativePath: string): string[] {
    if (PLAIN_NAME.test(relativePath)) {
        return [relativePath.toLowerCase()];
    }
    const isPlain = /^[ -~]*$/.test(relativePath);
    const comparable = isPlain ? relativePath : relativePath.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
    return comparable
        .toLowerCase()
        .split(/[/\\]/)
        .filter(segment => segment !== '')
        .map(segment => {
            const folded = segment.replace(/:.*$/s, '').replace(/[. ]+$/, '');
            return folded === 'git~1' ? '.git' : folded;
        });
}

import { homedir } from 'node:os';
import { relative, resolve } from 'node:path';
import { GlobPattern } from './glob-pattern';
import { NEVER_WRITTEN_PATTERNS, SENSITIVE_PATTERNS, WRITTEN_WITH_CONSENT_PATTERNS } from './policy-rules';
import { pathBelow } from './path-below';
import { judgeCommand } from './shell/judge-command';
import type { ShellCircumstances, ShellJudgement, TerminalTextJudgement } from './shell/shell-judgement';
import { judgeTerminalText } from './shell/terminal-text';

/** Bounds of the kernel's operations. What passes one is refused or cut, and the answer says so. */
export interface PolicyLimits {
    /** Largest file that is read whole, and most bytes of a part. */
    readonly readBytes: number;
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
    /** Results that a search for file names returns. */
    readonly searchResults: number;
    /** Time after which a search for file names answers with what it has. */
    readonly searchTimeoutMs: number;
    /** Lines that a search for text returns. */
    readonly grepMatches: number;
    /** Lines before and after each of them. */
    readonly grepContextLines: number;
    /** Characters of a line that a search for text shows. */
    readonly grepLineCharacters: number;
    /** Time after which a search for text answers with what it has. */
    readonly grepTimeoutMs: number;
    /** Time that the regular expressions of one call may take. */
    readonly regexTimeoutMs: number;
    /** Time that a command gets when its caller names none, and at most. */
    readonly execDefaultTimeoutMs: number;
    readonly execTimeoutMs: number;
    /** Bytes of each output stream of a command that are returned. */
    readonly execOutputBytes: number;
}

const DEFAULT_LIMITS: PolicyLimits = {
    readBytes: 1024 * 1024,
    scanBytes: 256 * 1024 * 1024,
    writeBytes: 10 * 1024 * 1024,
    patchFiles: 100,
    listEntries: 1000,
    walkEntries: 500_000,
    walkTimeoutMs: 30_000,
    searchResults: 200,
    searchTimeoutMs: 10_000,
    grepMatches: 1000,
    grepContextLines: 10,
    grepLineCharacters: 2000,
    grepTimeoutMs: 60_000,
    regexTimeoutMs: 2000,
    execDefaultTimeoutMs: 120_000,
    execTimeoutMs: 600_000,
    execOutputBytes: 1024 * 1024
};

/** A person's additions to the rules in code: nothing here can take a rule away. */
export interface PolicyOptions {
    /** More names or globs that no tool may read, such as `*.kdbx` or `config/production/**`. */
    readonly sensitivePatterns?: readonly string[];
    /**
     * Absolute paths of files and folders that no tool may read or write, whoever agrees, such as where the product keeps its
     * tokens. They need not exist. A workspace that lies inside one of them is closed altogether.
     */
    readonly forbiddenPaths?: readonly string[];
    readonly limits?: Partial<PolicyLimits>;
}

/** What the policy says about one path. `ask`: a person may agree; `deny`: nobody may. */
export type PolicyJudgement =
    | { readonly decision: 'allow' }
    | {
          readonly decision: 'ask' | 'deny';
          readonly code: 'sensitive-file' | 'protected-path';
          /** The pattern that matched. */
          readonly rule: string;
      };

interface Rule {
    readonly pattern: string;
    readonly glob: GlobPattern;
}

/** A forbidden path from the workspace root. */
interface ForbiddenPath {
    readonly path: string;
    readonly foldedSegments: readonly string[];
}

const ALLOWED: PolicyJudgement = { decision: 'allow' };

/**
 * The one place that decides which files are sensitive and which are protected. It judges names only; `PathGuard` asks it
 * about the path as given and about the real path behind it, and turns a refusal into an error.
 */
export class Policy {
    readonly limits: PolicyLimits;
    private readonly sensitive: readonly Rule[];
    private readonly neverWritten = NEVER_WRITTEN_PATTERNS.map(toRule);
    private readonly writtenWithConsent = WRITTEN_WITH_CONSENT_PATTERNS.map(toRule);
    private forbidden: readonly ForbiddenPath[] = [];
    /** Real path of the workspace that this policy is for, if it is for one. */
    workspaceRoot?: string;

    /** @throws WorkspaceError `invalid-pattern` when one of the person's patterns is not a glob. */
    constructor(private readonly options: PolicyOptions = {}) {
        this.limits = { ...DEFAULT_LIMITS, ...options.limits };
        this.sensitive = [...SENSITIVE_PATTERNS, ...(options.sensitivePatterns ?? [])].map(toRule);
    }

    /** The same policy for one workspace, where it also knows which of the forbidden paths lie. `PathGuard` judges by nothing else. */
    async forWorkspace(realRoot: string): Promise<Policy> {
        const paths = await Promise.all((this.options.forbiddenPaths ?? []).map(path => pathBelow(realRoot, path)));
        const policy = new Policy(this.options);
        policy.workspaceRoot = realRoot;
        policy.forbidden = paths
            .filter(path => path !== undefined)
            .map(path => ({ path: path === '' ? '.' : path, foldedSegments: foldSegments(path) }));
        return policy;
    }

    /** Whether a tool may show the content of a path (relative to the workspace, `/` between segments). Never `ask`. */
    judgeRead(relativePath: string): PolicyJudgement {
        const segments = foldSegments(relativePath);
        const rule = this.forbiddenBy(segments) ?? firstMatch(this.sensitive, segments);
        return rule ? { decision: 'deny', code: 'sensitive-file', rule } : ALLOWED;
    }

    /** Whether a tool may create, change or remove a path. Sensitive files may be written when a person agrees, but never read. */
    judgeWrite(relativePath: string): PolicyJudgement {
        const segments = foldSegments(relativePath);
        const denied = this.forbiddenBy(segments) ?? firstMatch(this.neverWritten, segments);
        if (denied) {
            return { decision: 'deny', code: 'protected-path', rule: denied };
        }
        const asked = firstMatch(this.writtenWithConsent, segments);
        if (asked) {
            return { decision: 'ask', code: 'protected-path', rule: asked };
        }
        const secret = firstMatch(this.sensitive, segments);
        return secret ? { decision: 'ask', code: 'sensitive-file', rule: secret } : ALLOWED;
    }

    /** Whether a path, absolute or from the workspace root, is one that nobody may use. */
    forbids(path: string): boolean {
        const absolute = resolve(this.workspaceRoot ?? '/', path.replace(/^~(?=\/|$)/, homedir()));
        return (this.options.forbiddenPaths ?? []).some(forbidden => {
            const below = relative(resolve(forbidden), absolute);
            return !below.startsWith('..');
        });
    }

    /** Whether a command line may run: `ask` wherever it is not known to be harmless. */
    judgeCommand(commandLine: string, circumstances: ShellCircumstances = {}): ShellJudgement {
        return judgeCommand(commandLine, this, circumstances);
    }

    /** Whether text may be typed into a terminal, which runs a command at every line end. */
    judgeTerminalText(text: string, circumstances: ShellCircumstances = {}): TerminalTextJudgement {
        return judgeTerminalText(text, command => this.judgeCommand(command, circumstances));
    }

    private forbiddenBy(segments: readonly string[]): string | undefined {
        return this.forbidden.find(({ foldedSegments }) => foldedSegments.every((segment, index) => segment === segments[index]))?.path;
    }
}

function toRule(pattern: string): Rule {
    return { pattern, glob: new GlobPattern(pattern.normalize('NFKC').toLowerCase()) };
}

function firstMatch(rules: readonly Rule[], foldedSegments: readonly string[]): string | undefined {
    return rules.find(rule => rule.glob.covers(foldedSegments))?.pattern;
}

/**
 * The segments of a path as the most forgiving file system would see them: case, compatibility forms and invisible characters
 * folded (macOS), trailing dots and spaces, stream suffixes and the short name of `.git` removed (Windows).
 */
function foldSegments(relativePath: string): string[] {
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

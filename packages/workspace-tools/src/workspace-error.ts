import type { ExecResult } from './exec/exec-request';
import { quotePath } from './quote-path';

/** Why an operation on the workspace was refused or failed. Stable: doors and commands map these codes, never the messages. */
export type WorkspaceErrorCode =
    | 'invalid-argument'
    | 'invalid-path'
    | 'invalid-pattern'
    | 'invalid-patch'
    | 'outside-workspace'
    | 'link-refused'
    | 'sensitive-file'
    | 'protected-path'
    | 'not-found'
    | 'already-exists'
    | 'not-a-file'
    | 'not-a-directory'
    | 'binary-file'
    | 'too-large'
    | 'changed'
    | 'text-not-found'
    | 'ambiguous-text'
    | 'patch-conflict'
    | 'permission-denied'
    | 'no-space'
    | 'needs-consent'
    | 'command-denied'
    | 'timeout'
    | 'sandbox-failed'
    | 'search-unavailable'
    | 'no-workspace'
    | 'audit-failed'
    | 'no-repository'
    | 'repository-state'
    | 'remote-refused'
    | 'remote-unreachable'
    | 'no-credentials'
    | 'push-rejected'
    | 'cancelled'
    | 'failed';

const REFUSALS: ReadonlySet<WorkspaceErrorCode> = new Set([
    'invalid-argument',
    'invalid-path',
    'outside-workspace',
    'link-refused',
    'sensitive-file',
    'protected-path',
    'needs-consent',
    'command-denied',
    'remote-refused'
]);

/** Whether a check, the guard or the policy said no; everything else was tried and failed. */
export function isRefusal(code: WorkspaceErrorCode): boolean {
    return REFUSALS.has(code);
}

/** Facts behind an error, for callers that build their own text or decide what to do next. */
export interface WorkspaceErrorDetails {
    /** The path as the caller gave it. */
    readonly path?: string;
    /** It is a directory above the path that is none, may not be entered or cannot be made. */
    readonly parent?: true;
    /** Existing paths that the caller may have meant: relative to the workspace, or below its name where the caller has one for it. */
    readonly suggestions?: readonly string[];
    /** Size of the file or content in bytes, and the limit that it passed. */
    readonly size?: number;
    readonly limit?: number;
    /** What a binary file seems to be. */
    readonly mediaType?: string;
    /** How often a text occurs that should occur once. */
    readonly count?: number;
    /** Which operation of a list, or which hunk of a patch, could not be applied, from 1. */
    readonly position?: number;
    /** The line of a patch that is malformed, or the line of the file where a hunk was expected, from 1. */
    readonly line?: number;
    /** The policy rule that matched, and whether a person may overrule it. */
    readonly rule?: string;
    readonly decision?: 'ask' | 'deny';
    /** Why a command needs consent, and which part of it. */
    readonly reason?: string;
    readonly subCommand?: string;
    /** What a command that timed out or was cancelled had written until then. */
    readonly execution?: ExecResult;
}

/**
 * The one error of the kernel. Its message tells a model and a person what happened and what to do next,
 * and never names anything outside the workspace beyond what the caller itself wrote.
 */
export class WorkspaceError extends Error {
    override readonly name = 'WorkspaceError';
    /** The message without what is for a model alone. */
    readonly messageForPerson: string;

    constructor(
        readonly code: WorkspaceErrorCode,
        message: string,
        readonly details: WorkspaceErrorDetails = {},
        /** The cause is for the log alone: it may name real paths. */
        options?: ErrorOptions
    ) {
        super(message, options);
        this.messageForPerson = message;
    }
}

const SYSTEM_ERRORS: ReadonlyMap<string | undefined, readonly [WorkspaceErrorCode, string]> = new Map([
    ['ENOENT', ['not-found', 'does not exist. Check the spelling, or list the directory to see what is there.']],
    ['ENOTDIR', ['not-a-directory', 'has a file where a directory is needed. List its parent to see what is there.']],
    ['EISDIR', ['not-a-file', 'is a directory. Give the path of a file.']],
    ['ENXIO', ['not-a-file', 'is a socket or device, not a regular file. Choose another file.']],
    ['ELOOP', ['outside-workspace', 'goes through a link that leads nowhere. Use a path without this link.']],
    ['ENAMETOOLONG', ['invalid-path', 'has a name that is too long for the file system. Use a shorter one.']],
    ['EACCES', ['permission-denied', 'may not be accessed with the rights of this process. Its permissions have to be changed first.']],
    ['EPERM', ['permission-denied', 'may not be changed with the rights of this process. Its permissions have to be changed first.']],
    ['EROFS', ['permission-denied', 'lies on a read-only file system. Write somewhere else.']],
    ['ENOSPC', ['no-space', 'could not be written: the disk is full. Nothing was changed; free some space first.']],
    ['EDQUOT', ['no-space', 'could not be written: the disk quota is used up. Nothing was changed; free some space first.']]
]);

/** The `code` of an error that Node's file system functions threw; undefined for every other value. */
export function systemErrorCode(error: unknown): string | undefined {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Thrown when a directory above a path is none, may not be entered or cannot be made; the cause says why. */
export class ParentDirectoryError extends Error {
    constructor(override readonly cause: unknown) {
        super('A directory above the path cannot be used.');
    }
}

/**
 * Puts whatever a file operation threw into words about `path`, without the system's message because it may name real paths. What was
 * thrown is the error's cause, for the log.
 */
export function toWorkspaceError(error: unknown, path: string): WorkspaceError {
    if (error instanceof WorkspaceError) {
        return error;
    }
    if (error instanceof ParentDirectoryError) {
        const { code, message, details } = toWorkspaceError(error.cause, path);
        return new WorkspaceError(code, message, { ...details, parent: true }, { cause: error.cause });
    }
    const systemCode = systemErrorCode(error);
    const [code, message] = SYSTEM_ERRORS.get(systemCode) ?? [
        'failed',
        `could not be processed (${systemCode ?? 'unexpected error'}). Try again, or choose another path.`
    ];
    const details = { path, ...(systemCode === 'ENOTDIR' && { parent: true as const }) };
    return new WorkspaceError(code, `${quotePath(path)} ${message}`, details, { cause: error });
}

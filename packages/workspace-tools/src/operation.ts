import type { CommandOutcome, RiskClass } from '@openspace/protocol';
import { OpenDocuments } from './open-documents';
import { Agreement, PersonAsker } from './person-consent';
import { PathOptions } from './requested-path';
import type { WorkspaceError, WorkspaceErrorCode } from './workspace-error';
import { FileChange } from './write/file-change';

/** The operations, by the names of the methods of `WorkspaceTools`. */
export type OperationName =
    | 'read'
    | 'list'
    | 'glob'
    | 'grep'
    | 'search'
    | 'stat'
    | 'info'
    | 'makeDirectory'
    | 'write'
    | 'edit'
    | 'modify'
    | 'patch'
    | 'exec'
    | 'git';

/** What the caller of an operation decides; the agent has no say in it. */
export interface OperationOptions extends PathOptions {
    /** Ends the operation: with the error `timeout` when it is a signal of `AbortSignal.timeout`, else with `cancelled`. */
    readonly signal?: AbortSignal;
    readonly audit?: OperationAudit;
    /** Why nothing may be done: every operation is noted as one that was refused, and ends with this. */
    readonly refusal?: WorkspaceError;
    /** Who is asked when the policy wants a person's word; without it what needs one is refused. */
    readonly ask?: PersonAsker;
    /** False: a `not-found` names no paths that the caller may have meant, and so is answered at once. */
    readonly nearNames?: boolean;
    /** Called when an operation has its result, before that is noted; the operation fails with what it throws. */
    readonly beforeDone?: () => void;
}

/** The same for operations that change files. */
export interface ChangeOptions extends OperationOptions {
    /** What a person agreed to already; lifts what the policy asks about, never what it denies. */
    readonly confirmed?: Agreement;
    /** What is open in editors: such files are changed there, so that nobody's unsaved text is lost. Without it none is. */
    readonly documents?: OpenDocuments;
    /** Time that a patch may take to be worked out, in place of the policy's: for a caller whose own rules name one. */
    readonly changeTimeoutMs?: number;
    /** Told of every text file that was changed on the disk, unless the text of before may not be read or is too long. */
    readonly onChanged?: (change: FileChange) => void;
}

/** An operation that is about to happen, as the audit keeps it. */
export interface StartedOperation {
    readonly operation: OperationName;
    readonly risk: RiskClass;
    /** The request without contents; see `summarizeArguments`. */
    readonly args: Readonly<Record<string, unknown>>;
}

/** An operation that has ended. */
export interface FinishedOperation extends StartedOperation {
    readonly outcome: CommandOutcome;
    readonly code?: WorkspaceErrorCode;
    /**
     * In words for a person: why it did not happen, which may quote what the person said; or what its outcome leaves open, which never
     * quotes what was read or written.
     */
    readonly message?: string;
    readonly durationMs: number;
}

/** Notes operations down. Implemented by whoever answers for a call and knows its session; called by `WorkspaceTools`. */
export interface OperationAudit {
    /** Called before a file is changed or a command runs. When it throws, nothing is changed and the operation fails. */
    started(operation: StartedOperation): void | Promise<void>;
    /** Called once when an operation has ended, whatever its risk. */
    finished(operation: FinishedOperation): void;
}

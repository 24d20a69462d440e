import type { CommandOutcome, RiskClass } from '@openspace/protocol';
import { hash } from 'node:crypto';

/** One call of a command or tool, as whoever executes it notes it down: when it starts, if it may change something, and when it ends. */
export interface AuditEvent {
    readonly event: 'started' | 'finished';
    readonly callId: string;
    readonly session: string;
    /** Root of the workspace that was worked in, where the command alone does not tell. */
    readonly workspace?: string;
    /** Who calls and through which door. */
    readonly client: string;
    readonly command: string;
    readonly risk?: RiskClass;
    /** The arguments without contents; see `summarizeArguments`. */
    readonly args: Readonly<Record<string, unknown>>;
    readonly outcome?: CommandOutcome;
    readonly code?: string;
    /**
     * What went wrong, why it was refused, or what the outcome leaves open, in the words that the person or the caller read; of bounded
     * length.
     */
    readonly message?: string;
    readonly durationMs?: number;
}

/** How far the audit of a process has come: the file of its latest line, the line's number and hash. */
export interface AuditHead {
    readonly file: string;
    readonly seq: number;
    readonly hash: string;
}

/** The first line of every file: who writes it, and what must be there besides it. */
export interface AuditOpening {
    readonly event: 'opened';
    readonly role: string;
    readonly processId: number;
    /** The same process's file before this one. */
    readonly previousFile?: string;
    /** Where others were at this moment: were one of their files removed, this would tell. */
    readonly witnesses: readonly AuditHead[];
}

/** A line of the audit. Each line holds the hash of the one before it, so no line can be changed, removed or moved unnoticed. */
export type AuditRecord = (AuditEvent | AuditOpening) & {
    /** Number of the line in the audit of its process, from 1. */
    readonly seq: number;
    readonly time: string;
    readonly previous: string;
};

/** What the first line of all has for the hash of the line before it. */
export const NO_HASH = '0'.repeat(64);

const LINE = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/;

/** The text of a record's line, and the hash that the next one must hold. */
export function sealRecord(record: AuditRecord): { readonly line: string; readonly hash: string } {
    const text = JSON.stringify(record);
    const sealed = digest(text);
    return { line: `${text.slice(0, -1)},"hash":"${sealed}"}\n`, hash: sealed };
}

/** The record of a line; undefined when the line is not as it was written. */
export function openRecord(line: string): { readonly record: AuditRecord; readonly hash: string } | undefined {
    const match = LINE.exec(line);
    if (!match || digest(`${match[1]}}`) !== match[2]) {
        return undefined;
    }
    const [, body, sealed] = match;
    return { record: JSON.parse(`${body}}`) as AuditRecord, hash: sealed };
}

function digest(text: string): string {
    return hash('sha256', text, 'hex');
}

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orGone } from '../or-gone';
import { isRunning, processIdentity } from '../process-identity';
import { makePrivateDirectory, stateDirectory } from '../state-directory';
import { WorkspaceError, toWorkspaceError } from '../workspace-error';
import type { KnownEntries, TakenAway } from './refuse-changes';
import type { SandboxOutcome } from './sandbox-access';

/** What has to be known when a command ends, also by another process if this one is gone by then. */
interface JournalEntry {
    /** The one that judges what the command leaves behind. */
    readonly process: string;
    readonly active: readonly string[];
    readonly repositories: readonly string[];
    readonly closed: readonly string[];
    readonly placeholders: readonly string[];
}

/** A command whose process was killed while it was running, or that left behind what could not be taken away. */
export interface UnjudgedRun {
    readonly known: KnownEntries;
    readonly placeholders: readonly string[];
    /** Called once everything that it left behind is taken away. */
    readonly forget: () => void;
}

/** How the notes of commands are called that left behind what could not be taken away. */
const FAILED = '.failed.json';

let count = 0;

/**
 * Calls `use` while it is noted that a command runs in a workspace, and what was there before. It stays noted until `refuse` has taken
 * away what the command may not leave behind. If that fails, the outcome says so as well, or the error of `use` does.
 */
export async function withJournal<T>(
    root: string,
    known: KnownEntries,
    placeholders: readonly string[],
    use: () => Promise<T>,
    refuse: () => Promise<TakenAway>
): Promise<SandboxOutcome<T>> {
    makePrivateDirectory(folder());
    const file = join(folder(), `${nameOf(root)}-${process.pid}-${count++}.json`);
    const entry: JournalEntry = {
        process: processIdentity(),
        active: [...known.active],
        repositories: [...known.repositories],
        closed: [...known.closed],
        placeholders
    };
    writeFileSync(file, JSON.stringify(entry), { mode: 0o600 });
    const judge = async (): Promise<TakenAway> => {
        const taken = await refuse();
        if (taken.failure) {
            // Neither a full disk nor an end in between may cost what is noted.
            orGone(() => renameSync(file, file.replace(/\.json$/, FAILED)));
        } else {
            rmSync(file, { force: true });
        }
        return taken;
    };
    let result: T;
    try {
        result = await use();
    } catch (error) {
        const { failure } = await judge();
        if (!failure) {
            throw error;
        }
        const { code, message, details, cause } = toWorkspaceError(error, '.');
        throw new WorkspaceError(code, `${message} ${remains(failure)}`, details, { cause });
    }
    const { refused, failure } = await judge();
    return { result, refused, ...(failure && { remains: remains(failure) }) };
}

function remains({ message }: WorkspaceError): string {
    return `Something that commands may not make was left behind and cannot be taken away. ${message} No other command runs until it is gone: ask the person to rename or remove it.`;
}

/** The commands in a workspace of which nobody judges any more what they leave behind. */
export function unjudgedRuns(root: string): UnjudgedRun[] {
    const files = (orGone(() => readdirSync(folder())) ?? []).filter(name => name.startsWith(`${nameOf(root)}-`));
    return files.flatMap(name => {
        const file = join(folder(), name);
        const entry = readEntry(file);
        // One that was not written to its end is of a command that has not begun.
        if (!entry || (!name.endsWith(FAILED) && isRunning(entry.process))) {
            return [];
        }
        const known = { active: new Set(entry.active), repositories: new Set(entry.repositories), closed: new Set(entry.closed) };
        return [{ known, placeholders: entry.placeholders, forget: () => rmSync(file, { force: true }) }];
    });
}

function folder(): string {
    return join(stateDirectory(), 'running');
}

function nameOf(root: string): string {
    return createHash('sha256').update(root).digest('hex').slice(0, 32);
}

function readEntry(file: string): JournalEntry | undefined {
    try {
        return JSON.parse(readFileSync(file, 'utf8')) as JournalEntry;
    } catch {
        return undefined;
    }
}

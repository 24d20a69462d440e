import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orGone } from '../or-gone';
import { isRunning, processIdentity } from '../process-identity';
import { makePrivateDirectory, stateDirectory } from '../state-directory';
import type { KnownEntries } from './refuse-changes';
import type { SandboxOutcome } from './sandbox-access';

/** What has to be known when a command ends, also by another process if this one is gone by then. */
interface JournalEntry {
    /** The one that judges what the command leaves behind; none when that has failed. */
    readonly process?: string;
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

let count = 0;

/**
 * Calls `use` while it is noted that a command runs in a workspace, and what was there before. It stays noted until `refuse` has taken
 * away what the command may not leave behind.
 */
export async function withJournal<T>(
    root: string,
    known: KnownEntries,
    placeholders: readonly string[],
    use: () => Promise<T>,
    refuse: () => Promise<readonly string[]>
): Promise<SandboxOutcome<T>> {
    makePrivateDirectory(folder());
    const file = join(folder(), `${nameOf(root)}-${process.pid}-${count++}.json`);
    const entry = { active: [...known.active], repositories: [...known.repositories], closed: [...known.closed], placeholders };
    writeEntry(file, { ...entry, process: processIdentity() });
    const judge = async (): Promise<readonly string[]> => {
        try {
            const refused = await refuse();
            rmSync(file, { force: true });
            return refused;
        } catch (error) {
            writeEntry(file, entry);
            throw error;
        }
    };
    let result: T;
    try {
        result = await use();
    } catch (error) {
        await judge();
        throw error;
    }
    return { result, refused: await judge() };
}

/** The commands in a workspace of which nobody judges any more what they leave behind. */
export function unjudgedRuns(root: string): UnjudgedRun[] {
    const files = (orGone(() => readdirSync(folder())) ?? []).filter(name => name.startsWith(`${nameOf(root)}-`));
    return files.flatMap(name => {
        const file = join(folder(), name);
        const entry = readEntry(file);
        // One that was not written to its end is of a command that has not begun.
        if (!entry || (entry.process !== undefined && isRunning(entry.process))) {
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

function writeEntry(file: string, entry: JournalEntry): void {
    writeFileSync(file, JSON.stringify(entry), { mode: 0o600 });
}

function readEntry(file: string): JournalEntry | undefined {
    try {
        return JSON.parse(readFileSync(file, 'utf8')) as JournalEntry;
    } catch {
        return undefined;
    }
}

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orGone } from '../or-gone';
import { isRunning, processIdentity } from '../process-identity';
import { makePrivateDirectory, stateDirectory } from '../state-directory';
import type { KnownEntries } from './refuse-changes';

/** What has to be known when a command ends, also by another process if this one is gone by then. */
interface JournalEntry {
    readonly process: string;
    readonly active: readonly string[];
    readonly repositories: readonly string[];
    readonly placeholders: readonly string[];
}

/** A command that was running when its process was killed. */
export interface InterruptedRun {
    readonly known: KnownEntries;
    readonly placeholders: readonly string[];
    /** Called once everything that it left behind is taken away. */
    readonly forget: () => void;
}

let count = 0;

/** Calls `use` while it is noted that a command runs in a workspace, and what was there before. */
export async function withJournal<T>(
    root: string,
    known: KnownEntries,
    placeholders: readonly string[],
    use: () => Promise<T>
): Promise<T> {
    makePrivateDirectory(folder());
    const file = join(folder(), `${nameOf(root)}-${process.pid}-${count++}.json`);
    const entry: JournalEntry = {
        process: processIdentity(),
        active: [...known.active],
        repositories: [...known.repositories],
        placeholders
    };
    writeFileSync(file, JSON.stringify(entry), { mode: 0o600 });
    try {
        return await use();
    } finally {
        rmSync(file, { force: true });
    }
}

/** The commands in a workspace whose process is gone. */
export function interruptedRuns(root: string): InterruptedRun[] {
    const files = (orGone(() => readdirSync(folder())) ?? []).filter(name => name.startsWith(`${nameOf(root)}-`));
    return files.flatMap(name => {
        const file = join(folder(), name);
        const entry = readEntry(file);
        // One that was not written to its end is of a command that has not begun.
        if (!entry || isRunning(entry.process)) {
            return [];
        }
        const known = { active: new Set(entry.active), repositories: new Set(entry.repositories) };
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

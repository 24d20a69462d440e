import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from '../state-directory';
import type { AuditHead } from './audit-record';

/** How long the audit is kept. */
const KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

const FILE = /^([a-z]+-[\w-]+)\.(\d{4}-\d\d-\d\d)\.jsonl$/;
const HEAD = /^([a-z]+-[\w-]+)\.head$/;

/** Where every process of the product keeps its audit. */
export function auditDirectory(): string {
    return join(stateDirectory(), 'audit');
}

/** A file of the audit: what one process noted on one day. */
export interface AuditFile {
    readonly name: string;
    /** The process whose file it is, by a name that no other process has. */
    readonly chain: string;
    readonly date: string;
}

export function parseAuditFile(name: string): AuditFile | undefined {
    const match = FILE.exec(name);
    return match ? { name, chain: match[1], date: match[2] } : undefined;
}

/** All files of the audit, each process's in the order of their days. */
export function listAuditFiles(directory: string): AuditFile[] {
    return readdirSync(directory)
        .sort()
        .flatMap(name => parseAuditFile(name) ?? []);
}

/** Every process of whose audit anything is left, its head alone included. */
export function listChains(directory: string): string[] {
    const chains = readdirSync(directory).flatMap(name => (FILE.exec(name) ?? HEAD.exec(name))?.[1] ?? []);
    return [...new Set(chains)].sort();
}

export function headFile(chain: string): string {
    return `${chain}.head`;
}

/** Whether nothing stands in the head of a process, which has one before its first line. */
export function isHeadEmpty(directory: string, chain: string): boolean {
    return statSync(join(directory, headFile(chain)), { throwIfNoEntry: false })?.size === 0;
}

/** How far a process had come when it last wrote; undefined when that cannot be read. */
export function readHead(directory: string, chain: string): AuditHead | undefined {
    try {
        const head: unknown = JSON.parse(readFileSync(join(directory, headFile(chain)), 'utf8'));
        return isHead(head) ? head : undefined;
    } catch {
        // Missing, or not what was written there: whoever verifies tells.
        return undefined;
    }
}

/** The first day whose files are still kept. */
export function firstKeptDate(now: number): string {
    return new Date(now - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
}

/** Removes the files that are older than the audit is kept. */
export function removeOldAudit(directory: string, now: number): void {
    const firstKept = firstKeptDate(now);
    const files = listAuditFiles(directory);
    const chainsKept = new Set(files.filter(({ date }) => date >= firstKept).map(({ chain }) => chain));
    for (const { name, chain, date } of files.filter(file => file.date < firstKept)) {
        rmSync(join(directory, name), { force: true });
        if (!chainsKept.has(chain) && date < firstKept) {
            rmSync(join(directory, headFile(chain)), { force: true });
        }
    }
}

function isHead(value: unknown): value is AuditHead {
    return (
        typeof value === 'object' &&
        value !== null &&
        'file' in value &&
        typeof value.file === 'string' &&
        'seq' in value &&
        typeof value.seq === 'number' &&
        'hash' in value &&
        typeof value.hash === 'string'
    );
}

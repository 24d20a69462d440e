import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstKeptDate, headFile, isHeadEmpty, listAuditFiles, listChains, parseAuditFile, readHead, type AuditFile } from './audit-files';
import { NO_HASH, openRecord, type AuditHead } from './audit-record';

/** Something about the audit that is not as it was written. */
interface AuditProblem {
    readonly file: string;
    /** From 1; absent when the whole file is meant. */
    readonly line?: number;
    readonly problem: string;
}

export interface AuditVerification {
    readonly files: number;
    readonly lines: number;
    readonly problems: readonly AuditProblem[];
}

/** Finds every line of the audit that was changed, removed or moved, and every file that is missing before its time. */
export function verifyAudit(directory: string, now = Date.now()): AuditVerification {
    return new Verifier(directory, firstKeptDate(now)).run();
}

class Verifier {
    private readonly problems: AuditProblem[] = [];
    /** The hash of every line that is as it was written, by file and number. */
    private readonly hashes = new Map<string, string>();
    /** What must be there according to others. */
    private readonly expected: { readonly by: string; readonly head: AuditHead }[] = [];
    private lines = 0;

    constructor(
        private readonly directory: string,
        private readonly firstKept: string
    ) {}

    /** Reads every file once, and tells what is missing or was changed. */
    run(): AuditVerification {
        // A running process writes the line before the head, so the heads are read first, before it is looked which files there are.
        const heads = new Map(listChains(this.directory).map(chain => [chain, readHead(this.directory, chain)]));
        const files = listAuditFiles(this.directory);
        const withFiles = new Set(files.map(({ chain }) => chain));
        withFiles.forEach(chain => this.checkChain(files.filter(file => file.chain === chain)));
        for (const chain of new Set([...heads.keys(), ...withFiles])) {
            const head = heads.get(chain);
            if (head) {
                this.checkHead(headFile(chain), head);
            } else if (!this.hasJustStarted(chain, withFiles.has(chain))) {
                this.problems.push({ file: headFile(chain), problem: 'is missing or was changed; the last lines of its files may be too' });
            }
        }
        this.expected.forEach(({ by, head }) => this.checkHead(by, head));
        return { files: files.length, lines: this.lines, problems: this.problems };
    }

    /** Whether a process whose head could not be read had none yet: it has one now, or still neither a line in it nor a file. */
    private hasJustStarted(chain: string, hasFiles: boolean): boolean {
        return readHead(this.directory, chain) !== undefined || (!hasFiles && isHeadEmpty(this.directory, chain));
    }

    private checkChain(files: readonly AuditFile[]): void {
        let seq = 0;
        let hash = NO_HASH;
        for (const [index, file] of files.entries()) {
            const lines = readFileSync(join(this.directory, file.name), 'utf8').split('\n');
            if (lines.pop() !== '') {
                this.problems.push({ file: file.name, line: lines.length + 1, problem: 'is incomplete' });
            }
            for (const [number, line] of lines.entries()) {
                this.lines++;
                const opened = openRecord(line);
                if (!opened) {
                    this.problems.push({ file: file.name, line: number + 1, problem: 'was changed' });
                    // The next line tells by its number whether more is wrong; its hash cannot.
                    seq++;
                    hash = '';
                    continue;
                }
                const { record } = opened;
                const isFirst = index === 0 && number === 0;
                if (isFirst && record.seq > 1) {
                    // Earlier files may have been removed because of their age; the opening line names the last of them.
                    seq = record.seq - 1;
                    hash = record.previous;
                }
                if (record.seq !== seq + 1 || (hash !== '' && record.previous !== hash)) {
                    this.problems.push({ file: file.name, line: number + 1, problem: 'does not follow the line before it' });
                }
                if (number === 0 && record.event === 'opened') {
                    this.checkOpening(file, record.previousFile, index === 0 ? undefined : files[index - 1]?.name, record.seq);
                    this.expected.push(...record.witnesses.map(head => ({ by: file.name, head })));
                } else if (number === 0) {
                    this.problems.push({ file: file.name, line: 1, problem: 'is not the line that opened the file' });
                }
                ({ seq } = record);
                ({ hash } = opened);
                this.hashes.set(`${file.name}:${seq}`, hash);
            }
        }
    }

    private checkOpening(file: AuditFile, named: string | undefined, present: string | undefined, seq: number): void {
        if (named !== present && (named === undefined || this.mustExist(named))) {
            this.problems.push({ file: named ?? file.name, problem: `is missing or out of place; ${file.name} follows it` });
        } else if (named === undefined && seq !== 1) {
            this.problems.push({ file: file.name, line: 1, problem: 'is not the first line that its process wrote' });
        }
    }

    private checkHead(by: string, { file, seq, hash }: AuditHead): void {
        if (this.mustExist(file) && this.hashes.get(`${file}:${seq}`) !== hash) {
            this.problems.push({ file, problem: `lacks the line with number ${seq}, or has another one there; ${by} knows it` });
        }
    }

    private mustExist(name: string): boolean {
        const { date } = parseAuditFile(name) ?? {};
        return date === undefined || date >= this.firstKept;
    }
}

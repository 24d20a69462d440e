import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from '../state-directory';
import { headFile, listAuditFiles, readHead, removeOldAudit } from './audit-files';
import { NO_HASH, sealRecord, type AuditEvent, type AuditHead, type AuditOpening, type AuditRecord } from './audit-record';
import { summarizeMessage } from './summarize-arguments';

/** So many processes of each role, the latest, have their progress noted in a new file; each of them notes others in turn. */
const MAX_WITNESSES = 20;
/** The head is written over in place, so it always has the same length. */
const HEAD_LENGTH = 400;

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND;

interface OpenFile {
    readonly name: string;
    readonly date: string;
    readonly descriptor: number;
    /** What tells it from any other file that may stand in its place. */
    readonly identity: { readonly ino: number; readonly dev: number };
}

/**
 * The audit of one process: a line for each event, appended before the caller goes on. Every day has a file of its own; the lines
 * of all of them are one chain. Files are readable by their owner only and kept for 90 days.
 */
export class AuditLog {
    private readonly chain: string;
    private file?: OpenFile;
    private headDescriptor?: number;
    private head: AuditHead = { file: '', seq: 0, hash: NO_HASH };

    /** @param role which part of the product writes, such as `ide` */
    constructor(
        private readonly directory: string,
        private readonly role: string,
        private readonly now: () => number = Date.now
    ) {
        const startedAt = new Date(now()).toISOString().replace(/[-:]|\.\d+/g, '');
        this.chain = `${role}-${startedAt}-${process.pid}-${randomBytes(4).toString('hex')}`;
    }

    /** @throws when the event could not be written; then nothing of it stands in the file */
    append({ message, ...event }: AuditEvent): void {
        const time = new Date(this.now()).toISOString();
        const file = this.fileOf(time.slice(0, 10));
        const described = { ...event, ...(message !== undefined && { message: summarizeMessage(message) }) };
        this.write(file, { ...described, seq: this.head.seq + 1, time, previous: this.head.hash });
    }

    /** Lets the file go. Nothing can be noted any more. */
    close(): void {
        for (const descriptor of [this.file?.descriptor, this.headDescriptor]) {
            if (descriptor !== undefined) {
                closeSync(descriptor);
            }
        }
        this.file = undefined;
        this.headDescriptor = undefined;
    }

    private fileOf(date: string): OpenFile {
        if (this.file?.date === date) {
            this.checkPlace(this.file);
            return this.file;
        }
        makePrivateDirectory(this.directory);
        removeOldAudit(this.directory, this.now());
        const next = this.openFile(date, this.file?.name);
        if (this.file) {
            closeSync(this.file.descriptor);
        }
        this.file = next;
        return next;
    }

    /** A file whose first line stands: one without it would look as if somebody had removed that. */
    private openFile(date: string, previousFile: string | undefined): OpenFile {
        const name = `${this.chain}.${date}.jsonl`;
        const head = join(this.directory, headFile(this.chain));
        this.headDescriptor ??= openSync(head, constants.O_WRONLY | constants.O_CREAT, 0o600);
        let descriptor: number | undefined;
        try {
            descriptor = openSync(join(this.directory, name), CREATE, 0o600);
            const file = { name, date, descriptor, identity: fstatSync(descriptor) };
            const opening: AuditOpening = {
                event: 'opened',
                role: this.role,
                processId: process.pid,
                ...(previousFile !== undefined && { previousFile }),
                witnesses: this.witnesses()
            };
            const time = new Date(this.now()).toISOString();
            this.write(file, { ...opening, seq: this.head.seq + 1, time, previous: this.head.hash });
            return file;
        } catch (error) {
            if (descriptor !== undefined) {
                closeSync(descriptor);
                rmSync(join(this.directory, name), { force: true });
            }
            if (this.head.seq === 0) {
                // A head alone would be missed by whoever verifies.
                closeSync(this.headDescriptor);
                this.headDescriptor = undefined;
                rmSync(head, { force: true });
            }
            throw error;
        }
    }

    /** What is written to a file that was removed or put elsewhere is lost. */
    private checkPlace({ name, identity }: OpenFile): void {
        const { ino, dev } = statSync(join(this.directory, name));
        if (ino !== identity.ino || dev !== identity.dev) {
            throw new Error(`The audit file ${name} was replaced while it was written.`);
        }
    }

    private write({ name, descriptor }: OpenFile, record: AuditRecord): void {
        const { line, hash } = sealRecord(record);
        const bytes = Buffer.from(line);
        const head: AuditHead = { file: name, seq: record.seq, hash };
        // A write that throws has left nothing.
        const written = writeSync(descriptor, bytes);
        try {
            if (written !== bytes.length) {
                throw new Error(`Only ${written} of ${bytes.length} bytes could be written to the audit file ${name}.`);
            }
            writeSync(this.headDescriptor ?? unopened(), JSON.stringify(head).padEnd(HEAD_LENGTH), 0);
        } catch (error) {
            ftruncateSync(descriptor, fstatSync(descriptor).size - written);
            throw error;
        }
        this.head = head;
    }

    private witnesses(): AuditHead[] {
        const chains = new Set(listAuditFiles(this.directory).map(({ chain }) => chain));
        chains.delete(this.chain);
        const roles = new Set([...chains].map(roleOf));
        const latest = [...roles].flatMap(role => [...chains].filter(chain => roleOf(chain) === role).slice(-MAX_WITNESSES));
        return latest.flatMap(chain => readHead(this.directory, chain) ?? []);
    }
}

function roleOf(chain: string): string {
    return chain.slice(0, chain.indexOf('-'));
}

function unopened(): never {
    throw new Error('The audit file is not open.');
}

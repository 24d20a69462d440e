import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from '../state-directory';
import { headFile, listAuditFiles, readHead, removeOldAudit } from './audit-files';
import { NO_HASH, sealRecord, type AuditEvent, type AuditHead, type AuditOpening, type AuditRecord } from './audit-record';

/** Other processes whose progress a new file notes; each of them notes others in turn. */
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
    append(event: AuditEvent): void {
        const time = new Date(this.now()).toISOString();
        this.useFileOf(time.slice(0, 10));
        this.write({ ...event, seq: this.head.seq + 1, time, previous: this.head.hash });
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

    private useFileOf(date: string): void {
        if (this.file?.date === date) {
            this.checkPlace(this.file);
            return;
        }
        makePrivateDirectory(this.directory);
        removeOldAudit(this.directory, this.now());
        const previousFile = this.file?.name;
        const name = `${this.chain}.${date}.jsonl`;
        const descriptor = openSync(join(this.directory, name), CREATE, 0o600);
        if (this.file) {
            closeSync(this.file.descriptor);
        }
        this.file = { name, date, descriptor, identity: fstatSync(descriptor) };
        this.headDescriptor ??= openSync(join(this.directory, headFile(this.chain)), constants.O_WRONLY | constants.O_CREAT, 0o600);
        const opening: AuditOpening = {
            event: 'opened',
            role: this.role,
            processId: process.pid,
            ...(previousFile !== undefined && { previousFile }),
            witnesses: this.witnesses()
        };
        this.write({ ...opening, seq: this.head.seq + 1, time: new Date(this.now()).toISOString(), previous: this.head.hash });
    }

    /** What is written to a file that was removed or put elsewhere is lost. */
    private checkPlace({ name, identity }: OpenFile): void {
        const { ino, dev } = statSync(join(this.directory, name));
        if (ino !== identity.ino || dev !== identity.dev) {
            throw new Error(`The audit file ${name} was replaced while it was written.`);
        }
    }

    private write(record: AuditRecord): void {
        const { name, descriptor } = this.file ?? unopened();
        const { line, hash } = sealRecord(record);
        const bytes = Buffer.from(line);
        // A write that throws has left nothing.
        const written = writeSync(descriptor, bytes);
        if (written !== bytes.length) {
            ftruncateSync(descriptor, fstatSync(descriptor).size - written);
            throw new Error(`Only ${written} of ${bytes.length} bytes could be written to the audit file ${name}.`);
        }
        this.head = { file: name, seq: record.seq, hash };
        writeSync(this.headDescriptor ?? unopened(), JSON.stringify(this.head).padEnd(HEAD_LENGTH), 0);
    }

    private witnesses(): AuditHead[] {
        const chains = new Set(listAuditFiles(this.directory).map(({ chain }) => chain));
        chains.delete(this.chain);
        return [...chains].slice(-MAX_WITNESSES).flatMap(chain => readHead(this.directory, chain) ?? []);
    }
}

function unopened(): never {
    throw new Error('The audit file is not open.');
}

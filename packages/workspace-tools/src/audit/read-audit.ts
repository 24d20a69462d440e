import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAuditFiles } from './audit-files';
import { openRecord, type AuditEvent } from './audit-record';

/** A call as the audit knows it: its end, or its beginning when no end was noted. */
export type AuditedCall = AuditEvent & { readonly time: string };

/** All calls in all files of the audit, in the order of time. Lines that cannot be read are left out; `verifyAudit` tells of them. */
export function readAudit(directory: string): AuditedCall[] {
    const calls = new Map<string, AuditedCall>();
    for (const { name, chain } of listAuditFiles(directory)) {
        for (const line of readFileSync(join(directory, name), 'utf8').split('\n')) {
            const record = openRecord(line)?.record;
            if (record && record.event !== 'opened') {
                calls.set(`${chain} ${record.callId}`, record);
            }
        }
    }
    return [...calls.values()].sort((left, right) => left.time.localeCompare(right.time));
}

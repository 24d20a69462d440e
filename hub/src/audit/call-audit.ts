import { AuditEvent, AuditLog, WorkspaceError } from '@openspace/workspace-tools';
import { FastifyBaseLogger } from 'fastify';

/** Notes in the Hub's own audit what the Hub does or decides by itself. What an IDE executes, the IDE notes. */
export class CallAudit {
    private readonly log: AuditLog;

    constructor(
        directory: string,
        private readonly logger: FastifyBaseLogger
    ) {
        this.log = new AuditLog(directory, 'hub');
    }

    /**
     * Notes that something is about to be changed.
     * @throws {WorkspaceError} when it cannot be noted; then nothing may be changed
     */
    begin(event: Omit<AuditEvent, 'event'>): void {
        try {
            this.log.append({ event: 'started', ...event });
        } catch (error) {
            this.logger.error({ err: error, callId: event.callId }, 'the beginning of a call could not be noted in the audit');
            throw new WorkspaceError(
                'audit-failed',
                'Nothing was done, because it could not be noted in the audit. The log of the Hub says why.'
            );
        }
    }

    /** Never throws: what is noted has ended already. */
    note(event: Omit<AuditEvent, 'event'>): void {
        try {
            this.log.append({ event: 'finished', ...event });
        } catch (error) {
            this.logger.error({ err: error, callId: event.callId }, 'the end of a call could not be noted in the audit');
        }
    }

    /** Lets the file go. Nothing can be noted any more. */
    close(): void {
        this.log.close();
    }
}

import { AuditEvent, AuditLog } from '@openspace/workspace-tools';
import { FastifyBaseLogger } from 'fastify';

/** Notes in the Hub's own audit what the Hub decides by itself. What an IDE executes, the IDE notes. */
export class CallAudit {
    private readonly log: AuditLog;

    constructor(
        directory: string,
        private readonly logger: FastifyBaseLogger
    ) {
        this.log = new AuditLog(directory, 'hub');
    }

    /** Never throws: what is noted has ended already. */
    note(event: Omit<AuditEvent, 'event'>): void {
        try {
            this.log.append({ event: 'finished', ...event });
        } catch (error) {
            this.logger.error({ err: error, callId: event.callId }, 'the end of a call could not be noted in the audit');
        }
    }

    close(): void {
        this.log.close();
    }
}

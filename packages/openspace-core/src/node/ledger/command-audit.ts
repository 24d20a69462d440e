import type { CommandCall, RiskClass } from '@openspace/protocol';
import { auditDirectory, AuditLog, summarizeArguments, type AuditEvent } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import type { CommandExecution } from '../../common';

/** Notes every command of the agent in the audit of this process. */
@injectable()
export class CommandAudit {
    @inject(ILogger) @named('openspace:CommandAudit') protected readonly logger: ILogger;

    protected log?: AuditLog;

    /** Notes that a command which may change something is about to run. Answers why it must not run when that cannot be noted. */
    begin(call: CommandCall, client: string, risk: RiskClass | undefined): string | undefined {
        if (risk === 'read' || risk === 'view') {
            return undefined;
        }
        try {
            this.append({ event: 'started', ...describeCall(call, client, risk) });
            return undefined;
        } catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            return `Nothing was changed: the audit in ${auditDirectory()} cannot be written. ${reason} Mend this and restart the IDE.`;
        }
    }

    /** Notes how a command ended. Never throws: what has happened has happened. */
    end(call: CommandCall, client: string, risk: RiskClass | undefined, { outcome, result }: CommandExecution, durationMs: number): void {
        const { code, error: message } = result;
        const ending = {
            outcome,
            ...(code !== undefined && { code }),
            ...(message !== undefined && { message }),
            durationMs: Math.round(durationMs)
        };
        try {
            this.append({ event: 'finished', ...describeCall(call, client, risk), ...ending });
        } catch (error) {
            this.logger.error(`The end of ${call.commandId} ${call.callId} could not be noted in the audit.`, error);
        }
    }

    protected append(event: AuditEvent): void {
        this.log ??= new AuditLog(auditDirectory(), 'ide');
        this.log.append(event);
    }
}

function describeCall({ callId, sessionId, commandId, args }: CommandCall, client: string, risk: RiskClass | undefined) {
    return { callId, session: sessionId, client, command: commandId, ...(risk ? { risk } : {}), args: summarizeArguments(args) };
}

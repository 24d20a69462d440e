import { Emitter } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';

/** Tells when a session of the agent is over for good, so that whatever belongs to it can be cleared away. */
@injectable()
export class AgentSessions {
    protected readonly onDidEndEmitter = new Emitter<string>();
    /** Carries the session's id. A reload of the page ends no session. */
    readonly onDidEnd = this.onDidEndEmitter.event;

    /** Tells everybody that a session is over. */
    end(sessionId: string): void {
        this.onDidEndEmitter.fire(sessionId);
    }
}

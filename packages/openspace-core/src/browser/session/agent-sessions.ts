import { Emitter } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { OpenSpacePreferences } from '../../common';

/** Tells when a session of the agent is over for good, so that whatever belongs to it can be cleared away. */
@injectable()
export class AgentSessions {
    @inject(OpenSpacePreferences) protected readonly preferences: OpenSpacePreferences;

    protected readonly onDidEndEmitter = new Emitter<string>();
    /** Carries the session's id. A reload of the page ends no session, and nobody is told while the person wants to keep everything. */
    readonly onDidEnd = this.onDidEndEmitter.event;

    /** Tells everybody that a session is over. */
    end(sessionId: string): void {
        if (this.preferences['openspace.agent.cleanUp'] !== 'keep') {
            this.onDidEndEmitter.fire(sessionId);
        }
    }
}

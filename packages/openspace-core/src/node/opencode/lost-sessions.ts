import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { CommandLedger } from '../ledger/command-ledger';
import { errorMessage } from '../process/error-message';
import { Conversations } from './conversations';
import { OpenCodeServer } from './opencode-server';
import { TurnRunner } from './turn-runner';

/** Knows which conversations OpenCode has lost, or another client of it has deleted, while nobody listened. */
@injectable()
export class LostSessions {
    @inject(Conversations) protected readonly conversations: Conversations;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(TurnRunner) protected readonly runner: TurnRunner;
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;
    @inject(ILogger) @named('openspace:LostSessions') protected readonly logger: ILogger;

    /** Sessions from before another server was chosen, which that one never had. */
    protected readonly elsewhere = new Set<string>();

    @postConstruct()
    protected init(): void {
        this.server.onWillChange(() => this.ledger.conversations().forEach(sessionId => this.elsewhere.add(sessionId)));
    }

    /** Ends all that belongs to them here. */
    async end(): Promise<void> {
        try {
            const known = this.ledger.conversations();
            [...this.elsewhere].filter(sessionId => !known.includes(sessionId)).forEach(sessionId => this.elsewhere.delete(sessionId));
            const missing = await this.conversations.missing(known.filter(sessionId => !this.elsewhere.has(sessionId)));
            missing.filter(sessionId => this.ledger.hasSession(sessionId)).forEach(sessionId => this.runner.endDeleted(sessionId));
        } catch (error) {
            this.logger.warn(`Nobody knows which conversations OpenCode still has: ${errorMessage(error)}`);
        }
    }
}

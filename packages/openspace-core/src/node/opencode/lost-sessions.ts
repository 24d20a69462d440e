import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { CommandLedger } from '../ledger/command-ledger';
import { errorMessage } from '../process/error-message';
import { Conversations } from './conversations';
import { TurnRunner } from './turn-runner';

/** Knows which conversations OpenCode has lost, or another client of it has deleted, while nobody listened. */
@injectable()
export class LostSessions {
    @inject(Conversations) protected readonly conversations: Conversations;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(TurnRunner) protected readonly runner: TurnRunner;
    @inject(ILogger) @named('openspace:LostSessions') protected readonly logger: ILogger;

    /** Ends all that belongs to them here. */
    async end(): Promise<void> {
        try {
            const missing = await this.conversations.missing(this.ledger.conversations());
            missing.filter(sessionId => this.ledger.hasSession(sessionId)).forEach(sessionId => this.runner.endDeleted(sessionId));
        } catch (error) {
            this.logger.warn(`Nobody knows which conversations OpenCode still has: ${errorMessage(error)}`);
        }
    }
}

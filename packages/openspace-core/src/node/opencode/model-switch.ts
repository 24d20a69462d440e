import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { ModelSettings } from '../settings/model-settings';
import { OpenCodeServer } from './opencode-server';
import { RunningTurns } from './running-turns';

/** Whoever types an address into the settings changes them with every letter. */
const TYPING_PAUSE_MS = 1_000;

/** Brings the person's choice of model and server into effect while the IDE runs: between two turns, never in the middle of one. */
@injectable()
export class ModelSwitch {
    @inject(ModelSettings) protected readonly settings: ModelSettings;
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;
    @inject(RunningTurns) protected readonly turns: RunningTurns;
    @inject(ILogger) @named('openspace:ModelSwitch') protected readonly logger: ILogger;

    protected typingPauseMs = TYPING_PAUSE_MS;
    protected pause?: NodeJS.Timeout;
    protected switching = Promise.resolve();

    /** From now on the settings are followed; what changed while the server was started is caught up with. */
    start(): void {
        this.settings.onDidChange(() => {
            clearTimeout(this.pause);
            this.pause = setTimeout(() => this.followNext(), this.typingPauseMs).unref();
        });
        this.followNext();
    }

    protected followNext(): void {
        this.switching = this.switching.then(() => this.follow());
    }

    protected async follow(): Promise<void> {
        if (await this.server.isCurrent()) {
            this.server.lookForMissing();
            return;
        }
        await this.turns.whenNone();
        this.logger.info('The settings name another model or server: OpenCode is started anew.');
        await this.server.configure();
    }
}

import { Emitter } from '@theia/core/lib/common';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import { LIMIT_SETTINGS, limitOf, type LimitSetting } from '../../common';
import { UserSettings } from './user-settings';

/** The limits that hold for agents now, as the person chose them. */
@injectable()
export class AgentLimits {
    @inject(UserSettings) protected readonly settings: UserSettings;

    protected readonly onDidChangeEmitter = new Emitter<void>();
    readonly onDidChange = this.onDidChangeEmitter.event;

    @postConstruct()
    protected init(): void {
        this.settings.onDidChange(name => {
            if (Object.hasOwn(LIMIT_SETTINGS, name)) {
                this.onDidChangeEmitter.fire();
            }
        });
    }

    /** Commands that one message of the agent may run. */
    get commandsPerMessage(): number {
        return this.limit('openspace.limits.commandsPerMessage');
    }

    /** How often an agent is sent the results of its commands before it must wait for the person. */
    get followUpRounds(): number {
        return this.limit('openspace.agent.followUpRounds');
    }

    /** A command that has not answered after this time ends as unknown. */
    get commandTimeoutMs(): number {
        return this.limit('openspace.limits.commandTimeoutSeconds') * 1000;
    }

    /** Largest file that is read whole. */
    get readBytes(): number {
        return this.limit('openspace.limits.readKilobytes') * 1024;
    }

    /** Largest file that is written or changed. */
    get writeBytes(): number {
        return this.limit('openspace.limits.writeKilobytes') * 1024;
    }

    protected limit(setting: LimitSetting): number {
        return limitOf(setting, this.settings.get(setting));
    }
}

import { GlobPattern, secretPaths, type PolicyOptions } from '@openspace/workspace-tools';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { EnvVariablesServer } from '@theia/core/lib/common/env-variables';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import type { OpenSpaceConfiguration } from '../../common';
import { AgentLimits } from './agent-limits';
import { ModelSettings } from './model-settings';
import { UserSettings } from './user-settings';

/** When the person is asked before something happens. */
export type ConfirmationLevel = OpenSpaceConfiguration['openspace.agent.confirmation'];

const SENSITIVE_FILES = 'openspace.agent.sensitiveFiles';
const NETWORK = 'openspace.agent.network';
/** The setting that says when the person is asked. */
export const CONFIRMATION = 'openspace.agent.confirmation';
/** The setting that says whether agents may act. */
export const CONSENT = 'openspace.agent.consent';

/** What the person's settings make of the policy: the one place where the kernel, here or in the Hub, gets its options from. */
@injectable()
export class PolicySettings {
    @inject(ILogger) @named('openspace:PolicySettings') protected readonly logger: ILogger;
    @inject(UserSettings) protected readonly settings: UserSettings;
    @inject(AgentLimits) protected readonly limits: AgentLimits;
    @inject(ModelSettings) protected readonly model: ModelSettings;
    @inject(EnvVariablesServer) protected readonly environment: EnvVariablesServer;

    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** What `current`, `confirmation` or `refusesAgents` answers may have changed. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    @postConstruct()
    protected init(): void {
        for (const { onDidChange } of [this.limits, this.model]) {
            onDidChange(() => {
                this.onDidChangeEmitter.fire();
            });
        }
        this.settings.onDidChange(name => {
            if ([SENSITIVE_FILES, CONFIRMATION, CONSENT, NETWORK].includes(name)) {
                this.onDidChangeEmitter.fire();
            }
        });
    }

    /** The person's own rules and limits, and the paths of what the policy reads and of keys and tokens, which no agent may use. */
    async current(): Promise<PolicyOptions> {
        await this.settings.ready;
        const configDirectory = FileUri.fsPath(await this.environment.getConfigDirUri());
        const { readBytes, writeBytes } = this.limits;
        const patterns: unknown = this.settings.get(SENSITIVE_FILES);
        return {
            sensitivePatterns: Array.isArray(patterns) ? patterns.filter(pattern => this.isGlob(pattern)) : [],
            forbiddenPaths: [...secretPaths(), ...this.model.secretFiles(), configDirectory],
            limits: { readBytes, writeBytes },
            network: this.settings.get(NETWORK) === true
        };
    }

    /** What the person is asked about. A value that is none of the levels counts as the default. */
    async confirmation(): Promise<ConfirmationLevel> {
        await this.settings.ready;
        const level: unknown = this.settings.get(CONFIRMATION);
        return level === 'always' || level === 'never' ? level : 'risky';
    }

    /** Whether no agent may act, so that nobody is asked. */
    async refusesAgents(): Promise<boolean> {
        await this.settings.ready;
        return this.settings.get(CONSENT) === 'refuse';
    }

    protected isGlob(pattern: unknown): pattern is string {
        try {
            return typeof pattern === 'string' && new GlobPattern(pattern) instanceof GlobPattern;
        } catch (error) {
            this.logger.error(`The setting ${SENSITIVE_FILES} has a pattern that protects nothing.`, error);
            return false;
        }
    }
}

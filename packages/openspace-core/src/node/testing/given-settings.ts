import { EnvVariablesServer } from '@theia/core/lib/common/env-variables';
import { FileUri } from '@theia/core/lib/common/file-uri';
import type { Container } from '@theia/core/shared/inversify';
import type { OpenSpaceConfiguration } from '../../common';
import { bindApprovals } from '../approval/bind-approvals';
import { UserSettings } from '../settings/user-settings';

/** Settings without a file: each spec gives its own. */
export class GivenSettings extends UserSettings {
    constructor(protected given: Partial<OpenSpaceConfiguration>) {
        super();
    }

    override get ready(): Promise<void> {
        return Promise.resolve();
    }

    override get<K extends keyof OpenSpaceConfiguration>(name: K): OpenSpaceConfiguration[K] | undefined {
        return this.given[name];
    }

    /** The person changes a setting. */
    change(settings: Partial<OpenSpaceConfiguration>): void {
        this.given = { ...this.given, ...settings };
        for (const name of Object.keys(settings)) {
            this.onDidChangeEmitter.fire(name);
        }
    }

    protected override init(): void {
        // There is nothing to follow.
    }
}

/** Binds what decides about the agent's actions, under these settings, which would lie in this folder. By default the agent may act. */
export function bindGivenSettings(
    container: Container,
    settings: Partial<OpenSpaceConfiguration> = { 'openspace.agent.consent': 'allow' },
    configDirectory = '/nowhere'
): GivenSettings {
    const given = new GivenSettings(settings);
    bindApprovals(container.bind.bind(container));
    container.rebind(UserSettings).toConstantValue(given);
    container
        .bind<Pick<EnvVariablesServer, 'getConfigDirUri'>>(EnvVariablesServer)
        .toConstantValue({ getConfigDirUri: () => Promise.resolve(FileUri.create(configDirectory).toString()) });
    return given;
}

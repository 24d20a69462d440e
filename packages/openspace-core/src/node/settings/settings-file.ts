import { ILogger } from '@theia/core/lib/common';
import { EnvVariablesServer } from '@theia/core/lib/common/env-variables';
import { FileUri } from '@theia/core/lib/common/file-uri';
import type { BackendApplicationContribution } from '@theia/core/lib/node';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Sees to it that the person has a settings file. Theia does not notice when one comes into being: the first setting that a person
 * makes would hold for nobody until the next change.
 */
@injectable()
export class SettingsFile implements BackendApplicationContribution {
    @inject(EnvVariablesServer) protected readonly environment: EnvVariablesServer;
    @inject(ILogger) @named('openspace:SettingsFile') protected readonly logger: ILogger;

    async initialize(): Promise<void> {
        const folder = FileUri.fsPath(await this.environment.getConfigDirUri());
        try {
            await mkdir(folder, { recursive: true });
            await writeFile(join(folder, 'settings.json'), '{}\n', { flag: 'wx' });
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
                this.logger.warn(`There is no settings file in ${folder}, and none can be made there.`, error);
            }
        }
    }
}

import { GlobPattern, Policy, stateDirectory, WorkspaceTools } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { EnvVariablesServer } from '@theia/core/lib/common/env-variables';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { resolve } from 'node:path';
import { UserSettings } from '../settings/user-settings';

const SETTING = 'openspace.agent.sensitiveFiles';

/** One kernel for each workspace folder, all under one policy. */
@injectable()
export class WorkspaceKernels {
    @inject(ILogger) @named('openspace:WorkspaceKernels') protected readonly logger: ILogger;

    @inject(UserSettings) protected readonly settings: UserSettings;
    @inject(EnvVariablesServer) protected readonly environment: EnvVariablesServer;

    protected readonly kernels = new Map<string, Promise<WorkspaceTools>>();

    @postConstruct()
    protected init(): void {
        // Whoever opens a kernel from now on gets one under the new policy; nobody keeps one for longer than an operation.
        this.settings.onDidChange(name => name === SETTING && this.kernels.clear());
    }

    /** The kernel of a folder, opened when it is first asked for. */
    open(folder: string): Promise<WorkspaceTools> {
        let kernel = this.kernels.get(folder);
        if (!kernel) {
            const opening = this.policy().then(policy => WorkspaceTools.open(folder, policy));
            this.kernels.set(folder, opening);
            opening.then(
                opened => void this.tidy(opened),
                // A folder that cannot be opened now may be there at the next call.
                () => this.kernels.get(folder) === opening && this.kernels.delete(folder)
            );
            kernel = opening;
        }
        return kernel;
    }

    /** The rules in code with the person's own. What the policy reads, no agent may write. */
    protected async policy(): Promise<Policy> {
        await this.settings.ready;
        const configDirectory = FileUri.fsPath(await this.environment.getConfigDirUri());
        const patterns: unknown = this.settings.get(SETTING);
        const sensitivePatterns = Array.isArray(patterns) ? patterns.filter(pattern => this.isGlob(pattern)) : [];
        return new Policy({ sensitivePatterns, forbiddenPaths: [...secretPaths(), configDirectory] });
    }

    protected isGlob(pattern: unknown): pattern is string {
        try {
            return typeof pattern === 'string' && new GlobPattern(pattern) instanceof GlobPattern;
        } catch (error) {
            this.logger.error(`The setting ${SETTING} has a pattern that protects nothing.`, error);
            return false;
        }
    }

    /** Removes what a killed backend left behind; nobody waits for it. */
    protected async tidy(kernel: WorkspaceTools): Promise<void> {
        try {
            const removed = await kernel.removeStaleFiles();
            if (removed > 0) {
                this.logger.info(`Removed ${removed} temporary files of a process that was killed while it wrote.`);
            }
        } catch (error) {
            this.logger.warn('Temporary files of killed processes could not be looked for.', error);
        }
    }
}

/** Where tokens lie, which no agent may see even if a person opens a folder around them. */
function secretPaths(): string[] {
    const { OPENSPACE_HUB_TOKEN_FILE: hubToken } = process.env;
    return [stateDirectory(), ...(hubToken ? [resolve(hubToken)] : [])];
}

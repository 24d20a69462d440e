import { Policy, stateDirectory, WorkspaceTools } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { resolve } from 'node:path';

/** One kernel for each workspace folder, all under one policy. */
@injectable()
export class WorkspaceKernels {
    @inject(ILogger) @named('openspace:WorkspaceKernels') protected readonly logger: ILogger;

    protected readonly policy = new Policy({ forbiddenPaths: secretPaths() });
    protected readonly kernels = new Map<string, Promise<WorkspaceTools>>();

    /** The kernel of a folder, opened when it is first asked for. */
    open(folder: string): Promise<WorkspaceTools> {
        let kernel = this.kernels.get(folder);
        if (!kernel) {
            kernel = WorkspaceTools.open(folder, this.policy);
            this.kernels.set(folder, kernel);
            kernel.then(
                opened => void this.tidy(opened),
                // A folder that cannot be opened now may be there at the next call.
                () => this.kernels.delete(folder)
            );
        }
        return kernel;
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

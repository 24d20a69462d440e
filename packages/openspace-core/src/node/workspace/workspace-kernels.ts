import { Policy, WorkspaceTools } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { PolicySettings } from '../settings/policy-settings';

/** One kernel for each workspace folder, all under one policy. */
@injectable()
export class WorkspaceKernels {
    @inject(ILogger) @named('openspace:WorkspaceKernels') protected readonly logger: ILogger;
    @inject(PolicySettings) protected readonly settings: PolicySettings;

    protected readonly kernels = new Map<string, Promise<WorkspaceTools>>();

    @postConstruct()
    protected init(): void {
        // Whoever opens a kernel from now on gets one under the new policy; nobody keeps one for longer than an operation.
        this.settings.onDidChange(() => this.kernels.clear());
    }

    /** The kernel of a folder, opened when it is first asked for. */
    open(folder: string): Promise<WorkspaceTools> {
        let kernel = this.kernels.get(folder);
        if (!kernel) {
            const opening = this.settings.current().then(options => WorkspaceTools.open(folder, new Policy(options)));
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

import { injectable } from '@theia/core/shared/inversify';
import { Policy, WorkspaceTools } from '@openspace/workspace-tools';

/** One kernel for each workspace folder, all under one policy. */
@injectable()
export class WorkspaceKernels {
    protected readonly policy = new Policy();
    protected readonly kernels = new Map<string, Promise<WorkspaceTools>>();

    open(folder: string): Promise<WorkspaceTools> {
        let kernel = this.kernels.get(folder);
        if (!kernel) {
            kernel = WorkspaceTools.open(folder, this.policy);
            this.kernels.set(folder, kernel);
            // A folder that cannot be opened now may be there at the next call.
            kernel.catch(() => this.kernels.delete(folder));
        }
        return kernel;
    }
}

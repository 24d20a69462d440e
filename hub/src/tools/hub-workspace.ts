import { Policy, WorkspaceTools } from '@openspace/workspace-tools';
import { FastifyBaseLogger } from 'fastify';

/** The workspace that the Hub serves, opened when a door first needs it. */
export class HubWorkspace {
    private kernel?: Promise<WorkspaceTools>;

    constructor(
        readonly root: string,
        private readonly policy: Policy,
        private readonly logger: FastifyBaseLogger
    ) {}

    open(): Promise<WorkspaceTools> {
        if (!this.kernel) {
            const opening = WorkspaceTools.open(this.root, this.policy);
            this.kernel = opening;
            opening.then(
                opened => void this.tidy(opened),
                // A folder that cannot be opened now may be there at the next call.
                (error: unknown) => {
                    this.logger.error({ err: error }, 'The workspace cannot be opened.');
                    this.kernel = undefined;
                }
            );
        }
        return this.kernel;
    }

    /** Removes what a killed process left behind; nobody waits for it. */
    private async tidy(kernel: WorkspaceTools): Promise<void> {
        try {
            const removed = await kernel.removeStaleFiles();
            if (removed > 0) {
                this.logger.info(`Removed ${removed} temporary files of a process that was killed while it wrote.`);
            }
        } catch (error) {
            this.logger.warn({ err: error }, 'Temporary files of killed processes could not be looked for.');
        }
    }
}

import { GitConfiguration, SandboxProvider, WorkspaceError, WorkspaceTools } from '@openspace/workspace-tools';
import { FastifyBaseLogger } from 'fastify';
import { HubPolicy } from './hub-policy';

/** The workspace that the Hub serves, opened when a door first needs it, and again when its policy is another. */
export class HubWorkspace {
    private opened?: { readonly kernel: Promise<WorkspaceTools>; readonly revision: number };
    private isTidy = false;

    constructor(
        readonly root: string,
        private readonly policy: HubPolicy,
        /** Where commands run; undefined when none can. */
        readonly sandbox: Promise<SandboxProvider | undefined>,
        private readonly git: GitConfiguration | undefined,
        private readonly logger: FastifyBaseLogger
    ) {}

    /** @throws {WorkspaceError} when the rules of the workspace are not known yet, or the folder cannot be opened */
    async open(): Promise<WorkspaceTools> {
        await this.policy.known();
        return this.openForPolicy().catch(() => {
            throw new WorkspaceError('no-workspace', 'The folder of the workspace cannot be opened. Make sure that it is there.');
        });
    }

    private openForPolicy(): Promise<WorkspaceTools> {
        const { revision } = this.policy;
        if (this.opened?.revision !== revision) {
            const kernel = this.openNow();
            this.opened = { kernel, revision };
            // A folder that cannot be opened now may be there at the next call.
            kernel.catch((error: unknown) => {
                this.logger.error({ err: error }, 'The workspace cannot be opened.');
                this.opened = undefined;
            });
        }
        return this.opened.kernel;
    }

    private async openNow(): Promise<WorkspaceTools> {
        const kernel = await WorkspaceTools.open(this.root, this.policy.current, { sandbox: await this.sandbox, git: this.git });
        if (!this.isTidy) {
            this.isTidy = true;
            void this.tidy(kernel);
        }
        return kernel;
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

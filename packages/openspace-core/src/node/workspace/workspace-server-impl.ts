import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable } from '@theia/core/shared/inversify';
import { WorkspaceError } from '@openspace/workspace-tools';
import type { Answer, LocatedFile, WorkspaceServer } from '../../common';
import { TabConnection } from '../tab/tab-connection';
import { WorkspaceKernels } from './workspace-kernels';

/** One for each connection: answers for the workspace that its tab shows. */
@injectable()
export class WorkspaceServerImpl implements WorkspaceServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(WorkspaceKernels) protected readonly kernels: WorkspaceKernels;

    async locateFile(path: string): Promise<Answer<LocatedFile>> {
        try {
            const kernel = await this.kernels.open(await this.tab.workspaceFolder());
            const located = await kernel.locate(path, 'read-file');
            return { value: { path: located.relativePath, uri: FileUri.create(located.absolutePath).toString() } };
        } catch (error) {
            if (error instanceof WorkspaceError) {
                return { error: { code: error.code, message: error.message } };
            }
            throw error;
        }
    }
}

import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, WorkspaceServer, type LocatedFile } from '../../common';

/** The browser's way to the workspace kernel: every path that a command gets is judged in the backend. */
@injectable()
export class WorkspaceFiles {
    @inject(WorkspaceServer) protected readonly server: WorkspaceServer;

    /** Finds an existing file, or throws the `CommandError` that says why it may not be had. */
    async locateFile(path: string): Promise<LocatedFile> {
        const answer = await this.server.locateFile(path);
        if ('error' in answer) {
            throw new CommandError(answer.error.code, answer.error.message);
        }
        return answer.value;
    }
}

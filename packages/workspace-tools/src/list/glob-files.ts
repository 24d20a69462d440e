import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { GlobRequest, GlobResult } from './glob-request';

export function globFiles(_guard: PathGuard, _request: GlobRequest, _options: OperationOptions): Promise<GlobResult> {
    return Promise.reject(new WorkspaceError('failed', 'This operation is not available yet.'));
}

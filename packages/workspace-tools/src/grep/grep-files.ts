import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { GrepRequest, GrepResult } from './grep-request';

export function grepFiles(_guard: PathGuard, _request: GrepRequest, _options: OperationOptions): Promise<GrepResult> {
    return Promise.reject(new WorkspaceError('failed', 'This operation is not available yet.'));
}

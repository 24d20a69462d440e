import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { StatRequest, StatResult } from './stat-request';

export function statEntry(_guard: PathGuard, _request: StatRequest, _options: OperationOptions): Promise<StatResult> {
    return Promise.reject(new WorkspaceError('failed', 'This operation is not available yet.'));
}

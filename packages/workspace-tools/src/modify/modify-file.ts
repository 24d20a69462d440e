import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { ModifyRequest, ModifyResult } from './modify-request';

export function modifyFile(_guard: PathGuard, _request: ModifyRequest, _options: ChangeOptions): Promise<ModifyResult> {
    return Promise.reject(new WorkspaceError('failed', 'This operation is not available yet.'));
}

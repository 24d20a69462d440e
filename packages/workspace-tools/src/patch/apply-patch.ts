import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { PatchRequest, PatchResult } from './patch-request';

export function applyPatch(_guard: PathGuard, _request: PatchRequest, _options: ChangeOptions): Promise<PatchResult> {
    return Promise.reject(new WorkspaceError('failed', 'This operation is not available yet.'));
}

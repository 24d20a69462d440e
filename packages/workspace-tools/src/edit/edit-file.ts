import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { EditRequest, EditResult } from './edit-request';

export function editFile(_guard: PathGuard, _request: EditRequest, _options: ChangeOptions): Promise<EditResult> {
    return Promise.reject(new WorkspaceError('failed', 'This operation is not available yet.'));
}

import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { MakeDirectoryRequest, MakeDirectoryResult } from './write-request';

export function makeDirectory(_guard: PathGuard, _request: MakeDirectoryRequest, _options: ChangeOptions): Promise<MakeDirectoryResult> {
    return Promise.reject(new WorkspaceError('failed', 'This operation is not available yet.'));
}

import { ChangeOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { MakeDirectoryRequest, MakeDirectoryResult } from './write-request';

/** Makes a directory with its missing parents; one that exists is left as it is. */
export async function makeDirectory(guard: PathGuard, request: MakeDirectoryRequest, options: ChangeOptions): Promise<MakeDirectoryResult> {
    const { relativePath, created } = await guard.makeDirectory(request.path, options);
    return { path: relativePath, created };
}

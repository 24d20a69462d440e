import { posix } from 'node:path';
import type { OperationOptions } from '../operation';
import type { PathGuard } from '../path-guard';
import { refuseByPolicy } from '../refusal';
import { WorkspaceError } from '../workspace-error';

/**
 * Where files and directories that a caller names lie in the repository, if their content may be read. They need not exist: git may know
 * a file that was deleted. The workspace root is the empty list: everything.
 */
export async function placesInRepository(guard: PathGuard, files: readonly string[], options: OperationOptions): Promise<string[]> {
    const places: string[] = [];
    for (const file of files) {
        places.push(await placeOf(guard, file, options));
    }
    return places.includes('') ? [] : [...new Set(places)];
}

async function placeOf(guard: PathGuard, file: string, options: OperationOptions): Promise<string> {
    const { relativePath } = guard.parse(file, options);
    refuseByPolicy(guard.policy.judgeRead(relativePath), file);
    if (relativePath === '') {
        return '';
    }
    // A link is a file of its own to git, but one that leads to what may not be read is no file to name.
    await whereFound(() => guard.withReadable(file, options, () => Promise.resolve()));
    const parent = posix.dirname(relativePath);
    const folder = await whereFound(() => guard.withReadable(parent, options, entry => Promise.resolve(entry.relativePath)));
    return folder === undefined ? relativePath : posix.join(folder, posix.basename(relativePath));
}

async function whereFound<T>(find: () => Promise<T>): Promise<T | undefined> {
    try {
        return await find();
    } catch (error) {
        if (error instanceof WorkspaceError && ['not-found', 'not-a-directory'].includes(error.code)) {
            return undefined;
        }
        throw error;
    }
}

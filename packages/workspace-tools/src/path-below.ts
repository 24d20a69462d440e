import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { systemErrorCode } from './workspace-error';

/**
 * Where a file or folder lies below a directory, all links resolved, with `/` between segments: empty when the directory is the
 * folder or lies inside it, undefined when the two have nothing in common.
 * @param realDirectory a real path
 * @param path an absolute path that need not exist
 */
export async function pathBelow(realDirectory: string, path: string): Promise<string | undefined> {
    const target = await resolveLinks(path);
    if (isInside(target, realDirectory)) {
        return '';
    }
    return isInside(realDirectory, target) ? relative(realDirectory, target).replaceAll(sep, '/') : undefined;
}

/** The real path of what exists; what does not exist yet is taken to be made below its real parent. */
async function resolveLinks(path: string): Promise<string> {
    try {
        return await realpath(path);
    } catch (error) {
        const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');
        if (isMissing && dirname(path) !== path) {
            return join(await resolveLinks(dirname(path)), basename(path));
        }
        throw error;
    }
}

function isInside(folder: string, path: string): boolean {
    const steps = relative(folder, path);
    return steps !== '..' && !steps.startsWith(`..${sep}`) && steps !== path;
}

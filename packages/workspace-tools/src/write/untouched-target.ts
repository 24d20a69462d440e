import { lstatSync } from 'node:fs';
import type { WritableTarget } from '../path-guard';

/**
 * Whether nothing took the place of a file or of its absence. To be asked last, so that little time is left before the change.
 * @param contentMatters nobody has written into the file since it was found, either
 */
export function isUntouched({ existing, directory, name }: WritableTarget, contentMatters: boolean): boolean {
    const current = lstatSync(`${directory.accessPath}/${name}`, { throwIfNoEntry: false });
    const found = existing?.stats;
    const isInPlace = current?.ino === found?.ino && current?.dev === found?.dev && directory.currentPath() === directory.realPath;
    return isInPlace && (!contentMatters || (current?.mtimeMs === found?.mtimeMs && current?.size === found?.size));
}

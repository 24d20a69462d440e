import { systemErrorCode } from './workspace-error';

const GONE = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'ESRCH'];

/** Whether an error says that something vanished, was swapped for something else, may not be read or lies deeper than a path can tell. */
function isGone(error: unknown): boolean {
    return GONE.includes(systemErrorCode(error) ?? '');
}

/** What `access` answers, or undefined when what it wants is gone. */
export function orGone<T>(access: () => T): T | undefined {
    try {
        return access();
    } catch (error) {
        if (!isGone(error)) {
            throw error;
        }
        return undefined;
    }
}

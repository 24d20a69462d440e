import { systemErrorCode } from './workspace-error';

/** Throws an error again unless it says that an entry vanished, or lies deeper than a path can tell; what may not be read is there. */
export function throwUnlessGone(error: unknown): void {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(systemErrorCode(error) ?? '')) {
        throw error;
    }
}

import { WorkspaceError } from './workspace-error';

/** Throws when a signal was aborted: `timeout` when time ran out, else `cancelled`. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
    if (!signal?.aborted) {
        return;
    }
    const reason: unknown = signal.reason;
    throw reason instanceof Error && reason.name === 'TimeoutError'
        ? new WorkspaceError(
              'timeout',
              'The operation took too long and was stopped. Ask for less at once, such as one directory or fewer lines.'
          )
        : new WorkspaceError('cancelled', 'The operation was cancelled. Start it again if its result is still wanted.');
}

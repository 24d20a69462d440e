import { loadToken, stateDirectory } from '@openspace/workspace-tools';
import type { BrowserConnectionToken } from '@theia/core/lib/node/hosting/browser-connection-token';
import { join } from 'node:path';

/**
 * The secret that a page must have to talk to the backend. It outlives the process, so that an open page finds its way back
 * after a restart of the backend.
 */
export function persistedConnectionToken(): BrowserConnectionToken {
    return { value: loadToken(join(stateDirectory(), 'ide.token')) };
}

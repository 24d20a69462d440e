import { stateDirectory } from '@openspace/workspace-tools';
import type { BrowserConnectionToken } from '@theia/core/lib/node/hosting/browser-connection-token';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret that a page must have to talk to the backend. It outlives the process, so that an open page finds its way back
 * after a restart of the backend.
 */
export function persistedConnectionToken(): BrowserConnectionToken {
    const directory = stateDirectory();
    const file = join(directory, 'ide.token');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    try {
        writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
            throw error;
        }
    }
    return { value: readFileSync(file, 'utf8').trim() };
}

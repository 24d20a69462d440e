import { join } from 'node:path';
import { signPass } from './signed-pass';
import { stateDirectory } from './state-directory';

/** Where a program that can read the secret asks the IDE for an address that opens it in one more browser. */
export const IDE_LINK_PATH = '/openspace/browser-link';

/** A request for a link is sent at once; who overhears it can do nothing with it later. */
const REQUEST_LIFETIME_MS = 60_000;

/** Where the IDEs of a person keep the secret with which they let browsers in. */
export function ideTokenFile(environment: NodeJS.ProcessEnv = process.env): string {
    return join(stateDirectory(environment), 'ide.token');
}

/** What a pass with which a program asks the IDE on a port for a link is good for. */
export function linkRequestPurpose(port: number): string {
    return `link ${port}`;
}

/** The pass with which a program asks the IDE on a port for a link. */
export function signLinkRequest(secret: string, port: number): string {
    return signPass(secret, linkRequestPurpose(port), REQUEST_LIFETIME_MS);
}

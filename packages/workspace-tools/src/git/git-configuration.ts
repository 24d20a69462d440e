import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isLoopbackHost } from '../own-address';
import type { CredentialProvider } from './credential-provider';
import type { GitIdentity } from './git-request';
import { GithubAppCredentials } from './github-app-credentials';

const DEFAULT_BOT = 'emergent-app[bot]';
const DEFAULT_API = 'https://api.github.com';

/** How the product uses git, which only the person who starts it decides. */
export interface GitConfiguration {
    /** Whom the commits of agents are attributed to. */
    readonly identity: GitIdentity;
    /** What pushes are allowed with; without it nothing is pushed. */
    readonly credentials?: CredentialProvider;
    /** Files with secrets, which no tool may reach; whoever opens a workspace names them to the policy. */
    readonly secretFiles: readonly string[];
}

/** How git is used where nobody says otherwise. */
export const DEFAULT_GIT_CONFIGURATION: GitConfiguration = readGitConfiguration({});

/**
 * Reads from the environment how git is used: `OPENSPACE_GIT_BOT_NAME` and `OPENSPACE_GIT_BOT_EMAIL`, and the GitHub App to push with in
 * `OPENSPACE_GITHUB_APP_ID`, `OPENSPACE_GITHUB_APP_KEY_FILE`, `OPENSPACE_GITHUB_INSTALLATION_ID` and `OPENSPACE_GITHUB_API_URL`.
 *
 * @throws when something is missing or cannot be used; the message tells a person what to do
 */
export function readGitConfiguration(environment: NodeJS.ProcessEnv = process.env): GitConfiguration {
    const name = environment.OPENSPACE_GIT_BOT_NAME || DEFAULT_BOT;
    const email = environment.OPENSPACE_GIT_BOT_EMAIL || `${name.replace(/\s+/g, '-')}@users.noreply.github.com`;
    // Git leaves these out without a word, or ends the name there.
    if (/[\p{Cc}<>]/u.test(name + email) || !/^\S+@\S+$/.test(email)) {
        throw new Error(
            'OPENSPACE_GIT_BOT_NAME and OPENSPACE_GIT_BOT_EMAIL must be a name and an e-mail address without "<", ">" and line ends.'
        );
    }
    return { identity: { name, email }, ...readApp(environment) };
}

function readApp(environment: NodeJS.ProcessEnv): Pick<GitConfiguration, 'credentials' | 'secretFiles'> {
    const names = ['OPENSPACE_GITHUB_APP_ID', 'OPENSPACE_GITHUB_APP_KEY_FILE', 'OPENSPACE_GITHUB_INSTALLATION_ID'];
    const [appId, keyFile, installationId] = names.map(name => environment[name] ?? '');
    const missing = names.filter(name => !environment[name]);
    if (missing.length === names.length) {
        return { secretFiles: [] };
    }
    if (missing.length > 0) {
        throw new Error(`To push with a GitHub App, set ${missing.join(' and ')} as well, or unset all of ${names.join(', ')}.`);
    }
    if (!/^\d+$/.test(installationId)) {
        throw new Error('OPENSPACE_GITHUB_INSTALLATION_ID must be a number, as it stands in the address of the installation.');
    }
    const api = readAddress(environment.OPENSPACE_GITHUB_API_URL || DEFAULT_API);
    const credentials = new GithubAppCredentials({ appId, privateKey: readKey(keyFile), installationId: Number(installationId), api });
    return { credentials, secretFiles: [keyFile] };
}

function readAddress(text: string): URL {
    const address = URL.canParse(text) ? new URL(text) : undefined;
    const isSafe = address?.protocol === 'https:' || (address?.protocol === 'http:' && isLoopbackHost(address.hostname));
    if (!address || !isSafe || address.username !== '' || address.password !== '') {
        throw new Error('OPENSPACE_GITHUB_API_URL must be an address that begins with https://, such as https://api.github.com.');
    }
    return address;
}

function readKey(file: string): string {
    if (!isAbsolute(file)) {
        throw new Error('OPENSPACE_GITHUB_APP_KEY_FILE must be a full path.');
    }
    try {
        const key = readFileSync(file, 'utf8');
        createPrivateKey(key);
        return key;
    } catch (error) {
        const reason = error instanceof Error && 'code' in error ? String(error.code) : 'no private key';
        throw new Error(`The private key of the GitHub App cannot be read from OPENSPACE_GITHUB_APP_KEY_FILE (${reason}).`, {
            cause: error
        });
    }
}

import { basename } from 'node:path';
import { throwIfCancelled } from '../cancellation';
import { isLoopbackHost } from '../own-address';
import { WorkspaceError } from '../workspace-error';
import type { CredentialProvider, GitCredential } from './credential-provider';

const USERNAME = 'x-access-token';
const TIMEOUT_MS = 15_000;

/** A GitHub App and where it is installed. */
export interface GithubApp {
    readonly appId: string;
    readonly privateKey: string;
    readonly installationId: number;
    /** Address of GitHub's interface. */
    readonly api: URL;
}

/** Answers with a token for a repository; a new one on demand. */
type Authenticate = (repository: string, refresh: boolean) => Promise<string>;

/** Gets tokens of an installation of a GitHub App: they last an hour at most, for one repository, and only to write its contents. */
export class GithubAppCredentials implements CredentialProvider {
    private authentication?: Promise<Authenticate>;

    constructor(private readonly app: GithubApp) {}

    serves({ hostname, host }: URL): boolean {
        const { api } = this.app;
        // A stand-in for GitHub on this machine may be several servers.
        return isLoopbackHost(api.hostname) ? isLoopbackHost(hostname) : host === api.host.replace(/^api\./, '');
    }

    async credentialFor(address: URL, { renew, signal }: { renew: boolean; signal?: AbortSignal }): Promise<GitCredential> {
        throwIfCancelled(signal);
        const authenticate = await (this.authentication ??= this.load());
        const repository = basename(decodeURIComponent(address.pathname)).replace(/\.git$/, '');
        try {
            return { username: USERNAME, password: await authenticate(repository, renew) };
        } catch (error) {
            throw refusal(error);
        }
    }

    /** Loaded when it is first needed: most sessions push nothing. */
    private async load(): Promise<Authenticate> {
        const [{ createAppAuth }, { request }] = await Promise.all([import('@octokit/auth-app'), import('@octokit/request')]);
        const { appId, privateKey, installationId, api } = this.app;
        const authenticate = createAppAuth({
            appId,
            privateKey,
            request: request.defaults({
                baseUrl: api.href.replace(/\/$/, ''),
                request: {
                    fetch: (url: string, init: RequestInit) =>
                        fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
                }
            })
        });
        return async (repository, refresh) => {
            const limits = { repositoryNames: [repository], permissions: { contents: 'write' } as const };
            return (await authenticate({ type: 'installation', installationId, ...limits, refresh })).token;
        };
    }
}

/** What was thrown is left out: it may hold what was sent. */
function refusal(error: unknown): WorkspaceError {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
    const isAnswer = error instanceof Error && 'response' in error && error.response !== undefined && status >= 400;
    if (isAnswer && status < 500) {
        return new WorkspaceError(
            'no-credentials',
            `GitHub issued no token to push with (status ${status}). Ask the person to check the GitHub App: its id, its key, and that it is installed for this repository and may write its contents.`
        );
    }
    return new WorkspaceError('remote-unreachable', 'GitHub could not be asked for a token to push with. Try again later.');
}

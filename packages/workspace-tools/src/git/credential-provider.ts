/** What a server accepts a push with, for a short time. */
export interface GitCredential {
    readonly username: string;
    readonly password: string;
}

/**
 * Knows what a push is allowed with. Called by the kernel for every push; no agent sees what it answers. The implementation that comes
 * with the product is `GithubAppCredentials`.
 */
export interface CredentialProvider {
    /** Whether its credentials are meant for the server of this address; they are sent to no other one. */
    serves(address: URL): boolean;
    /**
     * A credential for a repository.
     * @param renew the last one was refused: answer with a new one
     * @throws WorkspaceError `no-credentials` or `remote-unreachable`
     */
    credentialFor(address: URL, options: { readonly renew: boolean; readonly signal?: AbortSignal }): Promise<GitCredential>;
}

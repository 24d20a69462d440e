/** Who commits are by. */
export interface GitIdentity {
    readonly name: string;
    readonly email: string;
}

/** The identity of the GitHub App whose tokens are used for pushing. */
export const DEFAULT_GIT_IDENTITY: GitIdentity = {
    name: 'emergent-app[bot]',
    email: 'emergent-app[bot]@users.noreply.github.com'
};

/** A name and a secret that are good for a short time. */
export interface GitCredential {
    readonly username: string;
    readonly password: string;
}

/** Where the secret for a push comes from. Implemented by `GitHubAppCredentials`; the agent never sees what it gives. */
export interface GitCredentialProvider {
    /** Whether this provider is meant for the host of a remote, such as `github.com`. A secret is never sent anywhere else. */
    servesHost(host: string): boolean;
    /** @throws WorkspaceError `credential-failed` */
    credential(): Promise<GitCredential>;
}

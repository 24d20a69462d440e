export const workspaceServicePath = '/services/openspace/workspace';

/** A file of the workspace that the guard and the policy let the agent have. */
export interface LocatedFile {
    /** Path below the workspace root, with forward slashes. */
    readonly path: string;
    readonly uri: string;
}

/** An answer over RPC that keeps the error's code, which a rejected call would lose. */
export type Answer<T> = { readonly value: T } | { readonly error: { readonly code: string; readonly message: string } };

/** Implemented by the backend over the workspace kernel; called by the browser's commands. */
export const WorkspaceServer = Symbol('WorkspaceServer');
export interface WorkspaceServer {
    /** Finds an existing file by the path that an agent or a person gave, or says why it may not be had. */
    locateFile(path: string): Promise<Answer<LocatedFile>>;
}

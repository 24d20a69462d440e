import { existsSync } from 'node:fs';
import type { PathGuard } from '../path-guard';
import { withPlaceholders } from './placeholders';
import { refuseChanges } from './refuse-changes';
import type { SandboxAccess, SandboxProvider } from './sandbox-provider';
import { surveyWorkspace } from './workspace-survey';

/** What came of a command, and what it made although it may not: taken away again, from the workspace root. */
export interface SandboxOutcome<T> {
    readonly result: T;
    readonly refused: readonly string[];
}

/**
 * Calls `use` with what a command may see and change in a workspace as it is now, and afterwards takes away what the command made although
 * it may not. Providers that do not keep files apart need no look at it.
 */
export async function withSandboxAccess<T>(
    guard: PathGuard,
    provider: SandboxProvider,
    { network }: { readonly network: boolean },
    use: (access: SandboxAccess) => Promise<T>
): Promise<SandboxOutcome<T>> {
    const workspace = guard.root;
    const hidden = guard.policy.forbiddenPaths;
    if (!provider.isolates.files) {
        return { result: await use({ workspace, masked: [], readOnly: [], pinned: [], hidden, network }), refused: [] };
    }
    const before = await surveyWorkspace(workspace, guard.policy);
    return withPlaceholders(workspace, async placeholders => {
        const readOnly = [...new Set([...before.readOnly, ...placeholders])].filter(path => existsSync(path));
        const pinned = [...before.repositories.keys()];
        let result: T;
        try {
            result = await use({ workspace, masked: before.masked, readOnly, pinned, hidden, network });
        } catch (error) {
            await refuseChanges(guard, before, placeholders);
            throw error;
        }
        return { result, refused: await refuseChanges(guard, before, placeholders) };
    });
}

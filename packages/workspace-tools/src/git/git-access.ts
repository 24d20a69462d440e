import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathGuard } from '../path-guard';
import { withSandboxAccess } from '../sandbox/sandbox-access';
import type { SandboxAccess, SandboxProvider } from '../sandbox/sandbox-provider';
import { isSetting } from '../sandbox/repository-settings';
import { WorkspaceError } from '../workspace-error';
import type { Repository } from './open-repository';

/**
 * What a call of git changes: nothing, only what git keeps itself, or files of the workspace as well. In the last case, files that run or
 * approve something by themselves stay as they are all the same, unless a person agreed.
 */
export type GitEffect = 'nothing' | 'repository' | 'files' | 'protected-files';

/** Calls `use` with what git may see and change in a sandbox. It may read sensitive files: it has to compare them, and shows none. */
export async function withGitAccess<T>(
    guard: PathGuard,
    provider: SandboxProvider,
    repository: Repository,
    { effect, network, shown }: { readonly effect: GitEffect; readonly network: boolean; readonly shown: readonly string[] },
    use: (access: SandboxAccess) => Promise<T>
): Promise<T> {
    if (effect === 'files') {
        const { result, refused, remains } = await withSandboxAccess(guard, provider, { network, shown, readsSensitive: true }, use);
        const renamed = `Files came with it that run or approve something by themselves; they have another name now: ${refused.join(', ')}. A person has to look at them.`;
        const remarks = [...(refused.length > 0 ? [renamed] : []), ...(remains === undefined ? [] : [`Git has ended. ${remains}`])];
        if (remarks.length > 0) {
            throw new WorkspaceError('protected-path', remarks.join(' '));
        }
        return result;
    }
    const base = { workspace: guard.root, pinned: [], masked: [], shown, hidden: guard.policy.forbiddenPaths, network };
    if (effect === 'nothing') {
        return use({ ...base, readOnly: [guard.root] });
    }
    const entries = (await readdir(repository.folder, { withFileTypes: true })).filter(entry => entry.isFile() || entry.isDirectory());
    const settings = entries.filter(({ name }) => isSetting(repository.folder, name)).map(({ name }) => join(repository.folder, name));
    const files = effect === 'repository' ? [guard.root] : [];
    return use({ ...base, pinned: [repository.folder], readOnly: [...files, ...settings] });
}

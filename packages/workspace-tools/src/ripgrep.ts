import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WorkspaceError } from './workspace-error';

/** Loaded when first needed: on a machine without a binary for its platform everything but searching still works. */
export async function ripgrepPath(): Promise<string> {
    try {
        return (await import('@vscode/ripgrep')).rgPath;
    } catch {
        // The module throws while it loads when it has no binary; its message names a package, ours what to do.
        throw ripgrepMissing();
    }
}

export function ripgrepMissing(): WorkspaceError {
    return new WorkspaceError(
        'search-unavailable',
        'Files cannot be searched: ripgrep does not start on this machine. Ask the person to install the dependencies again.'
    );
}

/** Which files ripgrep leaves out when it runs in a directory. */
export function ignoreArguments(root: string, { honourGitignore }: { readonly honourGitignore: boolean }): string[] {
    if (!honourGitignore) {
        return ['--no-ignore'];
    }
    // Outside a repository `.gitignore` still counts, but not those of the directories above, such as the home directory.
    return isInRepository(root) ? [] : ['--no-require-git', '--no-ignore-parent'];
}

/** Whether a directory, or one above it, is the top of a repository. */
export function isInRepository(directory: string): boolean {
    const parent = dirname(directory);
    return existsSync(join(directory, '.git')) || (parent !== directory && isInRepository(parent));
}

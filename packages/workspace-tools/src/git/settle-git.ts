import { settle } from '../exec/execute-command';
import type { ChangeOptions } from '../operation';
import type { PathGuard } from '../path-guard';
import type { GitRequest } from './git-request';

/** Lets an action of git pass, after asking where the policy wants that. */
export async function settleGit({ policy }: PathGuard, request: GitRequest, { ask, confirmed }: ChangeOptions): Promise<void> {
    const { action } = request;
    if (action !== 'status' && action !== 'diff' && confirmed !== true) {
        const command = commandLine(request);
        await settle({ command }, policy.judgeGit(action, command), { ask });
    }
}

/** What a person would type for the same, to be read by one. */
function commandLine({ action, message, files, branch, remote }: GitRequest): string {
    const words =
        action === 'commit'
            ? [`--message=${JSON.stringify(message ?? '')}`, ...(files ? ['--', ...files] : [])]
            : [action === 'push' ? remote : branch];
    return ['git', action, ...words.filter(word => word !== undefined)].join(' ');
}

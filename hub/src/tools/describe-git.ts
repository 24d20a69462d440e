import { GitChange, GitResult } from '@openspace/workspace-tools';
import { answerPath } from './answer-path';

/** What came of a git action, as the tool interface answers it. */
export function describeGit(result: GitResult): object {
    const { action } = result;
    switch (action) {
        case 'status': {
            const { branch, commit, upstream, ahead, behind, staged, changed, untracked, truncated } = result;
            const where = { branch, commit, upstream, ahead, behind };
            return {
                action,
                ...where,
                changed: describeAll(changed),
                staged: describeAll(staged),
                untracked: untracked.map(answerPath),
                truncated
            };
        }
        case 'diff': {
            const { staged, unstaged, hidden, truncated, totalBytes } = result;
            return {
                action,
                diff: staged + unstaged,
                staged,
                unstaged,
                hidden: hidden.map(answerPath),
                truncated,
                total_bytes: totalBytes
            };
        }
        case 'commit': {
            const { commit, branch, files, author } = result;
            return { success: true, action, commit, branch, files: files.map(answerPath), author };
        }
        case 'checkout': {
            const { branch, created, commit } = result;
            return { success: true, action, branch, created, commit };
        }
        case 'push': {
            const { remote, branch, commit, created, upToDate } = result;
            return { success: true, action, remote, branch, commit, created, up_to_date: upToDate };
        }
    }
}

function describeAll(changes: readonly GitChange[]): object[] {
    return changes.map(({ path, status, from }) => ({
        path: answerPath(path),
        status,
        ...(from !== undefined && { from: answerPath(from) })
    }));
}

import { Agreement, isAgreed } from './person-consent';
import type { PolicyJudgement } from './policy';
import { quotePath } from './quote-path';
import { WorkspaceError, WorkspaceErrorCode } from './workspace-error';

function refusal(code: WorkspaceErrorCode, given: string, text: string): WorkspaceError {
    return new WorkspaceError(code, `${quotePath(given)} ${text}`, { path: given });
}

/** What lies outside the workspace, leads there or leads nowhere is refused alike, so that the answer does not tell what exists there. */
export function outsideWorkspace(given: string): WorkspaceError {
    return refusal(
        'outside-workspace',
        given,
        'leads outside the workspace, or through a link that leads nowhere. Give a path of a file inside the workspace, relative to its root.'
    );
}

/** A path that is no regular file although one is needed; `what` says what it is instead. */
export function notAFile(given: string, what: string): WorkspaceError {
    return refusal('not-a-file', given, `${what}. Give the path of a regular file.`);
}

/** A path that ends as that of a directory does, and is a file. */
export function namedAsDirectory(given: string): WorkspaceError {
    return refusal('not-a-directory', given, 'ends like the path of a directory, but is a file. Leave the end out to read the file.');
}

/** A path that is a file although a directory is needed. */
export function notADirectory(given: string): WorkspaceError {
    return refusal('not-a-directory', given, 'is a file. Give the path of a directory, or read the file.');
}

/** A link where the caller wants none. */
export function linkRefused(given: string): WorkspaceError {
    return refusal('link-refused', given, 'goes through a link, which this interface does not follow. Give the real path.');
}

/** Someone else replaced or changed what the caller meant. */
export function changedMeanwhile(given: string): WorkspaceError {
    return refusal(
        'changed',
        given,
        'was changed or replaced by someone else meanwhile, so nothing was done. Read it again, then repeat the call.'
    );
}

/** Throws when the policy denies a path, or asks about it and nobody agreed. */
export function refuseByPolicy(judgement: PolicyJudgement, given: string, confirmed: Agreement = false): void {
    if (judgement.decision === 'allow' || (judgement.decision === 'ask' && isAgreed(confirmed, given, judgement.rule))) {
        return;
    }
    const reason = judgement.code === 'sensitive-file' ? 'is a sensitive file' : 'is protected from changes by tools';
    const advice =
        judgement.decision === 'ask'
            ? 'A person has to agree to this change first, or make it.'
            : 'No tool may use it; only a person can, in an editor.';
    throw new WorkspaceError(judgement.code, `${quotePath(given)} ${reason} (rule ${quotePath(judgement.rule)}). ${advice}`, {
        path: given,
        rule: judgement.rule,
        decision: judgement.decision
    });
}

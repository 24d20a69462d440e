import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';

/** What no part of a branch's name may hold, by the rules of `git check-ref-format`; what nobody sees could pass for another name. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp} ~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|^\//u;
const FORBIDDEN_SEGMENT = /^\.|\.lock$/;

/** Whether git takes a text for the name of a branch. */
export function isBranchName(name: string): boolean {
    return (
        name !== '' &&
        name !== '@' &&
        name !== 'HEAD' &&
        // The full name of one: git would make `refs/heads/refs/heads/…`.
        !name.startsWith('refs/') &&
        !name.startsWith('-') &&
        !/\p{Surrogate}/u.test(name) &&
        !FORBIDDEN.test(name) &&
        !name.split('/').some(segment => FORBIDDEN_SEGMENT.test(segment))
    );
}

/** @throws WorkspaceError `invalid-argument` when a text is no name for a branch */
export function checkBranchName(name: string): string {
    if (!isBranchName(name)) {
        throw new WorkspaceError(
            'invalid-argument',
            `${quotePath(name)} is no name for a branch. Use letters, digits, "-", "_", "." and "/", not at the beginning or end, such as "feature/new-thing".`
        );
    }
    return name;
}

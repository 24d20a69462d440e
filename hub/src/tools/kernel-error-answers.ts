import { WorkspaceError, WorkspaceErrorCode } from '@openspace/workspace-tools';
import { HubError } from '../hub-error';

interface ErrorAnswer {
    readonly status: number;
    readonly code: string;
    /** The words of the document, where it has any. */
    readonly message?: string;
}

const DENIED: ErrorAnswer = { status: 403, code: 'denied' };

/** What the tool interface answers to each error of the kernel. */
const TOOL_ANSWERS: Readonly<Record<WorkspaceErrorCode, ErrorAnswer>> = {
    'invalid-argument': { status: 400, code: 'invalid_argument' },
    'invalid-path': { status: 400, code: 'invalid_path' },
    'invalid-pattern': { status: 400, code: 'invalid_pattern' },
    'invalid-patch': { status: 400, code: 'invalid_patch' },
    'outside-workspace': DENIED,
    'link-refused': DENIED,
    'sensitive-file': DENIED,
    'protected-path': DENIED,
    'needs-consent': DENIED,
    'command-denied': DENIED,
    'permission-denied': { status: 403, code: 'permission_denied' },
    'not-found': { status: 404, code: 'not_found' },
    'not-a-file': { status: 400, code: 'not_a_file' },
    'not-a-directory': { status: 400, code: 'not_a_directory' },
    'binary-file': { status: 400, code: 'binary_file' },
    'text-not-found': { status: 400, code: 'old_string_not_found', message: 'oldString not found in content' },
    'ambiguous-text': {
        status: 400,
        code: 'multiple_matches',
        message:
            'Found multiple matches for oldString. Provide more of the surrounding text in old_string to identify one place, or set replace_all to change every one.'
    },
    timeout: { status: 408, code: 'timeout' },
    cancelled: { status: 408, code: 'cancelled' },
    'already-exists': { status: 409, code: 'already_exists' },
    changed: { status: 409, code: 'changed' },
    'patch-conflict': { status: 409, code: 'patch_conflict' },
    'too-large': { status: 413, code: 'too_large' },
    'no-space': { status: 507, code: 'no_space' },
    'sandbox-failed': { status: 500, code: 'sandbox_failed' },
    failed: { status: 500, code: 'failed' }
};

/** An error of the kernel as the tool interface answers it. */
export function toolError({ code, message, details }: WorkspaceError): HubError {
    const answer = TOOL_ANSWERS[code];
    return new HubError(answer.status, answer.code, answer.message ?? message, {}, details);
}

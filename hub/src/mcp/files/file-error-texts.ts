import { TOOL_REFUSALS } from '@openspace/protocol';
import { visibleText, WorkspaceError, WorkspaceErrorCode } from '@openspace/workspace-tools';
import { FileToolName } from './file-tool-schemas';

/** The text for an error: from the path as the caller gave it, and from the reason of the kernel. */
type ErrorText = (path: string, reason: string) => string;

const about =
    (what: string): ErrorText =>
    path =>
        `Error: ${what}: ${path}`;
const because =
    (what: string): ErrorText =>
    (_path, reason) =>
        `Error: ${what} - ${reason}`;
const denied: ErrorText = (_path, reason) => `Error: ${TOOL_REFUSALS.byRules} ${reason}`;

/** What every tool answers alike: what the guard or the policy refuses, and requests that are none. */
const REFUSALS: Partial<Record<WorkspaceErrorCode, ErrorText>> = {
    'invalid-argument': (_path, reason) => `Error: ${reason}`,
    'outside-workspace': () => `Error: ${TOOL_REFUSALS.byRules} Path must be within /workspace`,
    'invalid-path': denied,
    'link-refused': denied,
    'sensitive-file': denied,
    'protected-path': denied,
    'needs-consent': denied
};

/** What each tool answers to the other errors of the kernel; `below` when a directory above the path is in the way. */
const FAILURES: Readonly<
    Record<FileToolName, Partial<Record<WorkspaceErrorCode, ErrorText>> & { readonly below?: ErrorText; readonly otherwise: ErrorText }>
> = {
    read_file: {
        below: about('File not found'),
        'not-found': about('File not found'),
        'not-a-file': about('Not a file'),
        'permission-denied': about('File not readable'),
        'binary-file': () => 'Error: File contains invalid UTF-8 encoding',
        otherwise: because('Failed to read file')
    },
    write_file: {
        below: because('Failed to create parent directory'),
        otherwise: because('Failed to write file')
    },
    list_directory: {
        below: about('Directory not found'),
        'not-found': about('Directory not found'),
        'not-a-directory': about('Not a directory'),
        'not-a-file': about('Not a directory'),
        otherwise: because('Failed to list directory')
    },
    create_directory: {
        below: because('Failed to create directory'),
        'not-a-directory': about('Path exists but is not a directory'),
        otherwise: because('Failed to create directory')
    },
    get_file_info: {
        below: about('Path not found'),
        'not-found': about('Path not found'),
        otherwise: because('Failed to get file info')
    },
    search_files: {
        below: about('Directory not found'),
        'not-found': about('Directory not found'),
        'not-a-directory': about('Not a directory'),
        'not-a-file': about('Not a directory'),
        otherwise: because('Search failed')
    }
};

/** An error of the kernel as a file tool tells it. */
export function fileErrorText(tool: FileToolName, { code, message, details }: WorkspaceError, path: string): string {
    const failures = FAILURES[tool];
    const text = REFUSALS[code] ?? (details.parent ? failures.below : undefined) ?? failures[code] ?? failures.otherwise;
    return text(visibleText(path), message);
}

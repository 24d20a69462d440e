import type { Operation } from './conformance-case';
import type { DoorName } from './door';

/** What a door answers: an error of its own, the whole text or what it begins with; for MCP the text depends on the tool. */
type OwnError = string | RegExp | ((operation: Operation) => string);

const DENIED = { tools: '403 denied', wap: '403 PERMISSION_DENIED', agentbench: 'permission_denied', mcp: /^Error: Access denied\. "/ };
const INVALID = '400 INVALID_ARGUMENT';

const textAbout =
    (ofFile: string, ofDirectory: string, ofAny = ofFile) =>
    (operation: Operation): string => {
        const text = operation.kind === 'read' ? ofFile : operation.kind === 'describe' ? ofAny : ofDirectory;
        return `Error: ${text}: ${'path' in operation ? operation.path : ''}`;
    };

/** How each door names the errors of the workspace, as its document and the wire contracts have it. */
const OWN_ERRORS = {
    'outside-workspace': { ...DENIED, agentbench: 'path_escape', mcp: 'Error: Access denied. Path must be within /workspace' },
    'link-refused': { ...DENIED, agentbench: 'symlink_blocked' },
    'sensitive-file': DENIED,
    'protected-path': DENIED,
    'command-denied': DENIED,
    'invalid-path': { tools: '400 invalid_path', wap: INVALID, agentbench: 'invalid_path', mcp: /^Error: Access denied\. (?:The path |")/ },
    'invalid-pattern': { tools: '400 invalid_pattern', wap: INVALID, agentbench: 'ripgrep_error' },
    'invalid-arguments': {},
    'not-found': {
        tools: '404 not_found',
        wap: '404 FILE_NOT_FOUND',
        agentbench: 'file_not_found',
        mcp: textAbout('File not found', 'Directory not found', 'Path not found')
    },
    'not-a-file': { tools: '400 not_a_file', wap: INVALID, agentbench: 'not_a_file', mcp: textAbout('Not a file', 'Not a directory') },
    'not-a-directory': {
        tools: '400 not_a_directory',
        wap: INVALID,
        agentbench: 'not_a_directory',
        mcp: (operation: Operation): string =>
            operation.kind === 'make'
                ? `Error: Path exists but is not a directory: ${operation.path}`
                : textAbout('File not found', 'Not a directory', 'Path not found')(operation)
    },
    'binary-file': {
        tools: '400 binary_file',
        wap: INVALID,
        agentbench: 'binary_file',
        mcp: 'Error: File contains invalid UTF-8 encoding'
    }
} as const satisfies Record<string, Partial<Record<DoorName, OwnError>>>;

/** A reason why an operation is not done, as the audit has it. */
export type RefusalCode = keyof typeof OWN_ERRORS;

/** What was tried and failed; in all other cases a check said no. */
const FAILURES: ReadonlySet<RefusalCode> = new Set(['invalid-pattern', 'not-found', 'not-a-file', 'not-a-directory', 'binary-file']);

/** How the audit must have it that an operation was not done. */
export function expectedOutcome(code: RefusalCode): 'failed' | 'refused' {
    return FAILURES.has(code) ? 'failed' : 'refused';
}

/** The error that a door must answer, if it is not the one that it answered. The commands of the IDE use the codes of the audit. */
export function expectedError(door: DoorName, code: RefusalCode, operation: Operation, answered: string): string {
    const errors: Partial<Record<DoorName, OwnError>> = OWN_ERRORS[code];
    const wanted = door === 'commands' ? code : errors[door];
    if (wanted instanceof RegExp) {
        return wanted.test(answered) ? answered : String(wanted);
    }
    return typeof wanted === 'function' ? wanted(operation) : (wanted ?? `no error for ${code}`);
}

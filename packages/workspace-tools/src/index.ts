export { auditDirectory } from './audit/audit-files';
export { AuditLog } from './audit/audit-log';
export { AuditEvent } from './audit/audit-record';
export { AuditedCall, readAudit } from './audit/read-audit';
export { summarizeArguments } from './audit/summarize-arguments';
export { AuditVerification, verifyAudit } from './audit/verify-audit';
export { CommandAsker, CommandQuestion, ExecOptions, ExecRequest, ExecResult } from './exec/exec-request';
export { DEFAULT_GIT_IDENTITY, GitCredential, GitCredentialProvider, GitIdentity } from './git/git-credentials';
export {
    GitCheckoutResult,
    GitCommitResult,
    GitDiffResult,
    GitFileChange,
    GitOptions,
    GitPushResult,
    GitRequest,
    GitResult,
    GitResultOf,
    GitStatusResult
} from './git/git-request';
export { DirectoryEntry, ListRequest, ListResult } from './list-directory';
export { GlobPattern } from './glob-pattern';
export { OwnAddress, reachableHost } from './own-address';
export { PathGuard } from './path-guard';
export { Policy, PolicyJudgement, PolicyLimits, PolicyOptions } from './policy';
export { ReadRequest, ReadResult } from './read-file';
export { PathOptions } from './requested-path';
export { SANDBOX_NAMES, SandboxName, chooseSandbox, findSandboxes } from './sandbox/choose-sandbox';
export { SandboxIsolation, SandboxProvider } from './sandbox/sandbox-provider';
export { SearchOptions, SearchRequest, SearchResult } from './search-files';
export { ShellCircumstances, ShellJudgement, TerminalHazard, TerminalTextJudgement } from './shell/shell-judgement';
export { shortenResult } from './shorten-result';
export { hubTokenFile, stateDirectory } from './state-directory';
export { TextEncoding } from './text-encoding';
export { loadToken, readToken } from './token-file';
export { WorkspaceError, WorkspaceErrorCode, WorkspaceErrorDetails } from './workspace-error';
export { LocateIntent, LocateOptions, WorkspaceLocation, WorkspaceOptions, WorkspaceTools } from './workspace-tools';
export { WriteRequest, WriteResult } from './write-file';

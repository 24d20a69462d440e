export { auditDirectory } from './audit/audit-files';
export { AuditLog } from './audit/audit-log';
export { AuditEvent } from './audit/audit-record';
export { AuditedCall, readAudit } from './audit/read-audit';
export { summarizeArguments } from './audit/summarize-arguments';
export { AuditVerification, verifyAudit } from './audit/verify-audit';
export { IDE_LINK_PATH, ideTokenFile, linkRequestPurpose, signLinkRequest } from './ide-access';
export { ChangedFile, EditRequest, EditResult } from './edit/edit-request';
export { GrepMatch, GrepRequest, GrepResult } from './grep/grep-request';
export { GlobMatch, GlobRequest, GlobResult } from './list/glob-request';
export { DirectoryEntry, EntryType, ListRequest, ListResult } from './list/list-request';
export { ModifyOperation, ModifyRequest, ModifyResult } from './modify/modify-request';
export { ChangeOptions, FinishedOperation, OperationAudit, OperationName, OperationOptions, StartedOperation } from './operation';
export { PatchRequest, PatchResult, PatchedFile } from './patch/patch-request';
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
export { GlobPattern } from './glob-pattern';
export { OwnAddress, reachableHost } from './own-address';
export { PathGuard } from './path-guard';
export { Policy, PolicyJudgement, PolicyLimits, PolicyOptions } from './policy';
export { DEFAULT_EXCLUSIONS } from './policy-rules';
export { ReadRequest, ReadResult } from './read/read-request';
export { PathOptions } from './requested-path';
export { SearchOptions, SearchRequest, SearchResult } from './search/search-request';
export { SANDBOX_NAMES, SandboxName, chooseSandbox, findSandboxes } from './sandbox/choose-sandbox';
export { SandboxIsolation, SandboxProvider } from './sandbox/sandbox-provider';
export { ShellCircumstances, ShellJudgement, TerminalHazard, TerminalTextJudgement } from './shell/shell-judgement';
export { shortenResult } from './shorten-result';
export { isValidPass, signPass } from './signed-pass';
export { StatRequest, StatResult } from './stat/stat-request';
export { InfoRequest, InfoResult } from './stat/workspace-info';
export { hubTokenFile, stateDirectory } from './state-directory';
export { TextEncoding } from './read/text-encoding';
export { loadToken, readToken } from './token-file';
export { WorkspaceError, WorkspaceErrorCode, WorkspaceErrorDetails } from './workspace-error';
export { MakeDirectoryRequest, MakeDirectoryResult, WriteRequest, WriteResult } from './write/write-request';
export { LocateIntent, WorkspaceLocation, WorkspaceOptions, WorkspaceTools } from './workspace-tools';

export { auditDirectory } from './audit/audit-files';
export { AuditLog } from './audit/audit-log';
export { AuditEvent } from './audit/audit-record';
export { AuditedCall, readAudit } from './audit/read-audit';
export { summarizeArguments } from './audit/summarize-arguments';
export { AuditVerification, verifyAudit } from './audit/verify-audit';
export { BoundedMap } from './bounded-map';
export { IDE_LINK_PATH, ideTokenFile, linkRequestPurpose, signLinkRequest } from './ide-access';
export { ChangedFile, EditRequest, EditResult } from './edit/edit-request';
export { throwIfCancelled } from './cancellation';
export { CredentialProvider, GitCredential } from './git/credential-provider';
export { GitConfiguration, readGitConfiguration } from './git/git-configuration';
export {
    GitAction,
    GitChange,
    GitCheckoutResult,
    GitCommitResult,
    GitDiffResult,
    GitIdentity,
    GitPushResult,
    GitRequest,
    GitResult,
    GitStatusResult
} from './git/git-request';
export { GrepMatch, GrepOptions, GrepRequest, GrepResult } from './grep/grep-request';
export { GlobMatch, GlobRequest, GlobResult } from './list/glob-request';
export { DirectoryEntry, EntryType, ListRequest, ListResult } from './list/list-request';
export { ModifyOperation, ModifyRequest, ModifyResult, modifyRequestSchema } from './modify/modify-request';
export { ChangeOptions, FinishedOperation, OperationAudit, OperationName, OperationOptions, StartedOperation } from './operation';
export { PatchRequest, PatchResult, PatchedFile } from './patch/patch-request';
export { ExecOptions, ExecRequest, ExecResult } from './exec/exec-request';
export { withCautiousGit } from './git/cautious-git';
export { GlobError, GlobPattern } from './glob-pattern';
export { machineOf } from './machine-address';
export { OpenDocument, OpenDocuments } from './open-documents';
export { OwnAddress, reachableHost } from './own-address';
export { PathGuard } from './path-guard';
export { PersonAnswer, PersonAsker, PersonNo, PersonQuestion, PersonRefusal } from './person-consent';
export { DEFAULT_LIMITS, Policy, PolicyJudgement, PolicyLimits, PolicyOptions } from './policy';
export { DEFAULT_EXCLUSIONS } from './policy-rules';
export { visibleText } from './quote-path';
export { Rate, RateLimit } from './rate-limit';
export { BinaryDescription, ReadOptions, ReadRequest, ReadResult } from './read/read-request';
export { redactDeep, redactSecrets } from './redact-secrets';
export { RemoveRequest } from './remove/remove-file';
export { PathOptions } from './requested-path';
export { checkRequest } from './request-check';
export { SearchOptions, SearchRequest, SearchResult } from './search/search-request';
export { SANDBOX_NAMES, SandboxName, chooseSandbox } from './sandbox/choose-sandbox';
export { SandboxIsolation, SandboxProvider } from './sandbox/sandbox-provider';
export { ShellCircumstances, ShellJudgement, TerminalHazard, TerminalTextJudgement } from './shell/shell-judgement';
export { shortenResult } from './shorten-result';
export { isValidPass, signPass } from './signed-pass';
export { StatRequest, StatResult } from './stat/stat-request';
export { InfoRequest, InfoResult } from './stat/workspace-info';
export { hubLinkKeyFile, hubTokenFile, makePrivateDirectory, secretPaths, stateDirectory } from './state-directory';
export { hashText } from './read/hash-text';
export { TextEncoding } from './read/text-encoding';
export { loadToken, readToken } from './token-file';
export { WorkspaceError, WorkspaceErrorCode, WorkspaceErrorDetails } from './workspace-error';
export { FileChange } from './write/file-change';
export { MakeDirectoryRequest, MakeDirectoryResult, WriteRequest, WriteResult } from './write/write-request';
export { LocateIntent, WorkspaceLocation, WorkspaceOptions, WorkspaceTools } from './workspace-tools';

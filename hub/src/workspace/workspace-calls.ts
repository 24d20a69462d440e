import { randomUUID } from 'node:crypto';
import {
    ChangeOptions,
    FileChange,
    OperationAudit,
    PathOptions,
    PersonAnswer,
    PersonQuestion,
    PersonRefusal,
    StartedOperation,
    summarizeArguments,
    WorkspaceError,
    WorkspaceErrorCode,
    WorkspaceTools
} from '@openspace/workspace-tools';
import { FastifyBaseLogger } from 'fastify';
import { CallAudit } from '../audit/call-audit';
import { CallerIdentity } from '../link/ide-commands';
import { HubMetrics } from '../operation/hub-metrics';
import { HubWorkspace } from './hub-workspace';
import { NOBODY, Person } from './person';
import { NO_VIEWS, WorkspaceViews } from './workspace-views';

/** Who calls a door that works on files of the workspace. */
export interface WorkspaceCaller {
    readonly sessionId: string;
    /** The program and the door that it uses, for the audit and the person. */
    readonly client: string;
    /** What tells the caller from others, for the person's approvals. */
    readonly identity?: CallerIdentity;
    /** Aborted when the caller is gone. */
    readonly signal: AbortSignal;
    /** Called when a person has to decide before the call can go on. */
    readonly onWaiting?: () => void;
}

/** A call as it came through a door. */
export interface WorkspaceCall {
    /** What is called, for the audit: the door and its tool, such as `tools.read`. */
    readonly command: string;
    readonly request: unknown;
    readonly caller: WorkspaceCaller;
}

/** Where a question of the policy comes from. */
export interface CallOrigin extends WorkspaceCaller {
    readonly callId: string;
    readonly workspace: string;
}

/** Failures that are nobody's wish and whose reason the caller is not told in full; what else fails is logged where it does. */
const UNEXPECTED: ReadonlySet<WorkspaceErrorCode> = new Set(['failed', 'sandbox-failed', 'search-unavailable', 'no-space']);

/** How a request ended that never became an operation. */
interface CallEnd {
    readonly outcome: 'failed' | 'refused';
    readonly code: string;
    readonly message?: string;
}

type Work<T> = (kernel: WorkspaceTools, options: ChangeOptions) => Promise<T>;

/** What the doors to the workspace have in common: each call gets the kernel, is noted, and can ask the person. */
export class WorkspaceCalls {
    private readonly underWay = new Set<Promise<unknown>>();

    constructor(
        private readonly workspace: HubWorkspace,
        private readonly audit: CallAudit,
        private readonly logger: FastifyBaseLogger,
        /** The person at a linked IDE; nobody without one. */
        private readonly person: Person = NOBODY,
        /** What is done and seen in linked IDEs; nothing without one. */
        private readonly views: WorkspaceViews = NO_VIEWS,
        /** Where what ends is counted; nowhere without a Hub. */
        private readonly metrics?: Pick<HubMetrics, 'operationEnded'>
    ) {}

    /**
     * Has `work` done with the kernel and the options that every operation of the call must get, once the person lets agents act.
     * @throws {WorkspaceError} which the door translates
     */
    async perform<T>(call: WorkspaceCall, paths: PathOptions, work: Work<T>): Promise<T> {
        const performed = this.start(call, paths, work);
        this.underWay.add(performed);
        try {
            return await performed;
        } finally {
            this.underWay.delete(performed);
        }
    }

    /** Resolves once all calls are over that are under way: their commands have ended, and how they did is noted. */
    async settled(): Promise<void> {
        await Promise.allSettled(this.underWay);
    }

    private async start<T>(call: WorkspaceCall, paths: PathOptions, work: Work<T>): Promise<T> {
        const callId = randomUUID();
        const { signal } = call.caller;
        const origin: CallOrigin = { ...call.caller, callId, workspace: this.workspace.root };
        const opened = await this.openFor(call);
        const goOn = await this.person.letGoOn(origin);
        // The person may have changed the rules meanwhile; what is refused is so by any rules, also when nobody knows them any more.
        const kernel = goOn.allowed ? await this.openFor(call) : opened;
        // What the person holds does not happen, but is noted and shown like everything that is refused.
        const refusal = goOn.allowed ? undefined : new PersonRefusal('', goOn);
        const ask = (question: PersonQuestion): Promise<PersonAnswer> => this.person.ask(fromRoot(question, kernel, paths), origin);
        const documents = this.views.documentsFor(origin);
        let noted = 0;
        const audit = this.noteOperations(origin, call, path => kernel.guard.parse(path, paths).relativePath);
        const onChanged = (change: FileChange): void => this.views.remember(origin, change);
        const finished: OperationAudit['finished'] = operation => {
            noted++;
            audit.finished(operation);
        };
        try {
            const noting = { audit: { ...audit, finished }, ...(documents && { documents, onChanged }) };
            const result = await work(kernel, { ...paths, signal, ask, ...noting, ...(refusal && { refusal }) });
            if (refusal) {
                throw refusal;
            }
            return result;
        } catch (error) {
            // What the door refuses itself, or fails at, never became an operation.
            if (noted === 0) {
                this.refuse(call, describeEnd(error));
            }
            if (error instanceof WorkspaceError && UNEXPECTED.has(error.code)) {
                this.logger.error({ err: error, callId, command: call.command }, 'a call failed');
            }
            throw error;
        }
    }

    private openFor(call: WorkspaceCall): Promise<WorkspaceTools> {
        return this.workspace.open().catch((error: unknown) => {
            this.refuse(call, { ...describeEnd(error), outcome: 'failed' });
            throw error;
        });
    }

    /** Notes and counts a request that never became an operation, by default because it does not fit. */
    refuse(call: WorkspaceCall, { outcome = 'refused', code = 'invalid-argument', message }: Partial<CallEnd>): void {
        const { request } = call;
        const args = typeof request === 'object' && request !== null ? summarizeArguments(request) : {};
        this.audit.note({ ...this.describe(randomUUID(), call), args, outcome, code, message, durationMs: 0 });
        this.metrics?.operationEnded(call.command, outcome);
    }

    private noteOperations(origin: CallOrigin, call: WorkspaceCall, fromRootPath: (path: string) => string): OperationAudit {
        const described = this.describe(origin.callId, call);
        const seen = <O extends StartedOperation>(operation: O): O => ({ ...operation, args: withPath(operation.args, fromRootPath) });
        return {
            started: async operation => {
                const { risk, args } = operation;
                const consent = await this.person.letAct(origin, seen(operation));
                if (!consent.allowed) {
                    const end = { outcome: 'refused', code: 'needs-consent', message: consent.reason, durationMs: 0 } as const;
                    this.views.show(origin, call.command, { ...seen(operation), ...end });
                    throw new PersonRefusal('', consent);
                }
                this.audit.begin({ ...described, risk, args });
                this.views.show(origin, call.command, seen(operation));
            },
            finished: operation => {
                const { risk, args, outcome, code, message, durationMs } = operation;
                this.audit.note({ ...described, risk, args, outcome, code, message, durationMs: Math.round(durationMs) });
                this.metrics?.operationEnded(call.command, outcome, durationMs);
                this.views.show(origin, call.command, seen(operation));
            }
        };
    }

    private describe(callId: string, { command, caller: { sessionId: session, client } }: WorkspaceCall) {
        return { callId, session, workspace: this.workspace.root, client, command };
    }
}

/** How a call ended at this error before it became an operation. */
export function describeEnd(error: unknown): CallEnd {
    return error instanceof WorkspaceError
        ? { outcome: 'refused', code: error.code, message: error.messageForPerson }
        : { outcome: 'failed', code: 'failed', message: 'The Hub failed. Its log says why.' };
}

/** A question with the path from the root, whatever the door calls the root. */
function fromRoot(question: PersonQuestion, kernel: WorkspaceTools, paths: PathOptions): PersonQuestion {
    return question.action === 'write' ? { ...question, path: kernel.guard.parse(question.path, paths).relativePath || '.' } : question;
}

/** Arguments with the path from the root, as the person sees it. */
function withPath(args: StartedOperation['args'], fromRootPath: (path: string) => string): StartedOperation['args'] {
    const { path } = args;
    try {
        return typeof path === 'string' ? { ...args, path: fromRootPath(path) } : args;
    } catch {
        // A path that was refused is shown as it was given.
        return args;
    }
}

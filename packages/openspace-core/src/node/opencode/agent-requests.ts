import { setTimeout } from 'node:timers/promises';
import { visibleText } from '@openspace/workspace-tools';
import { Emitter, ILogger, nls } from '@theia/core/lib/common';
import type { PermissionRequest, QuestionRequest } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import { inject, injectable, named } from '@theia/core/shared/inversify';
import type { AgentRequest } from '../../common';
import { errorMessage } from '../process/error-message';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import type { AgentTurn, Conversation } from './agent-turn';
import { inTime, OpenCodeClientProvider } from './opencode-client';
import { RunningTurns } from './running-turns';
import { SubAgents } from './sub-agents';

/** So often OpenCode is asked whose sub-agent waits, with this pause in between. */
const MOST_TRIES = 60;
const PAUSE_MS = 1000;

type PermissionReply = 'once' | 'always' | 'reject';

/** What OpenCode says of a request, whatever it is about. */
type Asked = Pick<PermissionRequest | QuestionRequest, 'id' | 'sessionID'>;

/** A request that the agent waits for, and how to answer it. */
interface OpenRequest {
    /** The session of the conversation, also when a sub-agent asks. */
    readonly sessionId: string;
    readonly request: AgentRequest;
    answered: boolean;
    answer(answers: string[][] | undefined): Promise<unknown>;
}

/** What OpenCode waits for: permissions for its own tools, and questions of the model. */
@injectable()
export class AgentRequests {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(WorkspaceKernels) protected readonly kernels: WorkspaceKernels;
    @inject(RunningTurns) protected readonly turns: RunningTurns;
    @inject(SubAgents) protected readonly subAgents: SubAgents;
    @inject(ILogger) @named('openspace:AgentRequests') protected readonly logger: ILogger;

    protected readonly open = new Map<string, OpenRequest>();
    /** Requests of sessions that no turn knows, until it is found out whose they are. */
    protected readonly unassigned = new Set<string>();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** The agent waits for something more, or something less. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** Whether a conversation's session, or a sub-agent of it, waits for an answer. */
    isWaiting(sessionId: string): boolean {
        return [...this.open.values()].some(open => open.sessionId === sessionId && !open.answered);
    }

    /** Shows a permission request in the turn that it belongs to, a sub-agent's in the turn that started the sub-agent. */
    askPermission(asked: PermissionRequest): void {
        this.show(asked, conversation => this.takePermission(asked, conversation));
    }

    /** Shows the model's questions in the turn that they belong to. */
    askQuestions(asked: QuestionRequest): void {
        this.show(asked, conversation => this.takeQuestions(asked, conversation));
    }

    protected show(asked: Asked, take: (conversation: Conversation) => AgentRequest | undefined): void {
        const turn = this.turns.ofSession(asked.sessionID);
        if (turn) {
            this.showIn(turn, asked, take);
        } else {
            void this.showLater(asked, take);
        }
    }

    protected showIn(turn: AgentTurn, { sessionID }: Asked, take: (conversation: Conversation) => AgentRequest | undefined): void {
        const request = take(turn.conversation);
        if (request) {
            this.logger.debug(`${sessionID} asks ${request.requestId}`);
            turn.send({ kind: 'request', request });
        }
    }

    /**
     * Shows what a sub-agent asks of whom OpenCode has not told in this turn, unless it is answered before it is known whose it is. An
     * OpenCode that does not answer is asked again, for the sub-agent waits.
     */
    protected async showLater(asked: Asked, take: (conversation: Conversation) => AgentRequest | undefined): Promise<void> {
        if (this.unassigned.has(asked.id)) {
            return;
        }
        this.unassigned.add(asked.id);
        for (let tries = 1; this.unassigned.has(asked.id); tries++) {
            try {
                const turn = await this.subAgents.findTurn(asked.sessionID);
                if (turn && this.unassigned.has(asked.id)) {
                    this.showIn(turn, asked, take);
                }
                this.unassigned.delete(asked.id);
            } catch (error) {
                this.logger.warn(`${asked.sessionID} asks ${asked.id}, and nobody knows for whom: ${errorMessage(error)}`);
                if (tries === MOST_TRIES) {
                    this.unassigned.delete(asked.id);
                }
                await setTimeout(PAUSE_MS, undefined, { ref: false });
            }
        }
    }

    /** Takes a permission request; undefined when it is known already. */
    takePermission(asked: PermissionRequest, { sessionId, directory }: Conversation): AgentRequest | undefined {
        const { id, permission } = asked;
        const subjects = subjectsOf(asked);
        const what = subjects.length > 0 ? `${permission}: ${subjects.join(', ')}` : permission;
        const isAlwaysOffered = coversNoMore(asked.always, subjects);
        const request: AgentRequest = {
            requestId: id,
            questions: [
                {
                    header: nls.localize('openspace/request/permission', 'Permission'),
                    text: nls.localize('openspace/request/mayUse', 'The agent asks for permission to use {0}', asCode(what)),
                    multiple: false,
                    isOpen: false,
                    options: [
                        { value: 'once', label: nls.localize('openspace/request/once', 'Allow once') },
                        ...(isAlwaysOffered ? [{ value: 'always', label: nls.localize('openspace/request/always', 'Allow always') }] : []),
                        { value: 'reject', label: nls.localize('openspace/request/refuse', 'Refuse') }
                    ]
                }
            ]
        };
        const isDenied = this.isDenied(asked, directory);
        const taken = this.take(sessionId, request, async answers => {
            const reply = (await isDenied) ? 'reject' : toPermissionReply(answers, isAlwaysOffered);
            const client = await this.clients.client();
            await client.permission.reply({ requestID: id, directory, reply }, inTime());
        });
        if (taken) {
            void this.refuseIf(isDenied, id);
        }
        return taken;
    }

    /** Takes the model's questions; undefined when they are known already. */
    takeQuestions({ id, questions }: QuestionRequest, { sessionId, directory }: Conversation): AgentRequest | undefined {
        const request: AgentRequest = {
            requestId: id,
            questions: questions.map(({ header, question, options, multiple, custom }) => ({
                header,
                text: question,
                multiple: multiple ?? false,
                isOpen: custom ?? true,
                options: options.map(({ label, description }) => ({ value: label, label, description }))
            }))
        };
        return this.take(sessionId, request, async answers => {
            const client = await this.clients.client();
            await (answers
                ? client.question.reply({ requestID: id, directory, answers }, inTime())
                : client.question.reject({ requestID: id, directory }, inTime()));
        });
    }

    /** Answers a request, once. It stays open until OpenCode says that it has the answer; what did not get there may be answered again. */
    async answer(requestId: string, answers: string[][] | undefined): Promise<void> {
        const open = this.open.get(requestId);
        if (open && !open.answered) {
            open.answered = true;
            this.onDidChangeEmitter.fire();
            try {
                await open.answer(answers);
            } catch (error) {
                open.answered = false;
                this.onDidChangeEmitter.fire();
                throw error;
            }
        }
    }

    /** OpenCode no longer waits for the request: where it is shown it goes. */
    close(requestId: string): void {
        this.unassigned.delete(requestId);
        const open = this.open.get(requestId);
        if (open) {
            this.open.delete(requestId);
            this.logger.debug(`${open.sessionId} ${requestId} is answered`);
            this.turns.get(open.sessionId)?.send({ kind: 'request-closed', requestId });
            this.onDidChangeEmitter.fire();
        }
    }

    /** The ids of what a conversation's session and its sub-agents wait for; that of an answer which is on its way too. */
    openIn(sessionId: string): string[] {
        return [...this.open].filter(([, open]) => open.sessionId === sessionId).map(([id]) => id);
    }

    /** Forgets what a conversation's session and its sub-agents waited for, and answers with the ids. */
    closeSession(sessionId: string): string[] {
        const ids = this.openIn(sessionId);
        ids.forEach(id => this.open.delete(id));
        this.onDidChangeEmitter.fire();
        return ids;
    }

    /** Whether the policy lets nobody allow it. What cannot be judged is not let through. */
    protected async isDenied(asked: PermissionRequest, directory: string): Promise<boolean> {
        const command = commandOf(asked);
        if (command === undefined) {
            return false;
        }
        try {
            const { guard } = await this.kernels.open(directory);
            return guard.policy.judgeCommand(command).decision === 'deny';
        } catch {
            return true;
        }
    }

    /** Nobody has to say no to what is denied anyway. */
    protected async refuseIf(isDenied: Promise<boolean>, requestId: string): Promise<void> {
        if (await isDenied) {
            try {
                await this.answer(requestId, undefined);
            } catch {
                // OpenCode is away: the question stays, and whatever is said to it is a no.
            }
        }
    }

    protected take(sessionId: string, request: AgentRequest, answer: OpenRequest['answer']): AgentRequest | undefined {
        if (this.open.has(request.requestId)) {
            return undefined;
        }
        this.open.set(request.requestId, { sessionId, request, answered: false, answer });
        this.onDidChangeEmitter.fire();
        return request;
    }
}

/** The whole command line for which OpenCode asks; its patterns are parts of it. */
function commandOf({ metadata: { command } }: PermissionRequest): string | undefined {
    return typeof command === 'string' ? command : undefined;
}

/** What the person is shown: the whole command in place of its parts, or what would be used, and the command that would use it. */
function subjectsOf(asked: PermissionRequest): string[] {
    const command = commandOf(asked);
    return [...(asked.permission === 'bash' && command !== undefined ? [] : asked.patterns), ...(command === undefined ? [] : [command])];
}

/** Whether what OpenCode would allow from then on is nothing but what is shown. */
function coversNoMore(always: readonly string[], shown: readonly string[]): boolean {
    return always.length > 0 && always.every(pattern => shown.includes(pattern) && !/[*?]/.test(pattern));
}

/** The chat renders questions as markdown; what the agent wants to do must be read as it is, and all of it seen. */
function asCode(text: string): string {
    const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
    const fence = '`'.repeat(longestRun + 1);
    return `${fence} ${visibleText(text)} ${fence}`;
}

/** Whatever is not clearly a yes is a no. */
function toPermissionReply(answers: string[][] | undefined, isAlwaysOffered: boolean): PermissionReply {
    const [choice] = answers?.[0] ?? [];
    return choice === 'once' || (choice === 'always' && isAlwaysOffered) ? choice : 'reject';
}
